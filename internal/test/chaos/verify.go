package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"gamed/table"
)

// A tally counts the clients' choices by outcome, and the comparisons of updates, events and
// operations.
type tally struct {
	Acknowledged     int // acknowledged to the client and in the log once
	Lost             int
	Duplicated       int
	Reordered        int
	Overtaken        int // the clock or another seat closed the decision first
	Unanswered       int
	UnansweredLogged int // unanswered, but present in the log
	Updates          int // compared with the replayed log
	Events           int
	Operations       int // checked for linearizability
}

// A check compares the log of a game with the journals of its clients.
type check struct {
	*tally
	id          string
	lines       [][]byte
	requests    []*table.Request
	eventsAfter []uint64 // after[i] is the number of events after i requests
	seatRecords map[int]table.Seat
	walkers     []*walker
	faults      []fault
}

// verify compares a game with its journals, adds the counts to sum, and returns the faults. If
// played is set, the game must have ended.
func verify(sum *tally, id string, lines [][]byte, journals []*journal, played bool) []fault {
	k := &check{tally: sum, id: id, lines: lines, seatRecords: make(map[int]table.Seat)}
	for _, j := range journals {
		k.walkers = append(k.walkers, newWalker(j))
	}
	if !k.read() {
		return k.faults
	}
	k.walk(played)
	for _, w := range k.walkers {
		k.checkClaim(w.journal)
		k.checkChoices(w)
	}
	k.checkLinearizable()
	return k.faults
}

func (k *check) fault(seat int, what, format string, args ...any) {
	k.faults = append(k.faults, fault{k.id, seat, what, fmt.Sprintf(format, args...)})
}

// read decodes the requests and the seat assignments. It returns false if a record is malformed.
func (k *check) read() bool {
	for i, line := range k.lines {
		var r table.Record
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
		if _, taken := k.seatRecords[r.Sit.Seat]; taken {
			k.fault(r.Sit.Seat, "duplicated", "record %d: the seat is taken twice", i)
		}
		k.seatRecords[r.Sit.Seat] = r.Sit.Who
	}
	return true
}

// checkClaim checks that the log has the client's claim to its seat.
func (k *check) checkClaim(j *journal) {
	sum := sha256.Sum256([]byte(j.claim))
	came := slices.ContainsFunc(j.entries, func(e entry) bool { return e.What == joined })
	if j.seat >= 0 && came && k.seatRecords[j.seat].KeyHash != hex.EncodeToString(sum[:]) {
		k.fault(j.seat, "lost", "the log does not have the client's claim to the seat")
	}
}

// A journalChoice is a choice that a client sent, according to its journal.
type journalChoice struct {
	decision     uint32
	text         string
	sentIndex    int  // index of its entry
	acknowledged bool // a later update shows that the decision has closed
	ackIndex     int  // index of the entry with that update
	maybeRefused bool // the server may have refused it
}

// choicesOf lists the choices of a journal in the order in which they were sent. It lists a repeated choice
// once.
func choicesOf(j *journal) []*journalChoice {
	var all []*journalChoice
	open := false // the last choice is unanswered
	for i, e := range j.entries {
		switch {
		case e.What == sent && e.Option != resign:
			if n := len(all); n == 0 || all[n-1].decision != e.Decision {
				all = append(all, &journalChoice{decision: e.Decision, text: e.Text, sentIndex: i})
			}
			open = true
		case e.What == saw && open && all[len(all)-1].decision != e.Decision:
			last := all[len(all)-1]
			last.acknowledged, last.ackIndex, open = true, i, false
		case e.What == lost:
			open = false
		}
	}
	return all
}

// markRefusals marks the choices missing from the log that the server may have refused. The
// server handles the messages on a connection in order. So it sends the error for a refused
// choice before the update that acknowledges a later choice, unless the connection is lost
// first. An error does not name its choice, so markRefusals assigns the error to the first choice
// that it may belong to.
func markRefusals(j *journal, all []*journalChoice, kept func(*journalChoice) bool) {
	var pending []*journalChoice // missing from the log, without an error so far
	var last *journalChoice
	n, sends := 0, 0 // number of choices in total, and sent on this connection
	for i, e := range j.entries {
		if n < len(all) && all[n].sentIndex == i {
			last = all[n]
			n++
		}
		switch {
		case e.What == sent && e.Option != resign:
			if sends++; !kept(last) && (last.sentIndex == i || sends == 1) {
				last.maybeRefused = false // the choice may have been lost with the previous connection
				pending = append(pending, last)
			}
		case e.What == refused && len(pending) > 0:
			excuse(pending[:1])
			pending = pending[1:]
		case e.What == lost:
			excuse(pending)
			pending, sends = nil, 0
		case last != nil && last.acknowledged && last.ackIndex == i && kept(last):
			pending = nil
		}
	}
	excuse(pending) // the client leaves when the game ends
}

func excuse(all []*journalChoice) {
	for _, m := range all {
		m.maybeRefused = true
	}
}

// choiceIndexes returns the indexes of a client's choices in the log, by decision. A resignation
// has decision 0.
func (k *check) choiceIndexes(w *walker) map[uint32][]int {
	places := make(map[uint32][]int)
	for i, q := range k.requests {
		if int(q.Seat) == w.journal.seat && q.By == "" {
			places[q.Decision] = append(places[q.Decision], i)
		}
	}
	return places
}

// checkChoices compares the choices in the log with the client's choices.
func (k *check) checkChoices(w *walker) {
	places := k.choiceIndexes(w)
	resigned := slices.ContainsFunc(w.journal.entries, func(e entry) bool { return e.What == sent && e.Option == resign })
	if len(places[0]) > 0 && !resigned {
		k.fault(w.journal.seat, "invented", "the log has a resignation, the client sent none")
	}
	delete(places, 0)
	last := -1
	markRefusals(w.journal, w.choices, func(m *journalChoice) bool { return len(places[m.decision]) > 0 })
	for _, m := range w.choices {
		found := places[m.decision]
		delete(places, m.decision)
		k.countChoice(w, m, len(found))
		if len(found) == 0 {
			continue
		}
		if found[0] < last {
			k.Reordered++
			k.fault(w.journal.seat, "reordered", "decision %d stands before a choice that was sent earlier", m.decision)
		}
		last = found[0]
	}
	for decision := range places {
		k.fault(w.journal.seat, "invented", "the log answers decision %d, the client did not", decision)
	}
}

// countChoice counts a choice by its outcome. times is the number of times that the choice occurs
// in the log.
func (k *check) countChoice(w *walker, m *journalChoice, times int) {
	switch {
	case times > 1:
		k.Duplicated++
		k.fault(w.journal.seat, "duplicated", "the log answers decision %d %d times", m.decision, times)
	case m.acknowledged && times == 1:
		k.Acknowledged++
	case m.acknowledged && m.maybeRefused && m.ackIndex < w.firstWrong:
		k.Overtaken++
	case m.acknowledged:
		k.Lost++
		k.fault(w.journal.seat, "lost", "decision %d: journal entry %[3]d acknowledges the choice %[2]q, but the log does not have it", m.decision, m.text, m.ackIndex+1)
	default:
		if k.Unanswered++; times == 1 {
			k.UnansweredLogged++
		}
	}
}
