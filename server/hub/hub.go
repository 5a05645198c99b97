// Package hub holds the games of a server: it creates them, finds them, seats
// people and bots in them, brings them back from the log after a restart, and lets
// those that nobody needs leave memory until somebody asks for them.
package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"gamed/agent/external"
	"gamed/ai"
	"gamed/game"
	"gamed/state"
	"gamed/store"
)

// A Config is what a hub runs on.
type Config struct {
	Rules []state.Dealer
	Bots  ai.Roster
	// Programs are more bots, which play from processes of their own. No two of them, and
	// none of Bots, have the same name.
	Programs []*external.Program
	// BotFailed is told when one of either has not answered as it should, by any goroutine.
	// It must not wait. It may be nil.
	BotFailed func(game, bot string, why *external.Fault)
	Log       store.Log
	Program   string // the version that games are recorded with
	// MaxGames bounds the games in memory; beyond it nobody can create one, or wake
	// one. Those that a restart brings back are not turned away.
	MaxGames int
	// MaxAll bounds the games that are not over, in memory or not; beyond it nobody
	// can create one.
	MaxAll int
	// KeepFinished is how many finished games stay in memory, the latest ones. The
	// others are looked up in the log.
	KeepFinished int
	// Observe is told what becomes of every request, by the game's goroutine.
	// It must not wait. It may be nil.
	Observe func(game.Observation)
	// Node is who this hub is among several that share the log, none else ever having
	// had that name; empty for a hub that has the log for itself. With it a game is in
	// this hub only after Create or Take, and no longer once another hub has taken it.
	Node string
	// Gone is told which games have left this hub, by any goroutine. It must not wait.
	// It may be nil.
	Gone func(id string)
	// SetAside is told which games cannot be brought back, and why, by any
	// goroutine. It may be nil.
	SetAside func(id string, why error)
}

var (
	// ErrNotFound is no game of that id.
	ErrNotFound = errors.New("there is no such game")
	// ErrFull is a hub that can hold no more games.
	ErrFull = errors.New("this server has as many games as it can hold: try again later")
	// ErrClosed is a hub that is being closed.
	ErrClosed = errors.New("this server is stopping")
	// ErrNotOver is a log that nobody may see yet, as it shows everything.
	ErrNotOver = errors.New("the game is not over: its log shows what is hidden")
	// ErrSetAside is a game whose log cannot be run again. Why is for the operator
	// alone, since it may tell what is hidden.
	ErrSetAside = errors.New("the game has been set aside: its log cannot be run again here; the server's operator can see why in the server's log and with gamed doctor")
	// ErrElsewhere is a game that this hub does not have, among several.
	ErrElsewhere = errors.New("the game is elsewhere: ask for it again")
	// ErrUnavailable is a game that the log cannot be asked for now.
	ErrUnavailable = errors.New("the server's store does not answer: try again later")
)

// A Hub is all games of a server. Its methods may be called from any goroutine.
type Hub struct {
	c         Config
	rules     map[string]*game.Listed // guarded by mu
	timers    *game.Timers
	ended     func(id string) // see OnEnd
	accounts  *accounts
	thoughts  *thoughts
	processes *external.Pool  // of programs
	group     sync.WaitGroup  // what is done in the background
	closing   context.Context // done when the hub is closed
	stop      context.CancelFunc
	turns     chan struct{} // holds one for each game whose records are being run
	recovered chan struct{} // closed when every game of a restart has been looked at

	// No game is waited for while mu is held, since games call finish.
	mu       sync.Mutex
	games    map[string]*entry
	counts   [stages]int
	order    []*entry // by age: the newest last; some that are gone are among them
	unsorted bool
	gone     int      // in order
	hand     int      // where in order the next sweep begins
	starting int      // games that are about to be in memory
	finished []*entry // by their ends
	closed   bool
}

// New returns a hub without games.
func New(c Config) *Hub {
	h := &Hub{
		c: c, rules: make(map[string]*game.Listed), timers: game.NewTimers(), accounts: newAccounts(), processes: external.NewPool(maxProcesses), games: make(map[string]*entry),
		turns: make(chan struct{}, runtime.GOMAXPROCS(0)), recovered: make(chan struct{}),
	}
	h.closing, h.stop = context.WithCancel(context.Background())
	h.thoughts = newThoughts(h.closing)
	for _, r := range c.Rules {
		l := game.List(r)
		h.rules[l.Info().Name] = l
	}
	h.group.Go(h.sweepOften)
	return h
}

// Rules returns the ruleset of that name.
func (h *Hub) Rules(name string) (state.Dealer, bool) {
	if l, ok := h.listed(name); ok {
		return l.Dealer, true
	}
	return nil, false
}

func (h *Hub) listed(name string) (*game.Listed, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l, ok := h.rules[name]
	return l, ok
}

// Replace makes rules the ruleset of their name. Games that have begun go on with
// what they began with.
func (h *Hub) Replace(rules state.Dealer) {
	l := game.List(rules)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.rules[l.Info().Name] = l
}

// OnEnd registers a function that the hub calls when a game's log has its last record, by
// any goroutine. The function must not wait. It takes over the duty to call Log.Finish: the
// log lists the game as live until then, and the next start reports its end again. Without
// it the hub calls Log.Finish. Call OnEnd before Recover and before the first game.
func (h *Hub) OnEnd(ended func(id string)) { h.ended = ended }

// noteEnd reports that the log of a game has its last record.
func (h *Hub) noteEnd(ctx context.Context, id string) error {
	if h.ended != nil {
		h.ended(id)
		return nil
	}
	if err := h.c.Log.Finish(ctx, id); err != nil {
		return fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
	}
	return nil
}

// later does something that has to wait for a game, for a caller that must not.
// h.mu is held.
func (h *Hub) later(do func()) {
	if !h.closed {
		h.group.Go(do)
	}
}

// Close closes every game once what is queued for it has been handled. Games
// that are not over go on from the log when a hub recovers them.
func (h *Hub) Close(ctx context.Context) error {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.stop()
	h.group.Wait()
	h.mu.Lock()
	var games []*game.Game
	for _, e := range h.games {
		if e.game != nil {
			games = append(games, e.game)
		}
	}
	h.mu.Unlock()
	var first error
	left := 0
	for _, g := range games {
		if err := g.Close(ctx); err != nil {
			first = cmp.Or(first, err)
			left++
		}
	}
	if left == 0 {
		h.processes.Wait()
	}
	h.timers.Close()
	if left > 0 {
		return fmt.Errorf("hub: close: %d of %d games wait for their log still, and go on from it: %w", left, len(games), first)
	}
	return nil
}
