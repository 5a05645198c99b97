package replay

import (
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A walk goes through a game, a step at a time. A step is a record that changes what
// players see: a choice, an undo, a draw. Other records belong to the step before them.
type walk struct{ r *table.Replay }

func (w walk) fork() walk { return walk{w.r.Fork()} }

// start deals the game: step 0 is what players see when all seats are taken.
func start(lines [][]byte, find table.Find) (walk, error) {
	r, err := table.Open(lines, find)
	if err != nil {
		return walk{}, err
	}
	w := walk{r}
	return w, w.finish()
}

// finish applies the records that belong to the current step.
func (w walk) finish() error {
	for w.r.More() {
		next, err := w.r.Record()
		if err != nil || next.Request != nil || next.Undo != nil || next.Draw != nil {
			return err
		}
		if _, err := w.r.Next(); err != nil {
			return err
		}
	}
	return nil
}

// step applies the next step and returns it as a viewpoint may see it. Without a viewpoint
// the step is nil. It reports false at the end.
func (w walk) step(viewpoint *state.Seat) (s *Step, more bool, err error) {
	if !w.r.More() {
		return nil, false, nil
	}
	t := w.r.Table
	next, err := w.r.Record()
	if err != nil {
		return nil, false, err
	}
	if viewpoint != nil {
		s = &Step{At: next.Time(), Seat: -1}
		switch q := next.Request; {
		case q != nil:
			s.Seat, s.By = int(q.Seat), q.By
			if *viewpoint == state.Everything || *viewpoint == q.Seat {
				s.choice(t, q)
			}
		case next.Undo != nil:
			s.Seat = int(next.Undo.Seat)
		}
	}
	c, err := w.r.Next()
	if err != nil {
		return nil, false, err
	}
	if viewpoint != nil {
		s.Events = t.Told(&c, *viewpoint)
		s.stand(t, *viewpoint)
	}
	return s, true, w.finish()
}

// choice adds the options and the choice of a seat to a step.
func (s *Step) choice(t *table.Table, q *table.Request) {
	request := q.State()
	for i, o := range t.Options(q.Seat) {
		s.Options = append(s.Options, protocol.OptionOf(i, t.Machine.Label(q.Seat, o)))
		if o == request.Option {
			chosen := s.Options[i]
			s.Chosen = &chosen
		}
	}
	if s.Chosen == nil {
		chosen := protocol.OptionOf(-1, t.Machine.Label(q.Seat, request.Option))
		s.Chosen = &chosen
	}
}

// stand adds the current position to a step.
func (s *Step) stand(t *table.Table, viewpoint state.Seat) {
	s.Turn, s.Awaiting, s.Left = t.Machine.Turn(), table.Awaiting(t.Machine), t.Left()
	s.View = t.Machine.AppendView(nil, viewpoint)
}
