package replay

import (
	"encoding/json"
	"fmt"

	"gamed/protocol"
	"gamed/state"
)

// A Page is a range of steps of a game as a viewpoint may see them.
type Page struct {
	Facts
	// Viewpoint is the number of a seat, "watcher" for spectators, or "all".
	Viewpoint string `json:"viewpoint"`
	From      int    `json:"from"` // the number of the first step on the page
	List      []Step `json:"list"`
}

// A Step is a request and its events. Step 0 is the deal. An undo and a draw outside the rules are
// also steps, without a request.
type Step struct {
	N    int    `json:"n"`
	At   int64  `json:"at_ms"`        // in ms since 1970
	Seat int    `json:"seat"`         // the seat of the request or the undo; -1 for none
	By   string `json:"by,omitempty"` // the source of the choice if it is not the player, as in [table.Request]
	// Options are the options of the seat, and Chosen is its choice. Both are absent where the
	// viewpoint may not see them. If the choice is a resignation or a pick of several cards,
	// Chosen has id -1 and is not in Options.
	Options []protocol.Option `json:"options,omitempty"`
	Chosen  *protocol.Option  `json:"chosen,omitempty"`
	Events  []protocol.Event  `json:"events"` // the events of the step as the viewpoint sees them
	// The fields below describe the position after the step, as in an update.
	Turn     int             `json:"turn"`
	Awaiting []int           `json:"awaiting"`
	Left     []int64         `json:"left_ms,omitempty"`
	View     json.RawMessage `json:"view"` // null if the program has other rules: see [Facts]
}

// Page returns at most count steps, starting at the given step number. viewpoint is a seat
// of the game, [state.Watcher] or [state.Everything]. If the program has other rules, every viewpoint
// gets the steps for [state.Watcher].
func (g *Game) Page(viewpoint state.Seat, from, count int) (*Page, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.Source != "" {
		viewpoint = state.Watcher
	}
	p := &Page{Facts: g.Facts, Viewpoint: viewpointName(viewpoint), From: from, List: []Step{}}
	if from > g.Steps || count < 1 {
		return p, nil
	}
	if g.transcriptSteps != nil {
		p.List = g.transcriptSteps[from:min(from+count, len(g.transcriptSteps))]
		return p, nil
	}
	w, err := g.cursorAt(max(from-1, 0))
	if err != nil {
		return nil, err
	}
	if from == 0 {
		s := Step{At: g.At, Seat: -1, Events: []protocol.Event{}}
		s.addPosition(w.Table, viewpoint)
		p.List = append(p.List, s)
		from++
	}
	for n := from; n <= g.Steps && len(p.List) < count; n++ {
		s, err := w.nextStep(viewpoint)
		if err != nil {
			return nil, fmt.Errorf("replay: game %s: %w", g.Game, err)
		}
		s.N = n
		p.List = append(p.List, *s)
	}
	return p, nil
}

// viewpointName returns the text for the field Viewpoint of a [Page].
func viewpointName(viewpoint state.Seat) string {
	switch viewpoint {
	case state.Everything:
		return "all"
	case state.Watcher:
		return "watcher"
	}
	return fmt.Sprint(viewpoint)
}

// Viewpoint parses a text in the form of the field Viewpoint of a [Page]. The empty text means
// "all". Viewpoint reports false for other text and for seats that the game does not have.
func (g *Game) Viewpoint(text string) (state.Seat, bool) {
	if text == "" {
		return state.Everything, true
	}
	seats := []state.Seat{state.Watcher, state.Everything}
	for seat := range state.Seat(len(g.Seats)) {
		seats = append(seats, seat)
	}
	for _, seat := range seats {
		if text == viewpointName(seat) {
			return seat, true
		}
	}
	return 0, false
}
