package main

import (
	"slices"
	"unique"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// A walker follows the log of a game as it is run again, and looks whether what one
// client saw was to be seen there, in that order.
type walker struct {
	j       *journal
	seat    state.Seat
	at      int                                      // the next entry
	wrongAt int                                      // the first entry that is wrong, the number of all if none is
	next    uint64                                   // the number that the next event must have, 0 if any
	events  map[uint64]unique.Handle[protocol.Event] // what it was told
	texts   map[uint32]string                        // what it chose, by decision
}

func newWalker(j *journal) *walker {
	w := &walker{
		j: j, seat: state.Seat(j.seat), wrongAt: len(j.entries),
		events: make(map[uint64]unique.Handle[protocol.Event]), texts: make(map[uint32]string),
	}
	if j.seat < 0 {
		w.seat = state.Watcher
	}
	for _, m := range choicesOf(j) {
		w.texts[m.decision] = m.text
	}
	for _, e := range j.entries {
		for _, t := range e.Events {
			w.events[t.N] = t.Event
		}
	}
	return w
}

// wrong notes that an entry is wrong. The first one of a client is reported.
func (k *check) wrong(w *walker, at int, format string, args ...any) {
	if w.wrongAt == len(w.j.entries) {
		args = append([]any{at + 1}, args...)
		k.fault(w.j.seat, "contradiction", "entry %d of the journal: "+format, args...)
	}
	w.wrongAt = min(w.wrongAt, at)
}

// walk runs the log again with all walkers.
func (k *check) walk(played bool) {
	r, err := game.Open(k.lines, find)
	if err != nil {
		k.fault(-1, "damaged", "%s", err)
		k.finish(nil)
		return
	}
	k.after = append(k.after, r.Events)
	for i := 0; ; i++ {
		for _, w := range k.walkers {
			k.look(w, r)
		}
		if i < len(k.requests) {
			k.chosen(k.requests[i], r.Machine)
		}
		var log state.Log
		n := r.Events
		q, err := r.Next(&log)
		if err != nil {
			k.fault(-1, "damaged", "%s", err)
		}
		if q == nil || err != nil {
			break
		}
		k.after = append(k.after, r.Events)
		for i, e := range log.Events {
			k.tell(r.Machine, e, n+uint64(i)+1)
		}
	}
	k.finish(r)
	switch {
	case r.Fault != "":
		k.fault(-1, "set aside", "%s", r.Fault)
	case r.End == nil && played:
		k.fault(-1, "unfinished", "it stands at event %d, and waits for %v", r.Events, r.Machine.Awaiting())
	}
}

// look goes on with a walker as far as what it saw is what there is to be seen now.
func (k *check) look(w *walker, r *game.Replay) {
	for ; w.at < len(w.j.entries); w.at++ {
		e := &w.j.entries[w.at]
		switch {
		case e.What == joined && e.Fresh:
			w.next = 0
		case e.What == saw && e.N > r.Events:
			return
		case e.What == saw && e.N < r.Events:
			k.wrong(w, w.at, "event %d, and what there is to see after it is not what the log leads to", e.N)
		case e.What == saw:
			if e.Decision != r.Machine.Decision(w.seat) || e.Print != printOf(shown(r.Machine, w.seat)) {
				return
			}
			k.Updates++
			k.inOrder(w, e)
		}
	}
}

// inOrder looks for gaps in what a client was told.
func (k *check) inOrder(w *walker, e *entry) {
	next := w.next
	w.next = e.N + 1
	if next == 0 {
		return
	}
	if e.Gap && len(e.Events) == 0 {
		return
	}
	for i, t := range e.Events {
		if t.N != next && !(i == 0 && e.Gap && t.N > next) {
			k.wrong(w, w.at, "it tells event %d where %d was to come", t.N, next)
			return
		}
		next = t.N + 1
	}
	if next != e.N+1 {
		k.wrong(w, w.at, "its n is %d, and its events end before %d", e.N, next)
	}
}

// shown is what a seat is to be shown, but for events and clocks.
func shown(m state.Machine, seat state.Seat) *protocol.Update {
	u := &protocol.Update{Turn: m.Turn(), View: m.AppendView(nil, seat)}
	for asked := range state.Seat(m.Seats()) {
		if m.Awaiting().Has(asked) {
			u.Awaiting = append(u.Awaiting, int(asked))
		}
	}
	if id := m.Decision(seat); id != 0 {
		u.Decision = &protocol.Decision{ID: id}
		for i, o := range m.Options(seat, nil) {
			u.Decision.Options = append(u.Decision.Options, protocol.OptionOf(i, m.Label(seat, o)))
		}
	}
	return u
}

// chosen looks whether the log has what a client chose. The machine stands before the
// request.
func (k *check) chosen(q *game.Request, m state.Machine) {
	i := slices.IndexFunc(k.walkers, func(w *walker) bool { return w.seat == q.Seat })
	request, err := q.State()
	if i < 0 || q.By != "" || q.Decision == 0 || err != nil || m.Check(request) != nil {
		return // the replay says what is wrong with it
	}
	text, ok := k.walkers[i].texts[q.Decision]
	if label := m.Label(q.Seat, request.Option).Text; ok && label != text {
		k.fault(int(q.Seat), "contradiction", "decision %d was answered with %q, the log has %q", q.Decision, text, label)
	}
}

// tell compares an event with what the clients were told.
func (k *check) tell(m state.Machine, e state.Event, n uint64) {
	for _, w := range k.walkers {
		was, ok := w.events[n]
		if !ok {
			continue
		}
		k.Events++
		if is := toldOf(protocol.EventOf(n, m.Tell(e, w.seat))).Event; is != was {
			at := slices.IndexFunc(w.j.entries, func(e entry) bool { return slices.Contains(e.Events, told{n, was}) })
			k.wrong(w, at, "event %d is told as %q, the log leads to %q", n, was.Value().Text, is.Value().Text)
		}
	}
}

// finish looks for what clients saw that the log does not lead to, and at how they were
// told the game ended. r is nil if the log cannot be run at all.
func (k *check) finish(r *game.Replay) {
	for _, w := range k.walkers {
		for ; w.at < len(w.j.entries); w.at++ {
			if e := w.j.entries[w.at]; e.What == saw {
				k.wrong(w, w.at, "event %d is more, or other than what the log leads to", e.N)
				break
			}
		}
		over := w.j.over
		if over == nil || r == nil {
			continue
		}
		if r.End == nil || over.Reason != protocol.ReasonEnd || over.N != r.Events || !slices.Equal(over.Won, r.End.Won) {
			k.fault(w.j.seat, "contradiction", "it was told that the game ended at event %d, won by %v", over.N, over.Won)
		}
	}
}
