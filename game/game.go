// Package game runs one game in one goroutine. The goroutine owns the position,
// the clocks and the list of who is told; everything reaches it through one
// bounded channel, and every rule is in the machine that it drives. While a
// game waits for its next input the goroutine is not there: parked, it would
// hold a stack that the collector cannot shrink below 4 KiB, more than all the
// rest of the game.
//
// A request is checked, written to the log, applied and only then published:
// nobody is told what a crash could take back. What the log holds is enough to
// run the game again to the same bytes: see [Open].
package game

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
)

// queue is how many inputs may wait for a game. One more is refused with
// [ErrBusy]: whoever sent it may send it again.
const queue = 16

// The errors of inputs that a game does not take.
var (
	ErrBusy   = agent.ErrBusy
	ErrClosed = errors.New("the game is closed")
	ErrFault  = errors.New("the game was set aside after a fault in its rules")
)

// A Config is what a game runs on.
type Config struct {
	Header  Header
	Machine state.Machine // handed over: nobody else may use it before the game is closed
	// Rules deals the game again for clients that come back and want to know
	// what they have missed. Without it they get the present view alone.
	Rules   state.Dealer
	Log     store.Log // holds the first Records records of the game
	Records uint64
	Events  uint64  // how many events those records have led to
	Seats   []Seat  // as they are now
	Banks   []int64 // what is left to each seat, in milliseconds; nil for full banks
	Expired []int   // how often in a row the clock has answered for each seat; nil for never
	Ended   bool    // the log has the end record
	Last    int64   // when the newest of those records was written, in ms since 1970
	Asked   []int64 // since when each seat is asked what it is, in ms since 1970; nil for now
	Reason  string  // why it has ended in a draw, "" if by the rules
	// Called is for whom a bot plays because the others have called one.
	Called state.Seats

	settings []*settings // what the server keeps for each seat, nil for nothing
	offers   []Offer     // those that stand

	chance  *Chance  // as the log leaves it; nil for a game without requests
	opening *opening // what those have brought who have come; nil for nothing
	// Timers wake the game when a clock runs out, and tell its seats when the log
	// does not answer. They may be nil without a clock.
	Timers *Timers
	// Substitute attaches a bot to a seat that has become absent, if the table
	// asks for that. It is called by the game's goroutine and must not wait for
	// the game.
	Substitute func(g *Game, seat state.Seat)
	// Finish is called in place of Log.Finish once the log has its last record, by the
	// game's goroutine. It must not wait. Nil calls Log.Finish.
	Finish func(game string)
	// Observe is told of every input that was handled, by the game's
	// goroutine: for metrics. It may be nil.
	Observe func(Observation)
	// Account is told what bots have to say of their choices, and of each choice that is
	// refused, by the game's goroutine. It must not wait. It may be nil.
	Account func(Account)
}

// check says what in c cannot work.
func (c *Config) check() error {
	clock := c.Header.Clock
	switch {
	case len(c.Seats) != c.Machine.Seats():
		return fmt.Errorf("game %s: %d seats are named, the machine has %d", c.Header.Game, len(c.Seats), c.Machine.Seats())
	case c.Header.Spectators != nil && c.Header.Spectators.Delay > 0 && c.Timers == nil:
		return fmt.Errorf("game %s: a delay for spectators needs Timers", c.Header.Game)
	case clock != nil && c.Timers == nil:
		return fmt.Errorf("game %s: a clock needs Timers", c.Header.Game)
	case clock != nil && clock.Absent == protocol.AbsentBot && c.Substitute == nil:
		return fmt.Errorf("game %s: a bot for absent seats needs Substitute", c.Header.Game)
	}
	return nil
}

// A Game is a game in progress. Its methods may be called from any goroutine.
type Game struct {
	id      string
	in      chan input
	done    chan struct{}
	running atomic.Bool  // the goroutine is there
	closing atomic.Bool  // Close was called
	still   atomic.Bool  // when the goroutine was last there, nobody needed the game
	used    atomic.Int64 // when somebody last wanted anything of it
	open    atomic.Int32 // seats that anybody may take
	actor   *actor       // the goroutine's own
}

// An input is something for the game's goroutine to do.
type input func(*actor)

// Start writes the header, unless the log has it, and runs the game until Close.
func Start(ctx context.Context, c Config) (*Game, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.Records == 0 {
		if err := appendHeader(ctx, c.Log, &c.Header); err != nil {
			return nil, err
		}
		c.Records = 1
	}
	g := &Game{id: c.Header.Game, in: make(chan input, queue), done: make(chan struct{})}
	g.actor = newActor(g, &c)
	g.use()
	return g, g.offer((*actor).begin)
}

// ID returns the game's id.
func (g *Game) ID() string { return g.id }

// Done is closed when the game's goroutine has ended.
func (g *Game) Done() <-chan struct{} { return g.done }

// Close ends the game's goroutine once what is queued has been handled. The
// game itself goes on from its log some other time.
func (g *Game) Close(ctx context.Context) error { return g.end(ctx, (*actor).close) }

// Dismiss closes the game as Close does, and tells everybody to connect again, since
// it goes on elsewhere.
func (g *Game) Dismiss(ctx context.Context) error { return g.end(ctx, (*actor).dismiss) }

func (g *Game) end(ctx context.Context, last input) error {
	g.closing.Store(true)
	select {
	case g.in <- last:
		g.wake()
	case <-g.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("game %s: close: %w", g.id, ctx.Err())
	}
	select {
	case <-g.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("game %s: close: %w", g.id, ctx.Err())
	}
}
