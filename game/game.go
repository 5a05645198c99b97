// Package game runs one game as an actor: one goroutine, one bounded channel of
// inputs. The rules of a game and the meaning of its records are in package table;
// the actor adds what the log does not hold: its clients, its alarms, its clocks.
//
// The actor decides what an input leads to, appends that record to the log, applies it
// and only then publishes it: clients never see what a crash could take back.
//
// A game without inputs has no goroutine. A parked one would hold a stack of at least
// 4 KiB, more than the rest of an idle game.
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
	"gamed/table"
)

// queueLen is how many inputs may wait for a game. The next one gets [ErrBusy].
const queueLen = 16

// The errors of inputs that a game does not take.
var (
	ErrBusy   = agent.ErrBusy
	ErrClosed = errors.New("the game is closed")
	ErrFault  = errors.New("the game was set aside after a fault in its rules")
)

// A Config is what a game runs on.
type Config struct {
	Table *table.Table // as the log defines it; the game owns it from Start on
	Chain store.Chain  // the position after the log: see [Load]; zero for a new game
	// Header is the first record of a new game, which Start writes. It is nil for a game
	// that the log has.
	Header *table.Header
	Log    store.Log
	// KV keeps the names of people and the chat, which the log must not hold: see
	// [Personal]. Nil keeps them in memory.
	KV store.KV
	// Timers wakes the game when a clock runs out, and tells its seats when the log does
	// not answer. It may be nil for a game without clock and delay.
	Timers *Timers
	// Substitute attaches a bot to a seat whose person is absent. It must not wait for
	// the game. It may be nil if the table has no such rule.
	Substitute func(g *Game, seat state.Seat)
	// Observe receives an observation of every input, for metrics. It may be nil.
	Observe func(Observation)
	// Finish is called in place of Log.Finish once the log has its last record. It must not
	// wait. Nil calls Log.Finish.
	Finish func(game string)
	// Account receives what bots say about their choices, and refused choices. It must
	// not wait. It may be nil.
	Account func(Account)
}

// check returns what in c cannot work.
func (c *Config) check() error {
	t := c.Table
	switch {
	case t.Delay() > 0 && c.Timers == nil:
		return fmt.Errorf("game %s: a delay for spectators needs Timers", t.ID)
	case t.Clock != nil && c.Timers == nil:
		return fmt.Errorf("game %s: a clock needs Timers", t.ID)
	case t.Clock != nil && t.Clock.Absent == protocol.AbsentBot && c.Substitute == nil:
		return fmt.Errorf("game %s: a bot for absent seats needs Substitute", t.ID)
	}
	return nil
}

// A Game is a game in progress. Any goroutine may call its methods.
type Game struct {
	id      string
	in      chan input
	done    chan struct{}
	running atomic.Bool  // the goroutine exists
	closing atomic.Bool  // Close was called
	idle    atomic.Bool  // nothing happens until an input comes
	used    atomic.Int64 // when a client last wanted something, in ns since 1970
	open    atomic.Int32 // number of open seats
	actor   *actor       // owned by the goroutine
}

// An input is something for the game's goroutine to do.
type input func(*actor)

// Start writes the header of a new game, and runs the game until Close.
func Start(ctx context.Context, c Config) (*Game, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	g := &Game{id: c.Table.ID, in: make(chan input, queueLen), done: make(chan struct{})}
	g.actor = newActor(g, c)
	if c.Header != nil {
		line, next, err := nextLine(c.Chain, c.Header.Format, &table.Record{T: "header", Header: c.Header})
		if err == nil {
			err = g.actor.put(ctx, 0, line)
		}
		if err != nil {
			return nil, fmt.Errorf("game %s: record 0: %w", g.id, err)
		}
		g.actor.Chain = next
	}
	g.use()
	return g, g.offer((*actor).begin)
}

// ID returns the game's id.
func (g *Game) ID() string { return g.id }

// Done is closed when the game has closed.
func (g *Game) Done() <-chan struct{} { return g.done }

// Close handles the inputs that wait, and then closes the game. It can be started
// again from its log.
func (g *Game) Close(ctx context.Context) error { return g.end(ctx, (*actor).close) }

// Dismiss closes the game and tells its clients to connect again, because another
// server runs it.
func (g *Game) Dismiss(ctx context.Context) error { return g.end(ctx, (*actor).dismiss) }
