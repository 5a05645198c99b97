package server

import (
	"context"
	"errors"
	"time"

	"github.com/coder/websocket"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/hub"
	"gamed/server/identity"
)

// join takes a seat or returns to one. A known client needs neither key nor claim, because the
// server derives the claim from the identity. So a guest returns to its games with its cookie.
// The table shows other players only the client's name and face. A client that sends its own key or
// claim plays anonymously.
func (c *clientConn) join(ctx context.Context, m *protocol.Join) (*hub.Seating, error) {
	if !c.who.May(identity.Play) {
		return nil, notAllowed(identity.Play)
	}
	if !c.who.Known() || m.Key != "" || m.Claim != "" {
		if err := c.recheckName(ctx, m); err != nil {
			return nil, err
		}
		return c.s.games.Join(ctx, m, hub.Player{Name: c.name, NeedsForks: c.needsForks}, c.listener)
	}
	claim, wish, has, err := c.s.book.ClaimFor(ctx, c.who, m.Game, m.Seat)
	if err != nil {
		return nil, c.s.storeFailed(err)
	}
	if !has {
		if claim, wish, err = c.newClaim(ctx, m, claim, wish); err != nil {
			return nil, err
		}
	}
	m.Claim = claim
	seating, err := c.s.games.Join(ctx, m, hub.Player{ID: c.who.ID, Name: c.name, Face: c.who.Face, NeedsForks: c.needsForks}, c.listener)
	if err != nil {
		return nil, err
	}
	if !has {
		// If AddSeat fails, a later join that asks for the same seat number still returns to this
		// seat.
		if err := c.s.book.AddSeat(ctx, c.who, m.Game, int(seating.Seat), wish); err != nil {
			_ = c.s.storeFailed(err)
		}
	}
	c.playing.Store(&m.Game)
	c.notePresence()
	return seating, nil
}

// errTwoSeats is returned when a player requests a second seat in a rated game.
var errTwoSeats = &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "this game is rated, and you have another seat in it: you cannot play yourself"}

// newClaim stores the owner of the claim for a new seat. It returns the claim and the wish (a seat
// number or "") of which the claim is a function. In a rated game a player has the same claim for
// all wishes, so even concurrent requests lead to one seat. For a nonexistent or set-aside game
// newClaim stores nothing.
func (c *clientConn) newClaim(ctx context.Context, m *protocol.Join, claim, wish string) (string, string, error) {
	info, err := c.s.games.Get(ctx, m.Game)
	if errors.Is(err, hub.ErrNotFound) || errors.Is(err, hub.ErrSetAside) {
		return claim, wish, nil
	}
	if err == nil && info.Rated {
		var has bool
		if claim, wish, has, err = c.s.book.ClaimFor(ctx, c.who, m.Game, nil); has {
			return "", "", errTwoSeats
		}
	}
	if err == nil {
		err = c.s.book.LinkClaim(ctx, c.who, m.Game, claim)
	}
	if err != nil {
		err = c.s.storeFailed(err)
	}
	return claim, wish, err
}

// watch attaches the client as a spectator, if the client's scopes allow it.
func (c *clientConn) watch(ctx context.Context, m *protocol.Watch) (*hub.Seating, error) {
	if !c.who.May(identity.Watch) {
		return nil, notAllowed(identity.Watch)
	}
	return c.s.games.Watch(ctx, m.Game, c.listener)
}

func notAllowed(scope identity.Scope) error {
	return &protocol.Error{Code: protocol.NotAllowed, Text: "the token lacks the scope " + string(scope)}
}

// storeFailed logs an error of the identity store and returns an error for the client.
func (s *Server) storeFailed(err error) error {
	s.faults.Error().Err(err).Msg("the store of identities is not responding")
	return &protocol.Error{Code: protocol.Unavailable, Text: "the server's store is not responding: send the message again"}
}

// nameRefusal returns the reason why an anonymous client may not use a name, or "" if err does not
// concern the name.
func nameRefusal(err error) string {
	for _, why := range []error{identity.ErrReserved, identity.ErrUnfit} {
		if errors.Is(err, why) {
			return why.Error()
		}
	}
	return ""
}

// nameLimit is the time limit for the check of a name at the hello and at a join with a claim. At
// these times the client may be returning to its seat.
const nameLimit = 500 * time.Millisecond

// greet sets the client's name, or closes the connection if the client may not use the name. A
// known client already has a name. If the store cannot check the name now, recheckName checks it at
// join.
func (c *clientConn) greet(ctx context.Context, name string) {
	if c.who.Known() {
		name = c.who.Name
	} else {
		try, cancel := context.WithTimeout(ctx, nameLimit)
		err := c.s.book.CheckAnonymousName(try, name)
		cancel()
		if why := nameRefusal(err); why != "" {
			c.ws.Close(&agent.CloseReason{Status: websocket.StatusPolicyViolation, Code: protocol.BadField, Text: why})
			return
		}
		if err != nil {
			_ = c.s.storeFailed(err)
			c.uncheckedName, name = name, ""
		}
	}
	c.name = name
	c.tell(protocol.Answer(&protocol.Welcome{Protocol: protocol.Version, Server: c.s.c.Program, Now: time.Now().UnixMilli()}, c.currentMessage))
}

// recheckName checks a name that greet could not check. A client with a key returns to a seat that
// has a name. A client with a claim may also return to a seat, so recheckName waits only briefly. If
// the check takes longer, a new seat remains without a name.
func (c *clientConn) recheckName(ctx context.Context, m *protocol.Join) error {
	if c.uncheckedName == "" || m.Key != "" {
		return nil
	}
	try, cancel := ctx, context.CancelFunc(func() {})
	if m.Claim != "" {
		try, cancel = context.WithTimeout(ctx, nameLimit)
	}
	err := c.s.book.CheckAnonymousName(try, c.uncheckedName)
	cancel()
	switch why := nameRefusal(err); {
	case why != "":
		return &protocol.Error{Code: protocol.BadField, Field: "name", Text: why}
	case err == nil:
		c.name, c.uncheckedName = c.uncheckedName, ""
	case m.Claim == "":
		return c.s.storeFailed(err)
	}
	return nil
}
