package replay

import (
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// A walk goes through a game, a step at a time.
type walk struct {
	r     *game.Replay
	noted bool // what lies before the next request has been a step
}

func (w *walk) fork() *walk { return &walk{w.r.Fork(), w.noted} }

// step runs the next step, and returns it as a viewpoint may see it, if there is one to see
// it. It reports false at the end.
func (w *walk) step(viewpoint *state.Seat) (s *Step, more bool, err error) {
	wasOver := over(w.r.Machine)
	q, err := w.r.Peek()
	if err != nil {
		return nil, false, err
	}
	if notes := w.r.Notes; !w.noted && (len(notes) > 0 || !wasOver && over(w.r.Machine)) {
		w.noted = true
		return w.between(viewpoint, notes), true, nil
	}
	if q == nil {
		return nil, false, nil
	}
	w.noted = false
	if viewpoint == nil {
		_, err = w.r.Next(new(state.Log)) // a game that nobody watches notes less
		return nil, true, err
	}
	s, err = w.request(q, *viewpoint)
	return s, true, err
}

func over(m state.Machine) bool {
	is, _ := m.Result()
	return is
}

// between is a step without a request.
func (w *walk) between(viewpoint *state.Seat, notes []protocol.Event) *Step {
	if viewpoint == nil {
		return nil
	}
	s := &Step{At: w.r.Last, Seat: -1, Events: append([]protocol.Event{}, notes...)}
	if len(notes) > 0 {
		s.Seat = notes[0].Seat
	}
	s.stand(w.r, *viewpoint)
	return s
}

// request runs the next request.
func (w *walk) request(q *game.Request, viewpoint state.Seat) (*Step, error) {
	r := w.r
	request, err := q.State()
	if err != nil {
		return nil, err
	}
	s := &Step{At: q.At, Seat: int(q.Seat), By: q.By}
	if viewpoint == state.Everything || viewpoint == q.Seat {
		s.choice(r.Machine, &request)
	}
	n := r.Events
	var log state.Log
	if _, err := r.Next(&log); err != nil {
		return nil, err
	}
	s.Events = make([]protocol.Event, len(log.Events))
	for i, e := range log.Events {
		n++
		s.Events[i] = protocol.EventOf(n, r.Machine.Tell(e, viewpoint))
	}
	s.stand(r, viewpoint)
	return s, nil
}
