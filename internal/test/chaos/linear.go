package main

import (
	"math"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// An operation is a choice or a join by one client. The log puts all
// requests of a game in one order. The position in that order determines the outcome of an
// operation.
type operation struct {
	choice      bool
	minRequests int // number of requests in the log after a choice, or the minimum that a join may have seen
	maxRequests int // maximum number of requests that a join may have seen
}

// logModel models a growing log. Its state is the number of requests. The log may have other
// requests between two operations: requests from clocks and bots, and requests without an
// acknowledgement.
var logModel = porcupine.Model{
	Init: func() any { return 0 },
	Step: func(state, input, _ any) (bool, any) {
		has, op := state.(int), input.(operation)
		if op.choice {
			return has < op.minRequests, op.minRequests
		}
		return has <= op.maxRequests, max(has, op.minRequests)
	},
}

// orderTime bounds the search for an order of the operations of one game.
const orderTime = 10 * time.Second

// checkLinearizable checks linearizability (Herlihy and Wing, 1990). Each operation takes effect at one
// moment between its request and its answer. So a joining client receives a position at least as
// new as any that another client has received.
func (k *check) checkLinearizable() {
	var all []porcupine.Operation
	for client, w := range k.walkers {
		places := k.choiceIndexes(w)
		for _, m := range w.choices {
			found := places[m.decision]
			if len(found) == 0 {
				continue
			}
			at := found[len(found)-1] + 1
			op := porcupine.Operation{ClientId: client, Input: operation{true, at, at}, Return: math.MaxInt64}
			op.Call = int64(w.journal.entries[m.sentIndex].At)
			if m.acknowledged {
				op.Return = int64(w.journal.entries[m.ackIndex].At)
			}
			all = append(all, op)
		}
		called, joining := time.Duration(0), false
		for _, e := range w.journal.entries {
			switch {
			case e.What == lost:
				called = e.At
			case e.What == joined:
				joining = true
			case e.What == saw && joining:
				joining = false
				from := sort.Search(len(k.eventsAfter), func(i int) bool { return k.eventsAfter[i] >= e.N })
				to := sort.Search(len(k.eventsAfter), func(i int) bool { return k.eventsAfter[i] > e.N }) - 1
				all = append(all, porcupine.Operation{ClientId: client, Input: operation{false, from, to}, Call: int64(called), Return: int64(e.At)})
			}
		}
	}
	k.Operations += len(all)
	switch porcupine.CheckOperationsTimeout(logModel, all, orderTime) {
	case porcupine.Illegal:
		k.fault(-1, "not linearizable", "the operations of %d clients have no consistent order", len(k.walkers))
	case porcupine.Unknown:
		k.fault(-1, "undecided", "ordering %d operations took longer than %s", len(all), orderTime)
	}
}
