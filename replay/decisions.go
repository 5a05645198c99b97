package replay

import (
	"encoding/json"
	"fmt"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A Decision is one choice of a seat, with its options and its view at that time.
type Decision struct {
	N       int               `json:"n"`        // the step
	ID      uint32            `json:"decision"` // 0 for a resignation
	At      int64             `json:"at_ms"`    // time of the choice, in ms since 1970
	Took    int64             `json:"ms"`       // thinking time in ms
	By      string            `json:"by,omitempty"`
	Turn    int               `json:"turn"`
	Options []protocol.Option `json:"options"`
	Chosen  *protocol.Option  `json:"chosen"`
	View    json.RawMessage   `json:"view"`
}

// Decisions returns at most count decisions of a seat, starting at the given step.
func (g *Game) Decisions(seat state.Seat, from, count int) ([]Decision, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := []Decision{}
	w, err := g.at(min(max(from-1, 0), g.Steps))
	if err != nil {
		return nil, err
	}
	for n := max(from, 1); n <= g.Steps && len(list) < count; n++ {
		next, err := w.Record()
		if err == nil {
			if q := next.Request; q != nil && q.Seat == seat {
				list = append(list, decision(w.Table, q, n))
			}
			_, err = w.step()
		}
		if err != nil {
			return nil, fmt.Errorf("replay: game %s: %w", g.Game, err)
		}
	}
	return list, nil
}

// decision returns the choice that step n is about to make.
func decision(t *table.Table, q *table.Request, n int) Decision {
	var s Step
	s.choice(t, q)
	return Decision{
		N: n, ID: q.Decision, At: q.At, Took: max(q.At-t.Seats[q.Seat].Asked, 0), By: q.By, Turn: t.Machine.Turn(),
		Options: s.Options, Chosen: s.Chosen, View: t.Machine.AppendView(nil, q.Seat),
	}
}
