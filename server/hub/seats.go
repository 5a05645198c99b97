package hub

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A Seating is a client's attachment to a game on this server or another.
type Seating struct {
	Seat   state.Seat       // [state.Watcher] for a spectator
	Submit agent.Submit     // takes the client's messages
	Budget *protocol.Budget // of the seat's forward model, or nil for none
	// Leave detaches the client. The seat stays taken.
	Leave func(ctx context.Context)
	// World returns a world that is consistent with the seat's view: see [game.Game.World].
	World func(ctx context.Context) (state.Machine, error)
}

// A Player is a client that takes a seat: a person, or a bot that connects to the server.
type Player struct {
	ID   string // "" for an unknown player, who cannot join a rated game
	Name string // at the table
	Face string // at the table: see [protocol.Seat]
	// NeedsForks makes Join refuse a game without a forward model.
	NeedsForks bool
}

// Join takes a free seat, or returns to the seat that the message's key or claim identifies.
// It sends the client a Joined message and then the game's updates. The error is a
// [*protocol.Error] if the player cannot have the seat.
func (h *Hub) Join(ctx context.Context, join *protocol.Join, who Player, to agent.JSONWriter) (*Seating, error) {
	fresh := rand.Text() // the key of a seat that is taken without a claim
	return attachClient(ctx, h, join.Game, to, func(e *entry, g *game.Game, at game.Attachment) (state.Seat, error) {
		if e.fixedInfo.Rated && who.ID == "" {
			return 0, &protocol.Error{Code: protocol.NoSeat, Field: "game", Text: "this game is rated: open a session or send a bot's token to join it"}
		}
		if who.NeedsForks && e.fixedInfo.Forks == nil {
			return 0, &protocol.Error{Code: protocol.NoForks, Field: "game", Text: `your bot needs a forward model, and this game has none: create the game with "forks":{"worlds":64,"steps":10000}`}
		}
		at.After, at.Joined.Budget = join.After, e.fixedInfo.Forks
		if join.Key != "" {
			seat, err := seatOfKey(ctx, g, join)
			if err != nil {
				return 0, err
			}
			at.Seat, at.Joined.Seat = seat, int(seat)
			return seat, g.Attach(ctx, at)
		}
		key := join.Claim
		if key == "" {
			key, at.Joined.Key = fresh, fresh
		}
		sit, err := seatRequest(e, join, who, key)
		if err != nil {
			return 0, err
		}
		return g.Join(ctx, sit, who.ID == "", at) // the names of players with an id are already distinct
	})
}

// Watch attaches a spectator, as Join attaches a player.
func (h *Hub) Watch(ctx context.Context, id string, to agent.JSONWriter) (*Seating, error) {
	return attachClient(ctx, h, id, to, func(_ *entry, g *game.Game, at game.Attachment) (state.Seat, error) {
		at.Seat, at.Joined.Seat = state.Watcher, -1
		return state.Watcher, g.Attach(ctx, at)
	})
}

// attachClient attaches a client to a game. The function attach completes the attachment that it
// receives, and returns the client's seat.
func attachClient(ctx context.Context, h *Hub, id string, to agent.JSONWriter, attach func(*entry, *game.Game, game.Attachment) (state.Seat, error)) (*Seating, error) {
	seating, err := withGame(ctx, h, id, func(e *entry, g *game.Game) (*Seating, error) {
		joined := &protocol.Joined{Game: id, Rules: e.fixedInfo.Rules}
		seat, err := attach(e, g, game.Attachment{To: to, Joined: joined})
		if errors.Is(err, game.ErrRolledBack) { // no client may continue on a rolled-back log
			h.Fence(id, err)
			return nil, ErrIncomplete
		}
		if err != nil {
			return nil, fmt.Errorf("hub: %w", err)
		}
		return &Seating{
			Seat: seat, Submit: g.Submit(seat, to), Budget: joined.Budget,
			Leave: func(ctx context.Context) { _ = g.Detach(ctx, to) }, // a closed game sends nothing
			World: func(ctx context.Context) (state.Machine, error) { return g.World(ctx, seat) },
		}, nil
	})
	return seating, ClientError(err)
}

// AnnounceNext sends the id of the next game to the clients of a game. It does nothing for a game
// that is not in memory, since such a game has no clients.
func (h *Hub) AnnounceNext(ctx context.Context, id, next string) error {
	g := h.copyEntry(id).game
	if g == nil {
		return nil
	}
	if err := g.Follow(ctx, next); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return nil
}

// seatOfKey returns the seat that was taken with join.Key.
func seatOfKey(ctx context.Context, g *game.Game, join *protocol.Join) (state.Seat, error) {
	seat, ok, err := g.Holder(ctx, Hash(join.Key))
	if err != nil {
		return 0, fmt.Errorf("hub: %w", err)
	}
	if !ok || join.Seat != nil && *join.Seat != int(seat) {
		return 0, &protocol.Error{Code: protocol.BadKey, Field: "key", Text: "no seat of this game was taken with this key, or \"seat\" names another seat"}
	}
	return seat, nil
}

// seatRequest returns the request for a free seat, or for the seat that was taken with the same
// key. The log holds only the key's hash: the key is the player's secret.
func seatRequest(e *entry, join *protocol.Join, player Player, key string) (table.Sit, error) {
	number := -1
	if join.Seat != nil {
		number = *join.Seat
	}
	who := table.Seat{Kind: protocol.SeatPerson, Name: player.Name, Face: player.Face, KeyHash: Hash(key)}
	if e.reserved != nil {
		var err error
		if number, err = e.reservedSeat(number, player.ID, who.KeyHash); err != nil {
			return table.Sit{}, err
		}
	}
	return table.Sit{Seat: number, Who: who, Nonce: join.Nonce, Deck: join.Deck}, nil
}

// ClientError turns [ErrNotFound], [ErrSetAside], [ErrFull], [ErrClosed] and [ErrUnavailable] into
// a [*protocol.Error] for the client. It returns other errors unchanged.
func ClientError(err error) error {
	for _, why := range []error{ErrNotFound, ErrIncomplete, ErrSetAside, ErrFull, ErrClosed, ErrUnavailable} {
		switch {
		case !errors.Is(err, why):
		case why == ErrNotFound, why == ErrIncomplete, why == ErrSetAside:
			return &protocol.Error{Code: protocol.NoGame, Field: "game", Text: why.Error()}
		default:
			return &protocol.Error{Code: protocol.Unavailable, Text: why.Error()}
		}
	}
	return err
}
