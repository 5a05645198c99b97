package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/store"
)

// The stages of a game.
const (
	Open = "open" // waits for players
	Live = "live"
	Over = "over"
)

// An Info is what anybody may know of a game.
type Info struct {
	ID      string           `json:"id"`
	Rules   string           `json:"rules"`
	Status  string           `json:"status"` // [Open], [Live] or [Over]
	Created time.Time        `json:"created"`
	Private bool             `json:"private,omitempty"`
	Forks   *protocol.Budget `json:"forks,omitempty"` // of the seats' forward model, if they have one
	Seats   []protocol.Seat  `json:"seats"`
	Turn    int              `json:"turn"`
	Watched int              `json:"watched"`         // by how many spectators
	Won     []int            `json:"won,omitempty"`   // once it is over; nobody is a draw
	Fault   bool             `json:"fault,omitempty"` // set aside after a fault in its rules
}

// A Filter picks games. Its zero fields ask for nothing.
type Filter struct {
	Rules  string
	Status []string // any of these
	Limit  int      // at most so many, the newest; it must be set
}

// List returns the games that are not private, the newest first.
func (h *Hub) List(ctx context.Context, f Filter) ([]Info, error) {
	infos := []Info{}
	for _, e := range h.newest(f.Rules) {
		if len(infos) == f.Limit {
			break
		}
		info, err := h.info(ctx, e)
		if errors.Is(err, game.ErrClosed) {
			continue // forgotten in the meantime
		}
		if err != nil {
			return nil, err
		}
		if len(f.Status) == 0 || slices.Contains(f.Status, info.Status) {
			infos = append(infos, info)
		}
	}
	return infos, nil
}

// newest returns the games of a ruleset, of all if it is empty, that are not
// private, the newest first.
func (h *Hub) newest(rules string) []*entry {
	h.mu.Lock()
	var entries []*entry
	for _, e := range h.games {
		if !e.private && (rules == "" || rules == e.rules) {
			entries = append(entries, e)
		}
	}
	h.mu.Unlock()
	slices.SortFunc(entries, func(a, b *entry) int {
		return cmp.Or(b.created.Compare(a.created), cmp.Compare(a.game.ID(), b.game.ID()))
	})
	return entries
}

// Get returns a game by its id, or [ErrNotFound].
func (h *Hub) Get(ctx context.Context, id string) (Info, error) {
	e, err := h.find(id)
	if err != nil {
		return Info{}, err
	}
	return h.info(ctx, e)
}

func (h *Hub) info(ctx context.Context, e *entry) (Info, error) {
	status, err := e.game.Status(ctx)
	if err != nil {
		return Info{}, fmt.Errorf("hub: %w", err)
	}
	info := Info{
		ID: status.Game, Rules: status.Rules, Status: Live, Created: e.created.UTC(), Private: e.private, Forks: e.forks,
		Seats: status.Seats, Turn: status.Turn, Watched: status.Watched, Fault: status.Fault,
	}
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

// Count returns how many games are not over and how many are, of those in
// memory.
func (h *Hub) Count() (live, over int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.games) - len(h.finished), len(h.finished)
}

// Log returns the records of a game that is over, [ErrNotOver] before.
func (h *Hub) Log(ctx context.Context, id string) ([][]byte, error) {
	if !IsID(id) {
		return nil, ErrNotFound
	}
	records, err := h.c.Log.Read(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	if !ended(records) {
		return nil, ErrNotOver
	}
	return records, nil
}

// ended reports whether the last record of a log is one that nothing follows.
func ended(records [][]byte) bool {
	if len(records) == 0 {
		return false
	}
	var last struct {
		T string `json:"t"`
	}
	err := json.Unmarshal(records[len(records)-1], &last)
	return err == nil && (last.T == "end" || last.T == "fault")
}
