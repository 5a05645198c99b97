package main

import (
	"slices"
	"unique"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A walker compares the journal of one client with a replay of the log.
type walker struct {
	journal    *journal
	seat       state.Seat
	nextEntry  int                                      // index of the next entry
	firstWrong int                                      // index of the first wrong entry, or the number of entries
	nextEvent  uint64                                   // expected number of the next event, or 0 for any
	events     map[uint64]unique.Handle[protocol.Event] // received events, by number
	choices    []*journalChoice
	texts      map[uint32]string // chosen options, by decision
}

func newWalker(j *journal) *walker {
	w := &walker{
		journal: j, seat: state.Seat(j.seat), firstWrong: len(j.entries), choices: choicesOf(j),
		events: make(map[uint64]unique.Handle[protocol.Event]), texts: make(map[uint32]string),
	}
	if j.seat < 0 {
		w.seat = state.Watcher
	}
	for _, m := range w.choices {
		w.texts[m.decision] = m.text
	}
	for _, e := range j.entries {
		for _, t := range e.Events {
			w.events[t.N] = t.Event
		}
	}
	return w
}

// reportWrong reports a wrong entry in a client's journal, unless it has reported another entry.
func (k *check) reportWrong(w *walker, at int, format string, args ...any) {
	if w.firstWrong == len(w.journal.entries) {
		args = append([]any{at + 1}, args...)
		k.fault(w.journal.seat, "contradiction", "journal entry %d: "+format, args...)
	}
	w.firstWrong = min(w.firstWrong, at)
}

// walk replays the log and advances all walkers.
func (k *check) walk(played bool) {
	r, err := table.Open(k.lines, findRules)
	if err != nil {
		k.fault(-1, "damaged", "%s", err)
		k.finish(nil)
		return
	}
	t := r.Table
	k.eventsAfter = append(k.eventsAfter, t.Events)
	for i := 0; r.More(); {
		next, err := r.Record()
		if err == nil && next.Request != nil {
			for _, w := range k.walkers {
				k.advance(w, t)
			}
			if i < len(k.requests) {
				k.checkOption(k.requests[i], t.Machine)
			}
			i++
		}
		n := t.Events
		c, err := r.Next()
		if err != nil {
			k.fault(-1, "damaged", "%s", err)
			break
		}
		if c.Record.Request == nil {
			continue
		}
		k.eventsAfter = append(k.eventsAfter, t.Events)
		for i, e := range c.Events {
			k.checkEvent(t.Machine, e, n+uint64(i)+1)
		}
	}
	for _, w := range k.walkers {
		k.advance(w, t)
	}
	k.finish(t)
	switch {
	case t.Fault != "":
		k.fault(-1, "set aside", "%s", t.Fault)
	case t.End == nil && played:
		k.fault(-1, "unfinished", "at event %d the game waits for %v", t.Events, t.Machine.Awaiting())
	}
}

// advance advances a walker while its entries match the current position.
func (k *check) advance(w *walker, t *table.Table) {
	for ; w.nextEntry < len(w.journal.entries); w.nextEntry++ {
		e := &w.journal.entries[w.nextEntry]
		switch {
		case e.What == joined && e.Fresh:
			w.nextEvent = 0
		case e.What == saw && e.N > t.Events:
			return
		case e.What == saw && e.N < t.Events:
			k.reportWrong(w, w.nextEntry, "the position after event %d differs from the replay", e.N)
		case e.What == saw:
			if e.Decision != t.Machine.Decision(w.seat) || e.Hash != hashUpdate(updateFor(t, w.seat)) {
				return
			}
			k.Updates++
			k.checkOrder(w, e)
		}
	}
}

// checkOrder checks the event numbers of an update.
func (k *check) checkOrder(w *walker, e *entry) {
	next := w.nextEvent
	w.nextEvent = e.N + 1
	if next == 0 {
		return
	}
	if e.Gap && len(e.Events) == 0 {
		return
	}
	for i, t := range e.Events {
		if t.N != next && !(i == 0 && e.Gap && t.N > next) {
			k.reportWrong(w, w.nextEntry, "event %d where event %d should follow", t.N, next)
			return
		}
		next = t.N + 1
	}
	if next != e.N+1 {
		k.reportWrong(w, w.nextEntry, "n is %d, but the events end before %d", e.N, next)
	}
}

// updateFor returns the update for a seat, without events and clocks.
func updateFor(t *table.Table, seat state.Seat) *protocol.Update {
	u := table.UpdateOf(t.Machine, seat, t.Options(seat))
	u.View = t.Machine.AppendView(nil, seat)
	return u
}

// checkOption compares the option in the log with the client's choice. The machine is in the
// position before the request.
func (k *check) checkOption(q *table.Request, m state.Machine) {
	i := slices.IndexFunc(k.walkers, func(w *walker) bool { return w.seat == q.Seat })
	request := q.State()
	if i < 0 || q.By != "" || q.Decision == 0 || m.Check(request) != nil {
		return // the replay reports it
	}
	text, ok := k.walkers[i].texts[q.Decision]
	if label := m.Label(q.Seat, request.Option).Text; ok && label != text {
		k.fault(int(q.Seat), "contradiction", "decision %d: the client chose %q, the log has %q", q.Decision, text, label)
	}
}

// checkEvent compares an event with the journals.
func (k *check) checkEvent(m state.Machine, e state.Event, n uint64) {
	for _, w := range k.walkers {
		was, ok := w.events[n]
		if !ok {
			continue
		}
		k.Events++
		if is := sentEventOf(protocol.EventOf(n, m.Tell(e, w.seat))).Event; is != was {
			at := slices.IndexFunc(w.journal.entries, func(e entry) bool { return slices.Contains(e.Events, sentEvent{n, was}) })
			k.reportWrong(w, at, "event %d reads %q, the replay has %q", n, was.Value().Text, is.Value().Text)
		}
	}
}

// finish reports updates that the replay never matched, and checks the result sent to each
// client. t is nil if the log cannot be opened.
func (k *check) finish(t *table.Table) {
	for _, w := range k.walkers {
		for ; w.nextEntry < len(w.journal.entries); w.nextEntry++ {
			if e := w.journal.entries[w.nextEntry]; e.What == saw {
				k.reportWrong(w, w.nextEntry, "the update at event %d matches no position of the replay", e.N)
				break
			}
		}
		over := w.journal.over
		if over == nil || t == nil {
			continue
		}
		if t.End == nil || over.Reason != protocol.ReasonEnd || over.N != t.Events || !slices.Equal(over.Won, t.End.Won) {
			k.fault(w.journal.seat, "contradiction", "told that the game ended at event %d, won by %v", over.N, over.Won)
		}
	}
}
