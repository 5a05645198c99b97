package hub

import (
	"cmp"
	"slices"
	"time"

	"gamed/game"
	"gamed/protocol"
)

// An entry is a game and what only the hub knows of it. All but its id is guarded by
// Hub.mu, and what learn sets stays as it is.
type entry struct {
	id      string
	rules   string
	dealer  *game.Listed // as it was when the game began; nil before learn
	ranked  bool         // may be in rankings
	from    *Origin
	created time.Time
	options protocol.TableOptions
	kept    []string     // the reservations of the seats, nil for none
	series  *game.Series // nil for none

	stage stage
	busy  chan struct{} // closed when the one is done who changes game; nil for nobody
	game  *game.Game    // nil unless it is in memory
	rest  *game.Rest    // what is known of it when it is asleep
	last  time.Time     // when it was last used before it was brought back, or fell asleep

	listed bool // in Hub.order
	ended  bool // over, and perhaps forgotten
	mine   bool // this hub has made it or written its epoch: see Config.Node
}

// A stage is where a game is.
type stage int

const (
	nowhere stage = iota
	waiting       // in the log, and has not been looked at since the start
	awake         // in memory
	asleep        // in the log, as nobody needs it now
	over          // in memory
	aside         // in the log, which cannot be run again
	stages
)

// move notes where a game is now. h.mu is held.
func (h *Hub) move(e *entry, to stage) {
	h.counts[e.stage]--
	h.counts[to]++
	e.stage = to
}

// forget takes a game out of the lists. h.mu is held.
func (h *Hub) forget(e *entry) {
	h.move(e, nowhere)
	delete(h.games, e.id)
	if h.c.Gone != nil {
		h.c.Gone(e.id)
	}
	if !e.listed {
		return
	}
	if h.gone++; h.gone > 1000 && h.gone > len(h.order)/2 {
		h.order = slices.DeleteFunc(h.order, func(e *entry) bool { return e.stage == nowhere })
		h.gone = 0
	}
}

// learn takes note of what the hub has to know of a game. h.mu is held.
func (h *Hub) learn(e *entry, c *game.Config) {
	if e.dealer != nil {
		return
	}
	h.read(e, &c.Header)
	e.dealer = game.List(c.Rules)
	if ranks := e.dealer.Abilities().Ranks; ranks != nil {
		e.ranked = ranks(c.Header.Setup) && c.Header.From == nil
	}
}

// read takes note of what the header alone tells. h.mu is held.
func (h *Hub) read(e *entry, header *game.Header) {
	e.rules, e.created, e.options = header.Rules, time.UnixMilli(header.At), header.TableOptions
	e.series, e.kept = header.Series, header.Kept
	if header.From != nil {
		e.from = &Origin{header.From.Game, header.From.Step}
	}
}

// list puts a game into the order of all. h.mu is held.
func (h *Hub) list(e *entry) {
	if e.listed {
		return
	}
	e.listed = true
	if n := len(h.order); n > 0 && byAge(h.order[n-1], e) > 0 {
		h.unsorted = true
	}
	h.order = append(h.order, e)
}

// byAge orders games, the newest last.
func byAge(a, b *entry) int {
	return cmp.Or(a.created.Compare(b.created), cmp.Compare(b.id, a.id))
}

// Counts is how many games there are, by where they are.
type Counts struct {
	Live     int // in memory, and not over
	Asleep   int // not in memory, as nobody needs them now
	Waiting  int // of a restart, and not brought back yet
	Over     int // in memory
	SetAside int // cannot be run again
	Held     int // of the live ones, those whose seats have been told that the log does not answer
	// Unsure says that more may wait: the servers of a cluster have yet to ask each other.
	Unsure bool
	// CutOff says that a server of a cluster has not reached the others' log for a while.
	CutOff bool
}

// Count returns how many games there are. Of those that are over it counts what is in
// memory.
func (h *Hub) Count() Counts {
	h.mu.Lock()
	defer h.mu.Unlock()
	return Counts{
		Live: h.counts[awake], Asleep: h.counts[asleep], Waiting: h.counts[waiting], Over: h.counts[over], SetAside: h.counts[aside], Held: h.timers.Held(),
	}
}
