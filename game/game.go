// Package game runs one game as an actor: one goroutine with one bounded channel of
// inputs. Package table defines the records of a game. The actor adds the state that the
// log does not hold: clients, alarms and clocks.
//
// For each input the actor decides on a record, appends it to the log, applies it and then
// publishes the change. So clients never see a change that a crash could take back.
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

// queueLen is the number of inputs that may wait for a game. The next one gets [ErrBusy].
const queueLen = 16

// The errors of inputs that a game does not handle.
var (
	ErrBusy   = agent.ErrBusy
	ErrClosed = errors.New("the game is closed")
	ErrFault  = errors.New("the game was set aside after a fault in its rules")
)

// A Config describes a game to start and its surroundings.
type Config struct {
	Table *table.Table // the fold of the log; the game owns it from Start on
	Chain store.Chain  // the position after the log: see [Load]; zero for a new game
	// Header is the first record of a new game, which Start writes. It is nil for a game
	// that the log has.
	Header *table.Header
	Log    store.Log
	// KV keeps the names of people and the chat, which the log must not hold: see
	// [Personal]. Nil keeps them in memory.
	KV store.KV
	// Timers wakes the game when a clock runs out, and tells its seats when the log does
	// not answer. It may be nil for a game without a clock and a delay.
	Timers *Timers
	// Substitute attaches a bot to a seat whose person is absent. It must not wait for
	// the game. It may be nil if the table has no such rule.
	Substitute func(g *Game, seat state.Seat)
	// Observe receives an observation of every input, for metrics. It may be nil.
	Observe func(Observation)
	// Finish is called in place of Log.Finish once the log has its last record. It must not
	// wait. Nil calls Log.Finish.
	Finish func(game string)
	// Account receives the notes of bots on their choices, and refused choices. It must not
	// wait. It may be nil.
	Account func(Account)
}

// check returns an error for a field that c needs and lacks.
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
	used    atomic.Int64 // when a client last used the game, in ns since 1970
	open    atomic.Int32 // number of open seats
	actor   *actor       // owned by the goroutine
}

// An input is a function that the game's goroutine runs.
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

// Close handles the queued inputs and closes the game. Its log can start it again.
func (g *Game) Close(ctx context.Context) error { return g.end(ctx, (*actor).close) }

// Dismiss closes the game and tells its clients to connect again, because another
// server runs it.
func (g *Game) Dismiss(ctx context.Context) error { return g.end(ctx, (*actor).dismiss) }
