package replay

import (
	"encoding/json"
	"fmt"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// An Answer is one choice of a seat, without its contents.
type Answer struct {
	Step      int    `json:"n"`        // the number of the step
	ID        uint32 `json:"decision"` // id of the answered decision, 0 for a resignation
	At        int64  `json:"at_ms"`    // time of the choice, in ms since 1970
	ThinkTime int64  `json:"ms"`       // thinking time in ms
	By        string `json:"by,omitempty"`
}

// A Decision is one choice of a seat, with the seat's options and view before the choice.
type Decision struct {
	Answer
	Turn    int               `json:"turn"`
	Options []protocol.Option `json:"options"`
	Chosen  *protocol.Option  `json:"chosen"`
	View    json.RawMessage   `json:"view"`
}

// Decisions returns at most count decisions of a seat, starting at the given step. Any goroutine may
// call it.
func (g *Game) Decisions(seat state.Seat, from, count int) ([]Decision, error) {
	return choices(g, seat, from, count, decision)
}

// Answers returns the first count choices of a seat. It is much cheaper than [Game.Decisions], because it
// renders no views and options. Any goroutine may call it.
func (g *Game) Answers(seat state.Seat, count int) ([]Answer, error) {
	return choices(g, seat, 0, count, answer)
}

// choices calls describe before each choice that the seat makes at the given step or later. choices
// returns at most count results of describe.
func choices[T any](g *Game, seat state.Seat, from, count int, describe func(*table.Table, *table.Request, int) T) ([]T, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := []T{}
	w, err := g.cursorAt(min(max(from-1, 0), g.Steps))
	if err != nil {
		return nil, err
	}
	for n := max(from, 1); n <= g.Steps && len(list) < count; n++ {
		next, err := w.Record()
		if err == nil {
			if q := next.Request; q != nil && q.Seat == seat {
				list = append(list, describe(w.Table, q, n))
			}
			_, err = w.step()
		}
		if err != nil {
			return nil, fmt.Errorf("replay: game %s: %w", g.Game, err)
		}
	}
	return list, nil
}

// answer describes the choice q of step n. The table is still in the state before the step.
func answer(t *table.Table, q *table.Request, n int) Answer {
	return Answer{Step: n, ID: q.Decision, At: q.At, ThinkTime: max(q.At-t.Seats[q.Seat].Asked, 0), By: q.By}
}

// decision describes the choice q of step n, like answer, and adds the options, the chosen option and
// the seat's view.
func decision(t *table.Table, q *table.Request, n int) Decision {
	var s Step
	s.addChoice(t, q)
	return Decision{
		Answer: answer(t, q, n), Turn: t.Machine.Turn(),
		Options: s.Options, Chosen: s.Chosen, View: t.Machine.AppendView(nil, q.Seat),
	}
}
