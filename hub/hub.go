// Package hub holds the games of a server: it creates them, finds them, seats
// people and bots in them, and brings them back from the log after a restart.
package hub

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"gamed/ai"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
)

// A Config is what a hub runs on.
type Config struct {
	Rules   []state.Dealer
	Bots    ai.Roster
	Log     store.Log
	Program string // the version that games are recorded with
	// MaxGames bounds the games in memory; beyond it nobody can create one.
	MaxGames int
	// KeepFinished is how many finished games stay in memory, the latest ones,
	// so that they can be found and looked at.
	KeepFinished int
	// Observe is told what becomes of every request, by the game's goroutine.
	// It must not wait. It may be nil.
	Observe func(game.Observation)
}

var (
	// ErrNotFound is no game of that id, or one that is over and forgotten.
	ErrNotFound = errors.New("there is no such game, or it is over and no longer kept")
	// ErrFull is a hub that can hold no more games.
	ErrFull = errors.New("this server has as many games as it can hold: try again later")
	// ErrClosed is a hub that is being closed.
	ErrClosed = errors.New("this server is stopping")
	// ErrNotOver is a log that nobody may see yet, as it shows everything.
	ErrNotOver = errors.New("the game is not over: its log shows what is hidden")
)

// A Hub is all games of a server. Its methods may be called from any goroutine.
type Hub struct {
	c      Config
	rules  map[string]state.Dealer // guarded by mu
	timers *game.Timers
	group  sync.WaitGroup // what is done in the background: see later

	// No game is waited for while mu is held, since games call finish.
	mu       sync.Mutex
	games    map[string]*entry
	starting int      // games that are about to be in the map
	finished []*entry // by their ends
	closed   bool
}

// An entry is a game and what only the hub knows of it.
type entry struct {
	game    *game.Game
	rules   string
	dealer  state.Dealer // as it was when the game began
	ranked  bool         // may be in rankings
	created time.Time
	private bool
	forks   *protocol.Budget // of the forward model, nil for none

	// Guarded by Hub.mu.
	over   bool
	hashes []string // of the seats' keys, "" where there is none
}

// New returns a hub without games.
func New(c Config) *Hub {
	h := &Hub{c: c, rules: make(map[string]state.Dealer), timers: game.NewTimers(), games: make(map[string]*entry)}
	for _, r := range c.Rules {
		h.rules[r.Info().Name] = r
	}
	return h
}

// Rules returns the ruleset of that name.
func (h *Hub) Rules(name string) (state.Dealer, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r, ok := h.rules[name]
	return r, ok
}

// Replace makes rules the ruleset of their name. Games that have begun go on with
// what they began with.
func (h *Hub) Replace(rules state.Dealer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.rules[rules.Info().Name] = rules
}

// Create starts a game as spec says and returns it as it is then. The error is
// a [*SpecError] if there is no such game, [ErrFull], [ErrClosed], or the log's.
func (h *Hub) Create(ctx context.Context, spec Spec) (Info, error) {
	rules, err := h.check(&spec)
	if err != nil {
		return Info{}, err
	}
	header := spec.header(rules.Info(), h.c.Program)
	header.Setup.Seed = game.NewChance(header.Key).Next()
	m, err := rules.Deal(header.Setup)
	if err != nil {
		return Info{}, &SpecError{wrongField(rules, header.Setup), err.Error()}
	}
	e, err := h.start(ctx, game.Config{Header: header, Machine: m, Rules: rules, Seats: header.Seats})
	if err != nil {
		return Info{}, err
	}
	return h.info(ctx, e)
}

// wrongField returns what of a set-up that cannot be dealt is to blame: its table,
// if it can be dealt without one, or else its seats.
func wrongField(rules state.Dealer, setup state.Setup) string {
	setup.Table = nil
	if _, err := rules.Deal(setup); err != nil {
		return "seats"
	}
	return "table"
}

// start runs a game, puts it on the list, and seats its bots.
func (h *Hub) start(ctx context.Context, c game.Config) (*entry, error) {
	if err := h.reserve(); err != nil {
		return nil, err
	}
	e := &entry{rules: c.Header.Rules, dealer: c.Rules, created: time.UnixMilli(c.Header.At), private: c.Header.Private, forks: c.Header.Forks}
	if m, ok := c.Rules.(state.Measured); ok {
		e.ranked = m.Ranks(c.Header.Setup)
	}
	for _, seat := range c.Seats {
		e.hashes = append(e.hashes, seat.KeyHash)
	}
	c.Log, c.Timers, c.Substitute = h.c.Log, h.timers, h.substitute
	c.Observe = func(o game.Observation) {
		if o.Outcome == game.Ended || o.Outcome == game.Faulted {
			h.finish(e)
		}
		if h.c.Observe != nil {
			h.c.Observe(o)
		}
	}
	g, err := game.Start(ctx, c)
	h.mu.Lock()
	h.starting--
	if err == nil {
		e.game = g
		h.games[g.ID()] = e
	}
	h.mu.Unlock()
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	return e, h.seatBots(ctx, g, c)
}

// reserve makes room for a game.
func (h *Hub) reserve() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return ErrClosed
	}
	if len(h.games)+h.starting >= h.c.MaxGames {
		return ErrFull
	}
	h.starting++
	return nil
}

// finish notes that a game is over, and forgets the one that has been over for
// longest if there are too many. Its own goroutine calls it.
func (h *Hub) finish(e *entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.over {
		return
	}
	e.over = true
	h.finished = append(h.finished, e)
	if len(h.finished) <= h.c.KeepFinished {
		return
	}
	oldest := h.finished[0]
	h.finished = h.finished[1:]
	delete(h.games, oldest.game.ID())
	h.later(func() { _ = oldest.game.Close(context.Background()) })
}

// later does something that has to wait for a game, for a caller that must not.
// h.mu is held.
func (h *Hub) later(do func()) {
	if !h.closed {
		h.group.Go(do)
	}
}

// find returns the entry of a game.
func (h *Hub) find(id string) (*entry, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e, ok := h.games[id]; ok {
		return e, nil
	}
	return nil, ErrNotFound
}

// Close closes every game once what is queued for it has been handled. Games
// that are not over go on from the log when a hub recovers them.
func (h *Hub) Close(ctx context.Context) error {
	h.mu.Lock()
	h.closed = true
	games := slices.Collect(maps.Values(h.games))
	h.mu.Unlock()
	h.group.Wait()
	var errs []error
	for _, e := range games {
		if err := e.game.Close(ctx); err != nil {
			errs = append(errs, fmt.Errorf("hub: close: %w", err))
			continue
		}
	}
	h.timers.Close()
	return errors.Join(errs...)
}
