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

// A Seating is a client's place at a table.
type Seating struct {
	Game   string
	Seat   state.Seat       // [state.Watcher] for a spectator
	Submit agent.Submit     // takes the client's messages
	Forks  *protocol.Budget // of the seat's forward model, nil for none

	Table Table
	To    agent.JSONWriter
}

// A Table is a game with attached clients, on this server or another.
type Table interface {
	// Detach stops sending to to, which was passed to Join or Watch.
	Detach(ctx context.Context, to agent.JSONWriter) error
	// World returns a world that is consistent with the seat's view, and the seat's open
	// decision in it: see [game.Game.World].
	World(ctx context.Context, seat state.Seat) (m state.Machine, decision uint32, err error)
}

// Leave detaches the client. The seat stays taken.
func (s *Seating) Leave(ctx context.Context) {
	_ = s.Table.Detach(ctx, s.To) // a closed game sends nothing
}

// World returns a world of the seat: see [Table].
func (s *Seating) World(ctx context.Context) (m state.Machine, decision uint32, err error) {
	return s.Table.World(ctx, s.Seat)
}

// A Player is a person who joins a game.
type Player struct {
	ID   string // "" for an unknown player, who cannot join a rated game
	Name string // at the table
}

// Join takes a free seat for who, or returns to the seat of the message's key or claim. It sends a Joined message to to, and then the game's updates. The
// error is a [*protocol.Error] if the player cannot have the seat.
func (h *Hub) Join(ctx context.Context, join *protocol.Join, who Player, to agent.JSONWriter) (*Seating, error) {
	fresh := rand.Text() // the key of a seat that is taken without a claim
	seating, err := with(ctx, h, join.Game, func(e *entry, g *game.Game) (*Seating, error) {
		if e.options.Rated && who.ID == "" {
			return nil, &protocol.Error{Code: protocol.NoSeat, Field: "game", Text: "this game is rated: open a session or send a bot's token to join it"}
		}
		joined := &protocol.Joined{Game: join.Game, Budget: e.options.Forks}
		var seat state.Seat
		var err error
		switch {
		case join.Key != "":
			seat, err = seatOfKey(ctx, g, join)
		case join.Claim != "":
			seat, err = sit(ctx, e, g, join, who, join.Claim)
		default:
			joined.Key = fresh
			seat, err = sit(ctx, e, g, join, who, joined.Key)
		}
		if err != nil {
			return nil, err
		}
		joined.Seat = int(seat)
		return attach(ctx, e, g, game.Attachment{Seat: seat, To: to, After: join.After, Joined: joined})
	})
	return seating, Refusal(err)
}

// Watch attaches a spectator, as Join attaches a player.
func (h *Hub) Watch(ctx context.Context, id string, to agent.JSONWriter) (*Seating, error) {
	seating, err := with(ctx, h, id, func(e *entry, g *game.Game) (*Seating, error) {
		return attach(ctx, e, g, game.Attachment{Seat: state.Watcher, To: to, Joined: &protocol.Joined{Game: id, Seat: -1}})
	})
	return seating, Refusal(err)
}

// Follow sends the id of the next game to the clients of a game. It does nothing for a game
// that is not in memory, which has no clients.
func (h *Hub) Follow(ctx context.Context, id, next string) error {
	h.mu.Lock()
	var g *game.Game
	if e := h.games[id]; e != nil {
		g = e.game
	}
	h.mu.Unlock()
	if g == nil {
		return nil
	}
	if err := g.Follow(ctx, next); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return nil
}

func attach(ctx context.Context, e *entry, g *game.Game, at game.Attachment) (*Seating, error) {
	at.Joined.Rules = e.rules
	if err := g.Attach(ctx, at); err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	return &Seating{Game: e.id, Seat: at.Seat, Submit: g.Submit(at.Seat, at.To), Forks: at.Joined.Budget, Table: g, To: at.To}, nil
}

// seatOfKey returns the seat of join.Key.
func seatOfKey(ctx context.Context, g *game.Game, join *protocol.Join) (state.Seat, error) {
	seat, ok, err := g.Holder(ctx, hash(join.Key))
	if err != nil {
		return 0, fmt.Errorf("hub: %w", err)
	}
	if !ok || join.Seat != nil && *join.Seat != int(seat) {
		return 0, &protocol.Error{Code: protocol.BadKey, Field: "key", Text: "this key does not fit the seat"}
	}
	return seat, nil
}

// sit takes a free seat, or returns to the seat that was taken with the same key. The log
// holds only the key's hash: the key is the player's secret.
func sit(ctx context.Context, e *entry, g *game.Game, join *protocol.Join, player Player, key string) (state.Seat, error) {
	number := -1
	if join.Seat != nil {
		number = *join.Seat
	}
	who := table.Seat{Kind: protocol.SeatPerson, Name: player.Name, KeyHash: hash(key)}
	if e.kept != nil {
		var err error
		if number, err = e.reservedSeat(number, player.ID, who.KeyHash); err != nil {
			return 0, err
		}
	}
	seat, err := g.Sit(ctx, table.Sit{Seat: number, Who: who, Nonce: join.Nonce, Deck: join.Deck})
	if err != nil {
		return 0, fmt.Errorf("hub: %w", err)
	}
	return seat, nil
}

// Refusal turns an error of this package into a [*protocol.Error] for the client. It returns
// other errors unchanged.
func Refusal(err error) error {
	for _, why := range []error{ErrNotFound, ErrSetAside} {
		if errors.Is(err, why) {
			return &protocol.Error{Code: protocol.NoGame, Field: "game", Text: why.Error()}
		}
	}
	for _, why := range []error{ErrFull, ErrClosed, ErrUnavailable} {
		if errors.Is(err, why) {
			return &protocol.Error{Code: protocol.Unavailable, Text: why.Error()}
		}
	}
	return err
}
