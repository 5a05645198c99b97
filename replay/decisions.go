package replay

import (
	"encoding/json"
	"fmt"

	"gamed/protocol"
	"gamed/state"
)

// A Decision is what a seat was asked, what it knew then, and what it chose.
type Decision struct {
	N       int               `json:"n"`        // the step
	ID      uint32            `json:"decision"` // 0 for who resigned
	At      int64             `json:"at_ms"`    // when it chose, since 1970
	Took    int64             `json:"ms"`       // how long it was asked before
	By      string            `json:"by,omitempty"`
	Turn    int               `json:"turn"`
	Options []protocol.Option `json:"options"`
	Chosen  *protocol.Option  `json:"chosen"`
	View    json.RawMessage   `json:"view"`
}

// Decisions returns at most count decisions of a seat, from step number from on.
func (g *Game) Decisions(seat state.Seat, from, count int) ([]Decision, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := []Decision{}
	w, err := g.at(min(max(from-1, 0), g.Steps))
	if err != nil {
		return nil, err
	}
	for n := max(from, 1); n <= g.Steps && len(list) < count; n++ {
		d, err := w.decision(seat)
		if err == nil {
			_, _, err = w.step(nil)
		}
		if err != nil {
			return nil, fmt.Errorf("replay: game %s: %w", g.Game, err)
		}
		if d != nil {
			d.N = n
			list = append(list, *d)
		}
	}
	return list, nil
}

// decision returns what a seat chooses in the next step, nil if it does not.
func (w *walk) decision(seat state.Seat) (*Decision, error) {
	q, err := w.r.Peek()
	if err != nil || q == nil || q.Seat != seat || len(w.r.Notes) > 0 && !w.noted {
		return nil, err
	}
	request, err := q.State()
	if err != nil {
		return nil, err
	}
	m := w.r.Machine
	var s Step
	s.choice(m, &request)
	return &Decision{
		ID: q.Decision, At: q.At, Took: max(q.At-w.r.Asked[seat], 0), By: q.By, Turn: m.Turn(),
		Options: s.Options, Chosen: s.Chosen, View: m.AppendView(nil, seat),
	}, nil
}
