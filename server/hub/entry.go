package hub

import (
	"cmp"
	"slices"
	"time"

	"gamed/game"
	"gamed/state"
	"gamed/table"
)

// An entry is the hub's record of one game. Hub.mu guards all fields but id. The fields that
// setFixedInfo sets do not change afterwards.
type entry struct {
	id         string
	fixedInfo  *Info              // the fields that never change; nil before setFixedInfo, as is dealer
	dealer     *table.CachedRules // the ruleset that the game began with
	ranked     bool               // may appear in rankings
	listedFrom int64              // the Unix time in ms from which lists show the game, or 0
	reserved   []string           // the hash of each seat's reservation: see [table.Header]; nil without reservations

	stage   stage
	busy    chan struct{} // non-nil while a goroutine may change game; then closed: see whileBusy
	game    *game.Game    // nil unless the game is in memory
	summary *game.Summary // of a sleeping game
	lastUse time.Time     // the last use before the game was loaded or fell asleep, or the time when it was set aside
	// stranded is set for a game that was set aside because its rules are older.
	stranded bool
	// incomplete is set for a game that was set aside because its log is damaged.
	incomplete bool
	owned      bool // this hub created the game or wrote its epoch: see Config.Node
}

// A stage is the state of a game within the hub.
type stage int

const (
	absent   stage = iota // being created or loaded
	unread                // in the log, not read since the start
	awake                 // in memory
	asleep                // in the log only, because it is unused
	over                  // finished, in memory
	setAside              // in the log only: damaged, or not playable by this program
	gone                  // no longer in Hub.games
	stages
)

// setAsideError returns the error for a game that was set aside.
func (e *entry) setAsideError() error {
	if e.incomplete {
		return ErrIncomplete
	}
	return ErrSetAside
}

// setStage changes the stage of a game. h.mu is held.
func (h *Hub) setStage(e *entry, to stage) {
	h.counts[e.stage]--
	h.counts[to]++
	e.stage = to
}

// removeEntry removes a game from the hub. h.mu is held.
func (h *Hub) removeEntry(e *entry) {
	h.setStage(e, gone)
	delete(h.games, e.id)
	if h.c.Gone != nil {
		h.c.Gone(e.id)
	}
	if n := h.counts[gone]; n > 1000 && n > len(h.order)/2 {
		h.order = slices.DeleteFunc(h.order, func(e *entry) bool { return e.stage == gone })
		h.counts[gone] = 0
	}
}

// setFixedInfo sets the fields of an entry that depend only on the game's header and rules. Hub.mu
// is held.
func (e *entry) setFixedInfo(header *table.Header, rules state.Dealer) {
	e.fixedInfo = &Info{
		ID: header.Game, Rules: header.Rules, Created: time.UnixMilli(header.At).UTC(), TableOptions: header.TableOptions, Series: header.Series,
	}
	e.fixedInfo.Reserved = len(header.Reserved) > 0
	if header.From != nil {
		e.fixedInfo.From = &Origin{header.From.Game, header.From.Step}
	}
	e.dealer, e.reserved, e.listedFrom = table.Cache(rules), header.Reserved, header.ListedFrom
	if ranks := e.dealer.Abilities().Ranks; ranks != nil {
		e.fixedInfo.Debug = !ranks(header.Setup)
		e.ranked = !e.fixedInfo.Debug && header.From == nil
	}
}

// addToOrder adds a game to Hub.order. h.mu is held.
func (h *Hub) addToOrder(e *entry) {
	if n := len(h.order); n > 0 && byAge(h.order[n-1], e) > 0 {
		h.unsorted = true
	}
	h.order = append(h.order, e)
}

// byAge compares games by creation time, oldest first, and equal times by id, highest first.
func byAge(a, b *entry) int {
	return cmp.Or(a.fixedInfo.Created.Compare(b.fixedInfo.Created), cmp.Compare(b.id, a.id))
}

// Counts are the numbers of a server's games by stage, and the state of its cluster.
type Counts struct {
	Live     int // in memory and not over
	Asleep   int // not in memory, because they are unused
	Waiting  int // not read from the log since the start
	Over     int // finished games in memory
	SetAside int // games that are damaged or not playable by this program
	Held     int // live games whose clients were told that the log does not respond
	// Full is set while the hub refuses to create games, because [Config.MaxGames] or
	// [Config.MaxUnfinished] is reached.
	Full bool
	// AdoptionUnknown is set by the server's node in a cluster, while it does not know how many of
	// the cluster's games it must adopt.
	AdoptionUnknown bool
	// CutOff is set by the node while it cannot reach the rest of the cluster.
	CutOff bool
}

// KnownWaiting returns Waiting, or nil while the server does not know it.
func (c Counts) KnownWaiting() *int {
	if c.AdoptionUnknown {
		return nil
	}
	return &c.Waiting
}

// copyEntry returns a copy of a game's entry, or the zero entry for an unknown game.
func (h *Hub) copyEntry(id string) (e entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if known := h.games[id]; known != nil {
		e = *known
	}
	return e
}

// Count returns the numbers of this hub's games. It leaves AdoptionUnknown and CutOff to the
// server's node.
func (h *Hub) Count() Counts {
	h.mu.Lock()
	defer h.mu.Unlock()
	return Counts{
		Live: h.counts[awake], Asleep: h.counts[asleep], Waiting: h.counts[unread], Over: h.counts[over],
		SetAside: h.counts[setAside], Held: h.timers.Held(), Full: h.full(forCreate),
	}
}
