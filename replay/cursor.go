package replay

import (
	"strings"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A cursor replays a game one step at a time. A step is a choice, an undo, or a [table.Draw], which
// ends the game without a winner. All other records belong to the step before them.
type cursor struct{ *table.Replay }

func (w cursor) fork() cursor { return cursor{w.Fork()} }

// start deals the game and applies the records before the first step. So step 0 shows the position
// that players see when all seats are taken.
func start(lines [][]byte, find table.RulesFinder) (cursor, error) {
	r, err := table.Open(lines, find)
	if err != nil {
		return cursor{}, err
	}
	return cursor{r}, cursor{r}.finishStep()
}

// finishStep applies the records that belong to the current step.
func (w cursor) finishStep() error {
	for w.More() {
		next, err := w.Record()
		if err != nil || next.Step() {
			return err
		}
		if _, err := w.Next(); err != nil {
			return err
		}
	}
	return nil
}

// step applies the next step, which must exist.
func (w cursor) step() (table.Change, error) {
	c, err := w.Next()
	if err == nil {
		err = w.finishStep()
	}
	return c, err
}

// nextStep applies the next step and returns it as a viewpoint may see it.
func (w cursor) nextStep(viewpoint state.Seat) (*Step, error) {
	s, err := w.nextEvents(viewpoint)
	if err == nil {
		s.addPosition(w.Table, viewpoint)
	}
	return s, err
}

// nextEvents applies the next step and returns it without the position after the step.
func (w cursor) nextEvents(viewpoint state.Seat) (*Step, error) {
	next, err := w.Record()
	if err != nil {
		return nil, err
	}
	s := &Step{At: next.Time(), Seat: -1}
	switch q := next.Request; {
	case q != nil:
		s.Seat, s.By = int(q.Seat), q.By
		if viewpoint == state.Everything || viewpoint == q.Seat {
			s.addChoice(w.Table, q)
		}
	case next.Undo != nil:
		s.Seat = int(next.Undo.Seat)
	}
	c, err := w.step()
	if err != nil {
		return nil, err
	}
	s.Events = w.Table.Told(&c, viewpoint)
	return s, nil
}

// addChoice adds the options and the choice of a seat to a step.
func (s *Step) addChoice(t *table.Table, q *table.Request) {
	label := func(o state.Option) state.Label { return t.Machine.Label(q.Seat, o) }
	taken := q.Options()
	chosen := protocol.OptionOf(-1, label(taken[0]))
	for i, o := range t.Options(q.Seat) {
		s.Options = append(s.Options, protocol.OptionOf(i, label(o)))
		if o == taken[0] {
			chosen = s.Options[i]
		}
	}
	if len(taken) > 1 {
		var cards []string
		for _, o := range taken {
			if o.Do == state.Take {
				cards = append(cards, label(o).Text)
			}
		}
		chosen = protocol.Option{ID: -1, Do: "pick", Text: strings.Join(cards, ", ")}
	}
	s.Chosen = &chosen
}

// addPosition adds the current position to a step, as the viewpoint sees it.
func (s *Step) addPosition(t *table.Table, viewpoint state.Seat) {
	s.Turn, s.Awaiting, s.Left = t.Machine.Turn(), table.Awaiting(t.Machine), t.Left()
	s.View = t.Machine.AppendView(nil, viewpoint)
}
