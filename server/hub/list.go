package hub

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/table"
)

// The statuses of a game.
const (
	Open = "open" // waits for players
	Live = "live"
	Over = "over"
)

// An Info is the public state of a game.
type Info struct {
	ID      string    `json:"id"`
	Rules   string    `json:"rules"`
	Status  string    `json:"status"` // [Open], [Live] or [Over]
	Created time.Time `json:"created"`
	protocol.TableOptions
	Series *table.Series `json:"series,omitempty"` // the series of the game, or nil
	// Reserved is set if the open seats are reserved for the players of the previous game.
	Reserved bool            `json:"reserved,omitempty"`
	Seats    []protocol.Seat `json:"seats"`
	// If spectators see the game with a delay, Turn is 0 and Status stays live until they have
	// seen the end.
	Turn int `json:"turn"`
	// Awaiting has the seats that must decide in a running game. It is absent while spectators see
	// the game with a delay.
	Awaiting []int `json:"awaiting,omitempty"`
	// TimeLeft has, for each seat, the milliseconds until the clock answers for the seat, or -1 if
	// its time does not run. The field is absent if no seat's time runs.
	TimeLeft     []int64 `json:"ends_ms,omitempty"`
	WatcherCount int     `json:"watched"`         // the number of spectators
	Won          []int   `json:"won,omitempty"`   // the winning seats of a finished game; empty for a draw
	Fault        bool    `json:"fault,omitempty"` // set aside after a fault in its rules
	From         *Origin `json:"from,omitempty"`  // absent for a dealt game
	// Debug is set if the game began in debug mode: its players see and change hidden facts. Such a
	// game is never rated or ranked.
	Debug bool `json:"debug,omitempty"`
	// Commit is the [table.Commitment] to the game's random key, or "" for older games without
	// one.
	Commit string `json:"commit,omitempty"`
}

// An Origin is a position in another game from which a game starts.
type Origin struct {
	Game string `json:"game"` // the id of the other game
	Step int    `json:"step"` // the last step before the position
}

// The results of a game for a seat.
const (
	Won     = "won"
	Lost    = "lost"
	Drawn   = "drawn"
	Running = "running" // or waiting for players
	Aborted = "aborted" // set aside
)

// Result returns the result of the game for a seat. A finished game with one seat is won or lost.
func (i *Info) Result(seat int) string {
	switch {
	case i.Fault:
		return Aborted
	case i.Status != Over:
		return Running
	case slices.Contains(i.Won, seat):
		return Won
	case len(i.Won) == 0 && len(i.Seats) > 1:
		return Drawn
	}
	return Lost
}

// Results returns the result of the game for each seat.
func (i *Info) Results() []string {
	results := make([]string, len(i.Seats))
	for seat := range results {
		results[seat] = i.Result(seat)
	}
	return results
}

// List returns the public games that match f, newest first. It omits a table that waits for players
// if all its players have left or if the table is asleep.
func (h *Hub) List(ctx context.Context, f Filter) ([]Info, error) {
	infos := []Info{}
	for e := range h.newest(&f, maxSearched) {
		if len(infos) == f.Limit {
			break
		}
		info, err := e.info(ctx, e.game, e.summary)
		if errors.Is(err, game.ErrClosed) {
			continue // the game has just left memory
		}
		if err != nil {
			return nil, err
		}
		if f.Fits(&info) && !info.deserted() {
			infos = append(infos, info)
		}
	}
	return infos, nil
}

// deserted reports whether a table waits for players while all its players are away. A player who
// joined it would wait alone.
func (i *Info) deserted() bool {
	people := 0
	for _, s := range i.Seats {
		if s.Kind == protocol.SeatPerson {
			people++
			if s.Here {
				return false
			}
		}
	}
	return i.Status == Open && people > 0
}

// newest yields copies of up to limit public games that match f, newest first. It does not query the
// games. The caller may query a game before it takes the next one, because newest holds Hub.mu only
// while it copies the next batch.
func (h *Hub) newest(f *Filter, limit int) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		var last *entry
		for left := limit; left > 0; left -= batchSize {
			batch := h.olderThan(last, f, min(left, batchSize))
			for i := range batch {
				if !yield(batch[i]) {
					return
				}
				last = &batch[i]
			}
			if len(batch) < batchSize {
				return
			}
		}
	}
}

// olderThan returns copies of at most limit public games that match f and are older than the game
// last, newest first. If last is nil, it begins with the newest game.
func (h *Hub) olderThan(last *entry, f *Filter, limit int) (found []entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.unsorted {
		slices.SortFunc(h.order, byAge)
		h.unsorted = false
	}
	order := h.order
	if last != nil {
		n, _ := slices.BinarySearchFunc(order, last, byAge)
		order = order[:n]
	}
	now := time.Now().UnixMilli()
	for _, e := range slices.Backward(order) {
		if len(found) == limit {
			break
		}
		// An open table that is asleep has had no client for some time: a player who joined it
		// would wait alone.
		here := e.stage == awake || e.stage == asleep && e.summary.Started || e.stage == over
		if here && !e.fixedInfo.Private && e.listedFrom <= now && f.matches(e) {
			found = append(found, *e)
		}
	}
	return found
}

// status returns the status of a game. Hub.mu is held.
func (e *entry) status() string {
	switch {
	case e.stage == over:
		return Over
	case e.game != nil && e.game.OpenSeats() > 0, e.summary != nil && !e.summary.Started:
		return Open
	}
	return Live
}

// Get returns a game by its id. It does not wake a sleeping game. The error is one of this package,
// such as [ErrNotFound], or comes from the context.
func (h *Hub) Get(ctx context.Context, id string) (Info, error) {
	if e := h.copyEntry(id); e.stage == asleep {
		return e.info(ctx, nil, e.summary)
	}
	return withGame(ctx, h, id, func(e *entry, g *game.Game) (Info, error) { return e.info(ctx, g, nil) })
}

// info returns the state of a game. For a sleeping game, g is nil.
func (e *entry) info(ctx context.Context, g *game.Game, summary *game.Summary) (Info, error) {
	var status game.Status
	if g == nil {
		status = summary.Status
	} else {
		var err error
		if status, err = g.Status(ctx); err != nil {
			return Info{}, fmt.Errorf("hub: %w", err)
		}
	}
	info := *e.fixedInfo
	info.Status, info.Seats, info.Turn, info.WatcherCount = Live, status.Seats, status.Turn, status.WatcherCount
	info.Fault, info.Commit, info.Awaiting, info.TimeLeft = status.Fault, status.Commit, table.Numbers(status.Awaiting), status.Ends
	switch {
	case status.Over:
		info.Status, info.Won = Over, status.Won
	case status.Fault:
		info.Status = Over
	case !status.Started:
		info.Status = Open
	}
	return info, nil
}

// Log returns the records of a finished game. The error is [ErrNotOver] until the game's
// spectators have seen its end.
func (h *Hub) Log(ctx context.Context, id string) ([][]byte, error) {
	records, err := h.Records(ctx, id)
	if err != nil {
		return nil, err
	}
	if !table.Closed(records) {
		if h.IsSetAside(id) {
			return nil, ErrSetAside
		}
		return nil, ErrNotOver
	}
	summary, err := table.Summarize(records)
	if err != nil {
		return nil, ErrSetAside
	}
	if time.Now().UnixMilli() < summary.ShownAt() {
		return nil, ErrNotOver
	}
	return records, nil
}
