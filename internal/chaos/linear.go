package main

import (
	"math"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// An operation is something that a client did to its game, as porcupine takes it. The
// game's log is one after the other of its requests, so that where an operation stands
// among these says all: a choice is one of them, and who joins sees the game after one.
type operation struct {
	choice bool
	from   int // requests that the log has then: of a choice, with it; of a join, at least
	to     int // of a join, at most
}

// history is a log that grows. Its state is how many requests it has. What a choice leaves
// out is what nobody has acknowledged, clocks and bots.
var history = porcupine.Model{
	Init: func() any { return 0 },
	Step: func(state, input, _ any) (bool, any) {
		has, op := state.(int), input.(operation)
		if op.choice {
			return has < op.from, op.from
		}
		return has <= op.to, max(has, op.from)
	},
}

// checking is how long the check of one game may take.
const checking = 10 * time.Second

// linear looks whether the operations of all clients can have happened at one moment
// each, between when they were sent and when they were answered (Herlihy and Wing, 1990):
// nobody who comes is shown an older game than anybody has been told of before.
func (k *check) linear() {
	var all []porcupine.Operation
	for client, w := range k.walkers {
		place := make(map[uint32]int)
		for i, q := range k.requests {
			if int(q.Seat) == w.j.seat && q.By == "" && q.Decision != 0 {
				place[q.Decision] = i + 1
			}
		}
		for _, m := range choicesOf(w.j) {
			at := place[m.decision]
			if at == 0 {
				continue
			}
			op := porcupine.Operation{ClientId: client, Input: operation{true, at, at}, Return: math.MaxInt64}
			op.Call = int64(w.j.entries[m.sent].At)
			if m.acked {
				op.Return = int64(w.j.entries[m.at].At)
			}
			all = append(all, op)
		}
		called, joining := time.Duration(0), false
		for _, e := range w.j.entries {
			switch {
			case e.What == lost:
				called = e.At
			case e.What == joined:
				joining = true
			case e.What == saw && joining:
				joining = false
				// after[i] is how many events there are after i requests.
				from := sort.Search(len(k.after), func(i int) bool { return k.after[i] >= e.N })
				to := sort.Search(len(k.after), func(i int) bool { return k.after[i] > e.N }) - 1
				all = append(all, porcupine.Operation{ClientId: client, Input: operation{false, from, to}, Call: int64(called), Return: int64(e.At)})
			}
		}
	}
	k.Operations += len(all)
	switch porcupine.CheckOperationsTimeout(history, all, checking) {
	case porcupine.Illegal:
		k.fault(-1, "not linearizable", "what its %d clients did and saw fits no order", len(k.walkers))
	case porcupine.Unknown:
		k.fault(-1, "undecided", "%d operations could not be put in order within %s", len(all), checking)
	}
}
