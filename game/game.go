// Package game runs one game as an actor: one goroutine with one bounded channel of
// inputs. Package table defines the records of a game. The actor adds the state that the
// log does not hold: clients, alarms and clocks.
//
// For each input the actor decides on a record, appends it to the log, applies it and then
// publishes the change. Clients therefore never see a change that a crash could revert.
//
// A game without pending inputs has no goroutine. A parked goroutine would hold a stack of
// at least 4 KiB, more than the rest of an idle game needs.
package game

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// queueLen is the capacity of a game's input queue. If the queue is full, a client's input gets
// [ErrBusy].
const queueLen = 16

// Pause is the value of [Config.Pause] on a server. The pause is the same for every seat and hand,
// so the time of an automatic answer reveals nothing. No clock is charged for the pause.
const Pause = 300 * time.Millisecond

// Errors returned for inputs that a game does not handle.
var (
	ErrBusy   = agent.ErrBusy
	ErrClosed = errors.New("the game is closed")
	ErrFault  = errors.New("the game was set aside after a fault in its rules")
	// ErrRolledBack is returned when a player has seen more events than the log has.
	ErrRolledBack = errors.New("a player has seen events that the log lacks: the store is an older copy of itself")
)

// A Config describes a game to start, and the store, timers and functions that the game uses.
type Config struct {
	Table *table.Table // the fold of the log; the game owns it from Start on
	Chain store.Chain  // the end of the log's chain: see [Load]; zero for a new game
	// Header is the first record of a new game, which Start writes. It is nil if the log
	// already has the game.
	Header *table.Header
	Log    store.Log
	// KV stores the names of people and the chat, which the log must not contain: see
	// [PersonalData]. If KV is nil, names and chat stay in memory.
	KV store.KV
	// Expected has, by seat, the people for whom the open seats of a new game are reserved. It is nil
	// without reservations.
	Expected []Person
	// Timers wakes the game when a clock runs out or an automatic answer is due, and notifies
	// its seats when the log does not respond. It also shows delayed spectators the records that
	// are due. Timers may be nil if the game has no clock, no spectators' delay and no Pause. Seats
	// then receive no notice when the log does not respond.
	Timers *Timers
	// Pause is how long an automatic answer waits after its decision opens. A server uses [Pause].
	// In a match of bots, Pause is 0.
	Pause time.Duration
	// Substitute attaches a bot to the seat of an absent player. It must not wait for the
	// game. It may be nil unless the table's clock substitutes bots for absent players.
	Substitute func(g *Game, seat state.Seat)
	// Observe receives the outcome of every input and append, for metrics. It may be nil.
	Observe func(Observation)
	// The game calls Finish instead of Log.Finish once the log has its last record. Finish must not
	// block. If Finish is nil, the game calls Log.Finish.
	Finish func(game string)
	// BotNote receives bots' notes on their choices, and refused choices. It must not block.
	// It may be nil.
	BotNote func(BotNote)
}

// check returns an error if c lacks a field that its table needs.
func (c *Config) check() error {
	t := c.Table
	switch {
	case t.Delay() > 0 && c.Timers == nil:
		return fmt.Errorf("game %s: a delay for spectators needs Timers", t.ID)
	case c.Pause > 0 && c.Timers == nil:
		return fmt.Errorf("game %s: a pause needs Timers", t.ID)
	case t.Clock != nil && c.Timers == nil:
		return fmt.Errorf("game %s: a clock needs Timers", t.ID)
	case t.Clock != nil && t.Clock.Absent == protocol.AbsentBot && c.Substitute == nil:
		return fmt.Errorf("game %s: a bot for absent seats needs Substitute", t.ID)
	}
	return nil
}

// A Game is a game in progress. Any goroutine may call its methods.
type Game struct {
	id        string
	inputs    chan input
	done      chan struct{}
	running   atomic.Bool  // the goroutine exists
	closing   atomic.Bool  // Close or Dismiss was called
	idle      atomic.Bool  // the game waits for an input: see Idle
	lastUsed  atomic.Int64 // when a client last used the game, in ns since 1970
	openSeats atomic.Int32 // number of open seats
	actor     *actor       // owned by the goroutine
}

// An input is a function that the game's goroutine runs.
type input func(*actor)

// Start writes the header of a new game, and runs the game until Close.
func Start(ctx context.Context, c Config) (*Game, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	g := &Game{id: c.Table.ID, inputs: make(chan input, queueLen), done: make(chan struct{})}
	g.actor = newActor(g, c)
	if c.Header != nil {
		line, next, err := nextLine(c.Chain, c.Header.Format, &table.Record{Kind: "header", Header: c.Header})
		if err == nil {
			err = g.actor.appendOnce(ctx, 0, line)
		}
		if err != nil {
			return nil, fmt.Errorf("game %s: record 0: %w", g.id, err)
		}
		g.actor.Chain = next
	}
	g.noteUse()
	return g, g.offer((*actor).begin)
}

// ID returns the game's id.
func (g *Game) ID() string { return g.id }

// Done returns a channel that is closed when the game has closed.
func (g *Game) Done() <-chan struct{} { return g.done }

// Close handles the queued inputs and closes the game. The game can be started again from
// its log.
func (g *Game) Close(ctx context.Context) error { return g.end(ctx, (*actor).close) }

// Dismiss closes the game and tells its clients to reconnect, for example because another server runs
// the game now.
func (g *Game) Dismiss(ctx context.Context) error { return g.end(ctx, (*actor).dismiss) }
