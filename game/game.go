// Package game runs one game in one goroutine. The goroutine owns the position,
// the clocks and the list of who is told; everything reaches it through one
// bounded channel, and every rule is in the machine that it drives.
//
// A request is checked, written to the log, applied and only then published:
// nobody is told what a crash could take back. What the log holds is enough to
// run the game again to the same bytes: see [Open].
package game

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
)

// queue is how many inputs may wait for a game. One more is refused with
// [ErrBusy]: whoever sent it may send it again.
const queue = 32

// The errors of inputs that a game does not take.
var (
	ErrBusy   = errors.New("the game's queue is full: send it again")
	ErrClosed = errors.New("the game is closed")
)

// A Config is what a game runs on.
type Config struct {
	Header  Header
	Machine state.Machine
	Chance  *Chance   // that has given the seed of the deal, and a salt for each request so far
	Log     store.Log // holds the first Records records of the game
	Records uint64
	Seats   []Seat  // as they are now
	Timers  *Timers // may be nil without a clock
	// Substitute attaches a bot to a seat that has become absent, if the table
	// asks for that. It is called by the game's goroutine and must not wait for
	// the game.
	Substitute func(g *Game, seat state.Seat)
	// Observe is told of every input that was handled, by the game's
	// goroutine: for metrics. It may be nil.
	Observe func(Observation)
}

// An Observation is what became of an input, without anything that is hidden.
type Observation struct {
	Game    string
	Outcome Outcome
	Why     state.Why     // of a refusal
	Took    time.Duration // from the first look at the input until everybody was told
	Fault   any           // what a panic said
	Stack   []byte
}

// An Outcome is what became of a request.
type Outcome uint8

const (
	Accepted Outcome = iota + 1
	Refused
	NotStored
	Expired // a default was played for a seat
	Ended
	Faulted // the game was set aside
)

// A Game is a game in progress. Its methods may be called from any goroutine.
type Game struct {
	in   chan input
	done chan struct{}
	id   string
}

// An input is something that the game's goroutine is to handle.
type input interface{ handle(*actor) }

// Start writes the header, unless the log has it, and runs the game until Close.
func Start(ctx context.Context, c Config) (*Game, error) {
	if c.Records == 0 {
		if err := appendRecord(ctx, c.Log, c.Header.Game, 0, Record{T: "header", Header: &c.Header}); err != nil {
			return nil, err
		}
		c.Records = 1
	}
	g := &Game{in: make(chan input, queue), done: make(chan struct{}), id: c.Header.Game}
	a := newActor(g, c)
	go a.run()
	return g, nil
}

// ID returns the game's id.
func (g *Game) ID() string { return g.id }

// Done is closed when the game's goroutine has ended.
func (g *Game) Done() <-chan struct{} { return g.done }

// offer queues an input without waiting.
func (g *Game) offer(in input) error {
	select {
	case <-g.done:
		return fmt.Errorf("game %s: %w", g.id, ErrClosed)
	default:
	}
	select {
	case g.in <- in:
		return nil
	default:
		return fmt.Errorf("game %s: %w", g.id, ErrBusy)
	}
}

// send queues an input and waits for its answer.
func send[T any](ctx context.Context, g *Game, in input, answer <-chan T) (T, error) {
	var none T
	select {
	case g.in <- in:
	case <-g.done:
		return none, fmt.Errorf("game %s: %w", g.id, ErrClosed)
	case <-ctx.Done():
		return none, ctx.Err()
	}
	select {
	case v := <-answer:
		return v, nil
	case <-g.done:
		return none, fmt.Errorf("game %s: %w", g.id, ErrClosed)
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// Submit returns how an agent of seat, or a spectator as [state.Watcher], hands
// in what it has to say. Choices, chat and resignations are for a game; other
// messages are an error. A full queue gives [ErrBusy] at once. A refusal comes
// to the agent as a [*protocol.Error].
func (g *Game) Submit(seat state.Seat, from agent.JSONWriter) agent.Submit {
	return func(m protocol.ClientMessage) error {
		switch m := m.(type) {
		case *protocol.Choose:
			return g.offer(choice{seat, m.Decision, m.Option, from})
		case *protocol.Resign:
			return g.offer(resignation{seat, from})
		case *protocol.Chat:
			return g.offer(chat{seat, m.Text})
		}
		return fmt.Errorf("game %s: %T is not for a game", g.id, m)
	}
}

// An Attachment is somebody who is to be told what happens.
type Attachment struct {
	Seat state.Seat // [state.Watcher] for a spectator
	To   agent.JSONWriter
	// World asks for a world to think in with each decision: for bots in this
	// process.
	World bool
	// After is the number of the last event that it has seen, nil if it knows
	// nothing.
	After *uint64
	// Joined, if there is one, is sent first, with the table as it is.
	Joined *protocol.Joined
}

// Attach starts to tell somebody, first of all the table and the present view.
// A seat may have several agents; each of them may answer for it.
func (g *Game) Attach(ctx context.Context, at Attachment) error {
	answer := make(chan struct{}, 1)
	_, err := send(ctx, g, attach{at, answer}, answer)
	return err
}

// Detach stops telling somebody. It does not wait for the game to be done with
// what it is doing.
func (g *Game) Detach(ctx context.Context, to agent.JSONWriter) error {
	answer := make(chan struct{}, 1)
	_, err := send(ctx, g, detach{to, answer}, answer)
	return err
}

// Sit seats somebody in an open seat, any one for a negative number, and
// returns the seat. The error is a [*protocol.Error] if there is no such seat.
func (g *Game) Sit(ctx context.Context, seat int, who Seat) (state.Seat, error) {
	answer := make(chan seated, 1)
	s, err := send(ctx, g, sit{seat, who, answer}, answer)
	return s.seat, errors.Join(err, s.err)
}

// A Status is what anybody may know of a game.
type Status struct {
	Game    string
	Rules   string
	Seats   []protocol.Seat
	Turn    int
	Over    bool
	Fault   bool // it was set aside
	Won     []int
	Started bool // every seat is taken
	Watched int  // by how many spectators
}

// Status returns the game's status.
func (g *Game) Status(ctx context.Context) (Status, error) {
	answer := make(chan Status, 1)
	return send(ctx, g, inquiry{answer}, answer)
}

// Close ends the game's goroutine once what is queued has been handled. The
// game itself goes on from its log some other time.
func (g *Game) Close(ctx context.Context) error {
	answer := make(chan struct{})
	_, err := send(ctx, g, closing{}, answer)
	if errors.Is(err, ErrClosed) {
		return nil
	}
	return err
}
