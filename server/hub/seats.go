package hub

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"gamed/agent"
	"gamed/agent/external"
	"gamed/ai"
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

	Table Table
	To    agent.JSONWriter
}

// A Table is the game that somebody sits at, here or on another server.
type Table interface {
	// Detach stops telling to, which Join or Watch was given.
	Detach(ctx context.Context, to agent.JSONWriter) error
	// World returns a game that looks to the seat as its own does, and what the seat
	// is asked there: see [game.Game.World].
	World(ctx context.Context, seat state.Seat) (m state.Machine, decision uint32, err error)
}

// Leave stops the game from telling to. The seat stays taken.
func (s *Seating) Leave(ctx context.Context) {
	_ = s.Table.Detach(ctx, s.To) // a game that is closed tells nobody anyway
}

// World returns a game that looks to the seat as its own does, and what the seat
// is asked there: see [game.Game.World].
func (s *Seating) World(ctx context.Context) (m state.Machine, decision uint32, err error) {
	return s.Table.World(ctx, s.Seat)
}

// A Player is a person who joins a game.
type Player struct {
	ID   string // "" if the server does not know the person; a rated game requires it
	Name string // at the table
}

// Join takes an open seat for who, or comes back to the seat
// whose key or claim the message has. to is told how that went by a Joined message, then
// what there is to see. The error is a [*protocol.Error] if the seat cannot be
// had.
func (h *Hub) Join(ctx context.Context, join *protocol.Join, who Player, to agent.JSONWriter) (*Seating, error) {
	fresh := rand.Text() // the key of a seat that is taken without a claim
	seating, err := with(ctx, h, join.Game, func(e *entry, g *game.Game) (*Seating, error) {
		if e.options.Rated && who.ID == "" {
			return nil, &protocol.Error{Code: protocol.NoSeat, Field: "game", Text: "this game is rated: open a session or send a bot's token, so that the server knows who you are"}
		}
		joined := &protocol.Joined{Game: join.Game, Budget: e.options.Forks}
		var seat state.Seat
		var err error
		switch {
		case join.Key != "":
			seat, err = unlock(ctx, g, join)
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
	return seating, refusal(err)
}

// Watch shows a game to a spectator, as Join does.
func (h *Hub) Watch(ctx context.Context, id string, to agent.JSONWriter) (*Seating, error) {
	seating, err := with(ctx, h, id, func(e *entry, g *game.Game) (*Seating, error) {
		return attach(ctx, e, g, game.Attachment{Seat: state.Watcher, To: to, Joined: &protocol.Joined{Game: id, Seat: -1}})
	})
	return seating, refusal(err)
}

// Follow tells everybody at a table that is in memory the id of the game that follows.
func (h *Hub) Follow(ctx context.Context, id, next string) error {
	h.mu.Lock()
	var g *game.Game
	if e := h.games[id]; e != nil {
		g = e.game
	}
	h.mu.Unlock()
	if g == nil {
		return nil // nobody is there
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

// unlock returns the seat that a key opens.
func unlock(ctx context.Context, g *game.Game, join *protocol.Join) (state.Seat, error) {
	seat, ok, err := g.Holder(ctx, hashKey(join.Key))
	if err != nil {
		return 0, fmt.Errorf("hub: %w", err)
	}
	if !ok || join.Seat != nil && *join.Seat != int(seat) {
		return 0, &protocol.Error{Code: protocol.BadKey, Field: "key", Text: "that is not the key of such a seat of this game"}
	}
	return seat, nil
}

// sit takes an open seat, or comes back to the one that the key has taken.
func sit(ctx context.Context, e *entry, g *game.Game, join *protocol.Join, player Player, key string) (state.Seat, error) {
	number := -1
	if join.Seat != nil {
		number = *join.Seat
	}
	who := game.Seat{Kind: protocol.SeatPerson, Name: player.Name, KeyHash: hashKey(key)}
	if e.kept != nil {
		var err error
		if number, err = e.keptSeat(number, player.ID, who.KeyHash); err != nil {
			return 0, err
		}
	}
	seat, err := g.Sit(ctx, game.Sit{Seat: number, Who: who, Nonce: join.Nonce, Deck: join.Deck})
	if err != nil {
		return 0, fmt.Errorf("hub: %w", err)
	}
	return seat, nil
}

// refusal puts an error of this package into the words of the protocol.
func refusal(err error) error {
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

// errNoBot is a seat that is given to a bot which this program does not have.
var errNoBot = errors.New("the bot of a seat cannot be had")

// newBots makes the bots of this process that the seats of a game are given to, unless it
// is over.
func (h *Hub) newBots(c *game.Config) ([]ai.Bot, error) {
	bots := make([]ai.Bot, len(c.Seats))
	for i, seat := range c.Seats {
		if seat.Kind != protocol.SeatBot || c.Ended || h.program(c.Header.Rules, seat.Name) != nil {
			continue
		}
		var err error
		if bots[i], err = h.c.Bots.New(c.Header.Rules, seat.Name, botSeed(c.Header.Key, i)); err != nil {
			return nil, fmt.Errorf("%w: seat %d: %w", errNoBot, i, err)
		}
		bots[i] = h.thoughts.bounded(bots[i], c.Seats)
	}
	return bots, nil
}

func (h *Hub) attachBot(ctx context.Context, g *game.Game, seat state.Seat, bot ai.Bot, name string) error {
	a := agent.NewBot(bot, seat, func(from agent.JSONWriter) agent.Submit { return g.Submit(seat, from) }, func(decision uint32, why string) {
		h.failed(g.ID(), name, &external.Fault{Kind: external.Crash, Text: fmt.Sprintf("decision %d is answered with the first option: %s", decision, why)})
	})
	if err := g.Attach(ctx, game.Attachment{Seat: seat, Bot: a}); err != nil {
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
	h.later(func() {
		if bot, err := h.c.Bots.New(anyRules, substituteBot, uint64(seat)); err == nil { // every game has it
			_ = h.attachBot(h.closing, g, seat, bot, substituteBot) // one that is closed needs none
		}
	})
}
