package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"gamed/game"
)

// A tally is what has become of the choices of some clients, and what was compared.
type tally struct {
	Acknowledged int `json:"acknowledged"` // choices that are in the log as they should
	Lost         int `json:"lost"`
	Duplicated   int `json:"duplicated"`
	Reordered    int `json:"reordered"`
	Overtaken    int `json:"overtaken"` // the clock or another seat closed the decision first
	Unanswered   int `json:"unanswered"`
	Heard        int `json:"heard"`   // of the unanswered, those that are in the log
	Updates      int `json:"updates"` // that were compared with the log run again
	Events       int `json:"events"`
	Operations   int `json:"operations"` // that have an order: see linear
}

func (t *tally) add(o tally) {
	t.Acknowledged += o.Acknowledged
	t.Lost += o.Lost
	t.Duplicated += o.Duplicated
	t.Reordered += o.Reordered
	t.Overtaken += o.Overtaken
	t.Unanswered += o.Unanswered
	t.Heard += o.Heard
	t.Updates += o.Updates
	t.Events += o.Events
	t.Operations += o.Operations
}

// A check holds the log of a game against what its clients have written down.
type check struct {
	tally
	id       string
	lines    [][]byte
	requests []*game.Request
	after    []uint64 // how many events there are after so many requests
	sits     map[int]game.Seat
	walkers  []*walker
	faults   []fault
}

// verify checks a game. One that was played has to be over.
func verify(id string, lines [][]byte, journals []*journal, played bool) (tally, []fault) {
	k := &check{id: id, lines: lines, sits: make(map[int]game.Seat)}
	for _, j := range journals {
		k.walkers = append(k.walkers, newWalker(j))
	}
	if !k.read() {
		return k.tally, k.faults
	}
	k.walk(played)
	for _, w := range k.walkers {
		k.claims(w.j)
		k.choices(w)
	}
	k.linear()
	return k.tally, k.faults
}

func (k *check) fault(seat int, what, format string, args ...any) {
	k.faults = append(k.faults, fault{k.id, seat, what, fmt.Sprintf(format, args...)})
}

// read reads the records.
func (k *check) read() bool {
	for i, line := range k.lines {
		var r game.Record
		if err := json.Unmarshal(line, &r); err != nil {
			k.fault(-1, "damaged", "record %d: %s", i, err)
			return false
		}
		if r.Request != nil {
			k.requests = append(k.requests, r.Request)
		}
		if r.Sit == nil {
			continue
		}
		if _, taken := k.sits[r.Sit.Seat]; taken {
			k.fault(r.Sit.Seat, "duplicated", "record %d: the seat is taken a second time", i)
		}
		k.sits[r.Sit.Seat] = r.Sit.Who
	}
	return true
}

// claims looks whether a client's seat was taken with what it claimed it with.
func (k *check) claims(j *journal) {
	sum := sha256.Sum256([]byte(j.claim))
	came := slices.ContainsFunc(j.entries, func(e entry) bool { return e.What == joined })
	if j.seat >= 0 && came && k.sits[j.seat].KeyHash != hex.EncodeToString(sum[:]) {
		k.fault(j.seat, "lost", "the seat is not taken with the client's claim")
	}
}

// A made is a choice as the journal has it.
type made struct {
	decision  uint32
	text      string
	sent      int  // the entry that has it
	acked     bool // an update has shown that the decision is no longer open
	at        int  // the entry that has shown it
	refusable bool // see refusals
}

// choicesOf lists the choices of a journal in order.
func choicesOf(j *journal) []*made {
	var all []*made
	open := false // the last one is not answered
	for i, e := range j.entries {
		switch {
		case e.What == sent && e.Option != resign:
			if n := len(all); n == 0 || all[n-1].decision != e.Decision {
				all = append(all, &made{decision: e.Decision, text: e.Text, sent: i})
			}
			open = true
		case e.What == saw && open && all[len(all)-1].decision != e.Decision:
			last := all[len(all)-1]
			last.acked, last.at, open = true, i, false
		case e.What == lost:
			open = false
		}
	}
	return all
}

// refusals marks those choices that may have been refused, of all that the log may not
// have. What a connection brings is answered in order: each that is refused has an error of
// its own, before an update shows that a later one was accepted, unless the connection is
// lost first. An error does not say which choice it is about, so that it is taken to be about
// the first that needs one.
func refusals(j *journal, all []*made, kept func(*made) bool) {
	var pending []*made // are not in the log, and no error has been about them
	var last *made
	n, sends := 0, 0 // of all, and of this connection
	for i, e := range j.entries {
		if n < len(all) && all[n].sent == i {
			last = all[n]
			n++
		}
		switch {
		case e.What == sent && e.Option != resign:
			if sends++; !kept(last) && (last.sent == i || sends == 1) {
				last.refusable = false // it may have been lost with the connection before
				pending = append(pending, last)
			}
		case e.What == refused && len(pending) > 0:
			excuse(pending[:1])
			pending = pending[1:]
		case e.What == lost:
			excuse(pending)
			pending, sends = nil, 0
		case last != nil && last.acked && last.at == i && kept(last):
			pending = nil
		}
	}
	excuse(pending) // a client leaves when the game is over
}

func excuse(all []*made) {
	for _, m := range all {
		m.refusable = true
	}
}

// choices looks for each choice in the log, and for choices that nobody has made.
func (k *check) choices(w *walker) {
	places := make(map[uint32][]int) // of the requests, by decision
	for i, q := range k.requests {
		if int(q.Seat) == w.j.seat && q.By == "" && q.Decision != 0 {
			places[q.Decision] = append(places[q.Decision], i)
		}
	}
	last := -1
	all := choicesOf(w.j)
	refusals(w.j, all, func(m *made) bool { return len(places[m.decision]) > 0 })
	for _, m := range all {
		found := places[m.decision]
		delete(places, m.decision)
		k.judge(w, m, len(found))
		if len(found) == 0 {
			continue
		}
		if found[0] < last {
			k.Reordered++
			k.fault(w.j.seat, "reordered", "decision %d is answered before one that was answered earlier", m.decision)
		}
		last = found[0]
	}
	for decision := range places {
		k.fault(w.j.seat, "invented", "the log answers decision %d, which the client did not", decision)
	}
	if slices.ContainsFunc(k.requests, func(q *game.Request) bool {
		return int(q.Seat) == w.j.seat && q.By == "" && q.Decision == 0
	}) && !slices.ContainsFunc(w.j.entries, func(e entry) bool { return e.What == sent && e.Option == resign }) {
		k.fault(w.j.seat, "invented", "the log has a resignation, which the client did not send")
	}
}

// judge counts a choice that is so many times in the log.
func (k *check) judge(w *walker, m *made, times int) {
	switch {
	case times > 1:
		k.Duplicated++
		k.fault(w.j.seat, "duplicated", "the log answers decision %d %d times", m.decision, times)
	case m.acked && times == 1:
		k.Acknowledged++
	case m.acked && m.refusable && m.at < w.wrongAt:
		k.Overtaken++
	case m.acked:
		k.Lost++
		k.fault(w.j.seat, "lost", "decision %d was answered with %q, entry %d of the journal acknowledges that, and the log does not have it", m.decision, m.text, m.at+1)
	default:
		if k.Unanswered++; times == 1 {
			k.Heard++
		}
	}
}
