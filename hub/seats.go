package hub

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// A Seating is somebody's place at a table.
type Seating struct {
	Game   string
	Seat   state.Seat   // [state.Watcher] for a spectator
	Submit agent.Submit // for what it has to say
	// Forks is the budget of the seat's forward model, nil if it has none.
	Forks *protocol.Budget

	g  *game.Game
	to agent.JSONWriter
}

// Leave stops the game from telling to. The seat stays taken.
func (s *Seating) Leave(ctx context.Context) {
	_ = s.g.Detach(ctx, s.to) // a game that is closed tells nobody anyway
}

// World returns a game that looks to the seat as its own does, and what the seat
// is asked there: see [game.Game.World].
func (s *Seating) World(ctx context.Context) (m state.Machine, decision uint32, err error) {
	return s.g.World(ctx, s.Seat)
}

// Join takes an open seat for a person called name, or comes back to the seat
// whose key the message has. to is told how that went by a Joined message, then
// what there is to see. The error is a [*protocol.Error] if the seat cannot be
// had.
func (h *Hub) Join(ctx context.Context, join *protocol.Join, name string, to agent.JSONWriter) (*Seating, error) {
	e, err := h.find(join.Game)
	if err != nil {
		return nil, noGame(err)
	}
	joined := &protocol.Joined{Game: join.Game}
	seat := state.Watcher
	if join.Key != "" {
		seat, err = h.unlock(e, join)
	} else {
		seat, joined.Key, err = h.sit(ctx, e, join.Seat, name)
	}
	if err != nil {
		return nil, err
	}
	joined.Seat, joined.Budget = int(seat), e.forks
	return attach(ctx, e, game.Attachment{Seat: seat, To: to, After: join.After, Joined: joined})
}

// Watch shows a game to a spectator, as Join does.
func (h *Hub) Watch(ctx context.Context, id string, to agent.JSONWriter) (*Seating, error) {
	e, err := h.find(id)
	if err != nil {
		return nil, noGame(err)
	}
	return attach(ctx, e, game.Attachment{Seat: state.Watcher, To: to, Joined: &protocol.Joined{Game: id, Seat: -1}})
}

func attach(ctx context.Context, e *entry, at game.Attachment) (*Seating, error) {
	at.Joined.Rules = e.rules
	if err := e.game.Attach(ctx, at); errors.Is(err, game.ErrClosed) {
		return nil, noGame(ErrNotFound) // it has been forgotten in the meantime
	} else if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	return &Seating{Game: e.game.ID(), Seat: at.Seat, Submit: e.game.Submit(at.Seat, at.To), Forks: at.Joined.Budget, g: e.game, to: at.To}, nil
}

// unlock returns the seat that a key opens.
func (h *Hub) unlock(e *entry, join *protocol.Join) (state.Seat, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for seat, hash := range e.hashes {
		if hash != "" && opens(join.Key, hash) && (join.Seat == nil || *join.Seat == seat) {
			return state.Seat(seat), nil
		}
	}
	return 0, &protocol.Error{Code: protocol.BadKey, Field: "key", Text: "that is not the key of such a seat of this game"}
}

// sit takes an open seat and makes its key.
func (h *Hub) sit(ctx context.Context, e *entry, wish *int, name string) (seat state.Seat, key string, err error) {
	number := -1
	if wish != nil {
		number = *wish
	}
	key, hash := newKey()
	seat, err = e.game.Sit(ctx, number, game.Seat{Kind: protocol.SeatPerson, Name: name, KeyHash: hash})
	if err != nil {
		return 0, "", err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	e.hashes[seat] = hash
	return seat, key, nil
}

func noGame(err error) error {
	return &protocol.Error{Code: protocol.NoGame, Field: "game", Text: err.Error()}
}

// seatBots attaches the bots that the seats of a game are given to.
func (h *Hub) seatBots(ctx context.Context, g *game.Game, c game.Config) error {
	for i, seat := range c.Seats {
		if seat.Kind != protocol.SeatBot {
			continue
		}
		if err := h.seatBot(ctx, g, c.Header.Rules, state.Seat(i), seat.Name, botSeed(c.Header.Key, i)); err != nil {
			return err
		}
	}
	return nil
}

func (h *Hub) seatBot(ctx context.Context, g *game.Game, rules string, seat state.Seat, name string, seed uint64) error {
	bot, err := h.c.Bots.New(rules, name, seed)
	if err != nil {
		return fmt.Errorf("hub: seat %d of game %s: %w", seat, g.ID(), err)
	}
	a := agent.NewBot(bot, seat, func(from agent.JSONWriter) agent.Submit { return g.Submit(seat, from) })
	if err := g.Attach(ctx, game.Attachment{Seat: seat, To: a, World: true}); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return nil
}

// botSeed draws a bot's seed from the game's key by a way that tells nothing
// about what else is drawn from it.
func botSeed(key game.Key, seat int) uint64 {
	text := append([]byte("gamed bot v1\x00"), key[:]...)
	sum := sha256.Sum256(append(text, byte(seat)))
	return binary.LittleEndian.Uint64(sum[:8])
}

// substituteBot plays for those who stay away, in any game.
const (
	substituteBot = "greedy"
	anyRules      = ""
)

// substitute lets a bot play a seat that its player has left. The game's
// goroutine calls it, so the bot comes a moment later.
func (h *Hub) substitute(g *game.Game, seat state.Seat) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.later(func() { _ = h.seatBot(context.Background(), g, anyRules, seat, substituteBot, uint64(seat)) })
}
