package game

import (
	"fmt"
	"runtime/debug"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
)

// An actor is what the game's goroutine owns. There may be a million of them
// that wait, so it holds nothing that can be had again from the game's log.
type actor struct {
	g          *Game
	rules      string
	m          state.Machine
	chance     *Chance
	salt       uint64 // for the next request that is recorded
	log        store.Log
	records    uint64
	events     uint64       // the number of the latest one
	dealer     state.Dealer // for since
	clock      *clock       // nil when nobody is timed
	timers     *Timers      // may be nil without a clock
	alarm      alarm
	timed      bool // the alarm is set, or has gone off since
	writing    writing
	substitute func(*Game, state.Seat)
	observer   func(Observation)

	seats    []place
	watchers []audience
	fault    string
	ended    bool // everybody has been told
	sealed   bool // and the log has its end record
	closed   bool
}

// A place is a seat as the actor knows it.
type place struct {
	kind, name string
	key        string // its SHA-256: see Seat.KeyHash
	agents     []audience
	relieved   agent.JSONWriter // the bot that stood in last: what it has yet to say is void
}

// An audience is somebody who is told.
type audience struct {
	to    agent.JSONWriter
	world bool
}

func newActor(g *Game, c *Config) *actor {
	a := &actor{
		g: g, rules: c.Header.Rules, m: c.Machine, log: c.Log, records: c.Records, events: c.Events,
		dealer: c.Rules, clock: newClock(c), timers: c.Timers, substitute: c.Substitute, observer: c.Observe,
		seats: make([]place, len(c.Seats)), ended: c.Ended, sealed: c.Ended,
	}
	a.alarm = alarm{game: g, i: -1}
	a.writing = writing{actor: a, i: -1}
	for i, seat := range c.Seats {
		a.take(i, seat)
	}
	a.chance = chanceAfter(c.Header.Key, a.m.Seq())
	a.salt = a.chance.Next()
	return a
}

// step handles one input. A panic in it is a fault of the rules: this game is
// set aside, with the log that led there, and no other one notices.
func (a *actor) step(in input) {
	defer func() {
		if v := recover(); v != nil {
			a.setAside(v, debug.Stack())
		}
	}()
	in(a)
}

// begin starts the clocks, unless seats are open still, and seats the bots again
// that stand in for somebody. A game whose log broke off just before its end record
// gets that now.
func (a *actor) begin() {
	a.followClock(time.Now())
	if over, _ := a.m.Result(); !over && a.clock != nil && a.clock.Absent == protocol.AbsentBot {
		for seat := range a.seats {
			if a.clock.seats[seat].absent {
				a.substitute(a.g, state.Seat(seat))
			}
		}
	}
	a.finish()
}

func (a *actor) close() {
	a.closed = true
	a.stopClock()
}

func (a *actor) dismiss() {
	a.close()
	a.tellAll(&protocol.Bye{Reason: "the game goes on elsewhere: connect again"})
}

func (a *actor) stopClock() { a.wakeAt(time.Time{}) }

// wakeAt sets the game's alarm, or takes it away for the zero time.
func (a *actor) wakeAt(at time.Time) {
	if a.timers != nil && (a.timed || !at.IsZero() && !a.closed) {
		a.timed = !at.IsZero()
		a.timers.set(&a.alarm, at)
	}
}

// setAside ends a game that its rules cannot go on with. From here on nothing
// looks at its position again.
func (a *actor) setAside(v any, stack []byte) {
	if a.fault != "" {
		return
	}
	a.fault = fmt.Sprint("panic: ", v)
	a.stopClock()
	_ = a.append(&Record{T: "fault", Fault: a.fault}) // the log without it leads here as well
	a.tellAll(&protocol.Error{Code: protocol.Internal, Text: "a fault in the rules: the game was set aside, with its log"})
	a.tellAll(&protocol.Over{Game: a.g.id, N: a.events, Won: []int{}, Reason: protocol.ReasonFault})
	a.observe(Observation{Outcome: Faulted, Fault: v, Stack: stack})
}

// started reports whether every seat is taken.
func (a *actor) started() bool {
	for i := range a.seats {
		if a.seats[i].kind == protocol.SeatOpen {
			return false
		}
	}
	return true
}

// numbers lists the seats of a set.
func numbers(ss state.Seats) []int {
	list := make([]int, 0, ss.Len())
	for ; ss != 0; ss &= ss - 1 {
		list = append(list, int(ss.First()))
	}
	return list
}

func tell(to agent.JSONWriter, v any) {
	if to != nil {
		_ = to.WriteJSON(v) // one that is gone is found out at the next update
	}
}
