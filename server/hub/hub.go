// Package hub holds the games of a server. It creates and lists games, seats players and
// bots, and recovers games from the log after a restart. Unused games leave memory until a
// client needs them.
package hub

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"gamed/agent/external"
	"gamed/ai"
	"gamed/game"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// A Config configures a hub. The hub calls the functions of a Config from any goroutine. These
// functions must not block and may be nil.
type Config struct {
	Rules []state.Dealer
	Bots  ai.Roster
	// Programs are bots that run in separate processes. Their names are unique among all bots.
	Programs []*external.Program
	// BotFailed is called when a bot fails. The last argument describes the fault.
	BotFailed func(game, bot string, why *external.Fault)
	Log       store.Log
	KV        store.KV // for names, chat, card tables and game files; with a nil KV, names and chat are in memory only
	Program   string   // the version that new games record
	// MaxGames limits the number of games in memory. At the limit, the hub refuses to create or
	// load games, except for recovery.
	MaxGames int
	// MaxUnfinished limits the number of unfinished games, in memory or in the log only. Games that
	// were set aside do not count. At the limit, the hub refuses to create games.
	MaxUnfinished int
	// KeepFinished is the number of most recently finished games that stay in memory. The hub
	// reads older games from the log.
	KeepFinished int
	// ShortOfMemory reports whether memory is short. Games then leave memory after a shorter time
	// without use.
	ShortOfMemory func() bool
	// Observe is called with the outcome of every input of a game.
	Observe func(game.Observation)
	// Node names this hub in a cluster that shares the log. No other hub may ever have used
	// the name. A named hub owns a game from Create or Take until another hub takes it over. A
	// hub without a name is the only user of its log.
	Node string
	// Gone is called when a game leaves the hub. It must not call the hub, whose lock is held.
	Gone func(id string)
	// SetAside is called when the hub sets a game aside, because its log is damaged or this program
	// cannot run the game.
	SetAside func(id string, why error)
	// RulesChanged is called when the hub ends a game of older rules.
	RulesChanged func(id string, why error)
}

var (
	// ErrNotFound is returned when no game has the id.
	ErrNotFound = errors.New("there is no such game")
	// ErrFull is returned when the hub has no room for another game.
	ErrFull = errors.New("this server is full: try again later")
	// ErrClosed is returned once Close was called.
	ErrClosed = errors.New("this server is stopping")
	// ErrNotOver is returned for the log of an unfinished game, because the log contains hidden
	// cards. It is also returned until the game's delayed spectators have seen the end.
	ErrNotOver = errors.New("the game is not over: its log contains hidden information")
	// ErrSetAside is returned for a game that was set aside: see [Config.SetAside]. The reason may
	// contain hidden information, so only the operator sees it.
	ErrSetAside = errors.New("the game was set aside, because this server cannot continue it; the server's operator can find the reason in the server's log and with gamed doctor")
	// ErrIncomplete is returned when records of a game are missing or damaged. It counts as
	// an ErrSetAside for [errors.Is].
	ErrIncomplete error = incompleteError{}
	// ErrElsewhere is returned when another hub in the cluster owns the game.
	ErrElsewhere = errors.New("another server has the game: try again")
	// ErrUnavailable is returned when the log does not respond.
	ErrUnavailable = errors.New("the server's store is not responding: try again later")
)

// incompleteError makes ErrIncomplete an ErrSetAside for [errors.Is].
type incompleteError struct{}

func (incompleteError) Error() string {
	return "the game is held: its log is incomplete; the server's operator can find the reason in the server's log and with gamed doctor"
}

func (incompleteError) Is(target error) bool { return target == ErrSetAside }

// A Hub holds the games of a server. Its methods may be called from any goroutine.
type Hub struct {
	c           Config
	rules       map[string]*table.CachedRules // guarded by mu
	versions    *Versions
	timers      *game.Timers
	onEnd       func(id string) // see OnEnd
	botNotes    botNoteStore
	presences   presences
	thinking    *thinkLimiter
	processes   *external.Pool  // of external bots
	group       sync.WaitGroup  // background work
	closing     context.Context // done when the hub is closed; stop is called with mu held
	stop        context.CancelFunc
	replaySlots chan struct{} // holds an element for each log that is being replayed
	recovered   chan struct{} // see Recovered

	// No goroutine holds mu while it waits for a game: games call observe, which locks mu.
	mu          sync.Mutex
	games       map[string]*entry
	counts      [stages]int
	order       []*entry        // oldest first; includes games in the stage gone
	unsorted    bool            // order needs sorting
	sweepIndex  int             // the index in order at which the next step of a sweep begins
	starting    int             // games being started, which count against the limits
	finished    []*entry        // in the order in which they ended
	notedTables map[string]bool // card tables in the store: see noteTable
}

// New returns a hub without games. Recover adds the games of the log.
func New(c Config) *Hub {
	h := &Hub{
		c: c, rules: make(map[string]*table.CachedRules), versions: NewVersions(c.KV), timers: game.NewTimers(), botNotes: botNoteStore{games: make(map[string]*list.Element)}, processes: external.NewPool(maxProcesses),
		games: make(map[string]*entry), notedTables: make(map[string]bool), replaySlots: make(chan struct{}, runtime.GOMAXPROCS(0)), recovered: make(chan struct{}),
	}
	if c.BotFailed == nil {
		h.c.BotFailed = func(string, string, *external.Fault) {}
	}
	h.closing, h.stop = context.WithCancel(context.Background())
	h.thinking = newThinkLimiter(h.closing)
	for _, r := range c.Rules {
		h.Replace(r)
	}
	h.group.Go(func() {
		for h.pause(sweepTime / sweepSteps) {
			h.sweep()
		}
	})
	return h
}

// Rules returns the ruleset of new games with the given name.
func (h *Hub) Rules(name string) (*table.CachedRules, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l, ok := h.rules[name]
	return l, ok
}

// Replace replaces the ruleset of the same name for new games. Running games keep theirs.
func (h *Hub) Replace(rules state.Dealer) {
	l := table.Cache(rules)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.rules[l.Info().Name] = l
}

// OnEnd registers a function that the hub calls, from any goroutine, after a game's last
// record is in the log. The function must not block. It must arrange for a call to Log.Finish.
// Until then the log lists the game as live, and the next start reports its end again. If no
// function is registered, the hub calls Log.Finish. Call OnEnd before Recover and before the
// first game.
func (h *Hub) OnEnd(ended func(id string)) { h.onEnd = ended }

// noteEnd calls the function of OnEnd for a game whose log has its last record. Without such a
// function, it calls Log.Finish.
func (h *Hub) noteEnd(ctx context.Context, id string) error {
	if h.onEnd != nil {
		h.onEnd(id)
		return nil
	}
	if err := h.c.Log.Finish(ctx, id); err != nil {
		return fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
	}
	return nil
}

// inBackground calls a function in a new goroutine, where it may wait for a game. On a closed hub
// it does nothing. h.mu is held.
func (h *Hub) inBackground(do func()) {
	if h.closing.Err() == nil {
		h.group.Go(do)
	}
}

// pause waits for d. It reports false if the hub is closed first.
func (h *Hub) pause(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-h.closing.Done():
		return false
	}
}

// Close closes every game after the game has handled its queue. A new hub on the same log resumes
// the unfinished games with Recover.
func (h *Hub) Close(ctx context.Context) error {
	h.mu.Lock()
	h.stop()
	h.mu.Unlock()
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
		return fmt.Errorf("hub: close: %d of %d games still wait for their log and will resume from it: %w", left, len(games), first)
	}
	return nil
}
