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

// join takes a seat, or comes back to it. Whoever the server knows needs neither key nor
// claim: the claim comes from the identity, so that a guest comes back to its games by
// its cookie alone. The game learns a name, and nothing else of who that is. A seat that
// is taken with a key or claim of the client's own is that of somebody anonymous.
func (c *session) join(ctx context.Context, m *protocol.Join) (*hub.Seating, error) {
	if !c.who.May(identity.Play) {
		return nil, notAllowed(identity.Play)
	}
	if !c.who.Known() || m.Key != "" || m.Claim != "" {
		if err := c.settleName(ctx, m); err != nil {
			return nil, err
		}
		return c.s.hub.Join(ctx, m, hub.Player{Name: c.name}, c.listener)
	}
	claim, wish, has, err := c.s.book.ClaimFor(ctx, c.who, m.Game, m.Seat)
	if err != nil {
		return nil, c.s.away(err)
	}
	if !has {
		if claim, wish, err = c.newClaim(ctx, m, claim, wish); err != nil {
			return nil, err
		}
	}
	m.Claim = claim
	seating, err := c.s.hub.Join(ctx, m, hub.Player{ID: c.who.ID, Name: c.name}, c.listener)
	if err == nil && !has {
		// A seat that is not noted is found again by the same wish.
		if err := c.s.book.Sat(ctx, c.who, m.Game, int(seating.Seat), wish); err != nil {
			_ = c.s.away(err)
		}
	}
	return seating, err
}

// errTwoSeats is a second seat of a rated game for somebody who has one.
var errTwoSeats = &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "this game is rated, and you have another seat in it: nobody plays against itself there"}

// newClaim notes whose the claim is with which the client takes a seat, and returns it with
// its wish: in a rated game somebody has one whatever the wish, and so one seat, however
// many ask at once. It notes nothing for games that there are not: who asks for those
// shall not fill the store.
func (c *session) newClaim(ctx context.Context, m *protocol.Join, claim, wish string) (string, string, error) {
	info, err := c.s.hub.Get(ctx, m.Game)
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
		err = c.s.book.Link(ctx, c.who, m.Game, claim)
	}
	if err != nil {
		err = c.s.away(err)
	}
	return claim, wish, err
}

// watch follows a game without a seat.
func (c *session) watch(ctx context.Context, m *protocol.Watch) (*hub.Seating, error) {
	if !c.who.May(identity.Watch) {
		return nil, notAllowed(identity.Watch)
	}
	return c.s.hub.Watch(ctx, m.Game, c.ws)
}

func notAllowed(scope identity.Scope) error {
	return &protocol.Error{Code: protocol.NotAllowed, Text: "the token does not allow this: it has not the scope " + string(scope)}
}

// away puts an error of the book into the words of the protocol.
func (s *Server) away(err error) error {
	s.faults.Error().Err(err).Msg("identities cannot be read or written")
	return &protocol.Error{Code: protocol.Unavailable, Text: "the server's store does not answer: send it again"}
}

// reserved is why a client is let go that has said who it is.
var reserved = &agent.Cut{Status: websocket.StatusPolicyViolation, Code: protocol.BadField, Text: identity.ErrReserved.Error()}

// hasty is how long the store may take to look up the name of somebody who may only want to
// come back to a seat that has one.
const hasty = 500 * time.Millisecond

// greet takes note of what a client wants to be called, or lets it go if that is
// somebody else's name. Whoever the server knows has a name already. A name that cannot be
// looked up now is looked up when the client takes a seat.
func (c *session) greet(ctx context.Context, name string) {
	if c.who.Known() {
		name = c.who.Name
	} else {
		try, cancel := context.WithTimeout(ctx, hasty)
		err := c.s.book.MayBeCalled(try, name)
		cancel()
		if errors.Is(err, identity.ErrReserved) {
			c.ws.Close(reserved)
			return
		}
		if err != nil {
			_ = c.s.away(err)
			c.unsure, name = name, ""
		}
	}
	c.name = name
	c.tell(&protocol.Welcome{Protocol: protocol.Version, Server: c.s.c.Program})
}

// settleName looks up the name that could not be looked up before, unless the client comes
// back to a seat. With a claim it may do that: then the name is not waited for, and a seat
// that is new after all has none.
func (c *session) settleName(ctx context.Context, m *protocol.Join) error {
	if c.unsure == "" || m.Key != "" {
		return nil
	}
	try, cancel := ctx, context.CancelFunc(func() {})
	if m.Claim != "" {
		try, cancel = context.WithTimeout(ctx, hasty)
	}
	err := c.s.book.MayBeCalled(try, c.unsure)
	cancel()
	switch {
	case errors.Is(err, identity.ErrReserved):
		return &protocol.Error{Code: protocol.BadField, Field: "name", Text: identity.ErrReserved.Error()}
	case err == nil:
		c.name, c.unsure = c.unsure, ""
	case m.Claim == "":
		return c.s.away(err)
	}
	return nil
}
