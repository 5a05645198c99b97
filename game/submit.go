package game

import (
	"cmp"
	"errors"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// Who a recorded request is by, other than the seat's own agent.
const (
	byClock = "clock" // nobody answered in time
	byBot   = "bot"   // a bot stands in for a person
	byExit  = "exit"  // the others have had enough of waiting
	byAuto  = "auto"  // the seat's settings
)

// choose answers a decision by the number of an option, and reports whether that was
// accepted. What does not lead to an option is left for the machine to refuse.
func (a *actor) choose(seat state.Seat, c *protocol.Choose, from agent.JSONWriter) bool {
	standsIn := a.standsIn(seat, from)
	if !standsIn && from != nil && int(seat) < len(a.seats) && a.seats[seat].relieved == from {
		return false // a bot that has been told to go
	}
	q := state.Request{Seat: seat, Decision: c.Decision}
	if a.fault == "" && c.Decision == a.m.Decision(seat) {
		if options := a.m.Options(seat, nil); c.Option >= 0 && c.Option < len(options) {
			q.Option = options[c.Option]
		}
	}
	by := ""
	if standsIn {
		by = byBot
	} else {
		a.back(seat)
	}
	a.give(c, q)
	return a.submit(q, by, from)
}

func (a *actor) resign(seat state.Seat, from agent.JSONWriter) {
	a.submit(state.Request{Seat: seat, Option: state.Option{Do: state.Resign}}, "", from)
}

// submit brings a request to the machine and reports whether it was accepted.
// by says who acts for the seat, "" for its own agent; from, if any, is told
// why not.
func (a *actor) submit(q state.Request, by string, from agent.JSONWriter) bool {
	now := time.Now()
	if why, message := a.refusal(q); message != nil {
		tell(from, message)
		a.observe(Observation{Outcome: Refused, Why: why})
		return false
	}
	q.Salt = a.salt
	record := RequestOf(q)
	record.At, record.By = now.UnixMilli(), by
	bank := a.bankAfter(q.Seat, by, now)
	if a.clock != nil {
		left := bank.Milliseconds()
		record.Bank = &left
	}
	if err := a.append(&Record{T: "request", Request: record}); err != nil {
		refusal := notStored(err, "the request")
		refusal.Decision = a.m.Decision(q.Seat)
		a.regret(from, refusal)
		a.observe(Observation{Outcome: NotStored, Err: err})
		return false
	}
	a.salt = a.chance.Next()
	var log state.Log
	a.m.Apply(q, &log)
	a.events += uint64(len(log.Events))
	if a.clock != nil {
		a.clock.stop(q.Seat, bank)
	}
	a.followClock(time.Now())
	a.heed(q.Seat, by, log.Events)
	a.publish(log.Events)
	a.lapse()
	a.guard()
	outcome := Accepted
	if by == byClock {
		outcome = Expired
	}
	a.observe(Observation{Outcome: outcome, Took: time.Since(now)})
	a.finish()
	return true
}

// bankAfter is what seat's bank will hold once a request of it is accepted: an
// answer of its own earns it the increment.
func (a *actor) bankAfter(seat state.Seat, by string, now time.Time) time.Duration {
	if a.clock == nil {
		return 0
	}
	bank := a.clock.left(seat, now)
	if by == "" {
		bank += milliseconds(a.clock.Increment)
	}
	return bank
}

// refusal returns why q cannot be applied; no message if it can.
func (a *actor) refusal(q state.Request) (state.Why, *protocol.Error) {
	switch {
	case a.fault != "":
		return state.GameOver, &protocol.Error{Code: protocol.GameOver, Text: "the game was set aside after a fault"}
	case !a.started():
		return state.NotAsked, &protocol.Error{Code: protocol.NotAsked, Text: "the game waits for its seats to be taken"}
	}
	err := a.m.Check(q)
	if err == nil {
		return 0, nil
	}
	r := new(state.Refusal)
	errors.As(err, &r) // the only error of Check
	return r.Why, &protocol.Error{Code: codes[r.Why], Text: r.Error(), Decision: r.Current}
}

var codes = [...]protocol.Code{
	state.Illegal: protocol.Illegal, state.NotAsked: protocol.NotAsked, state.Stale: protocol.Stale,
	state.GameOver: protocol.GameOver, state.NoSeat: protocol.NoSeat,
}

// finish writes the end record and tells everybody, each once. Without the record
// the log still leads to the end, so nobody waits for it if it cannot be written now.
func (a *actor) finish() {
	over, won := a.m.Result()
	if !over || a.sealed || a.closed {
		return
	}
	if err := a.append(&Record{T: "end", End: &End{Won: numbers(won), Digest: Digest(a.m)}}); err != nil {
		if a.closed {
			return // the game goes on elsewhere
		}
		a.wakeAt(time.Now().Add(storeRetry))
		a.observe(Observation{Outcome: NotStored, Err: err})
	}
	if !a.ended {
		a.ended = true
		a.tellAll(a.over())
		a.observe(Observation{Outcome: Ended})
	}
}

// over is the message that ends the game. It must be over or set aside.
func (a *actor) over() *protocol.Over {
	if a.fault != "" {
		return a.overAs(a.m, a.events, protocol.ReasonFault)
	}
	return a.overAs(a.m, a.events, cmp.Or(a.reason, protocol.ReasonEnd))
}

// overAs is that message for a machine, after so many events.
func (a *actor) overAs(m state.Machine, events uint64, reason string) *protocol.Over {
	over := &protocol.Over{Game: a.g.id, N: events, Won: []int{}, Reason: reason}
	if a.hide != (Key{}) {
		over.Key, over.Salt = a.key.String(), a.hide.String()
	}
	if reason != protocol.ReasonFault {
		_, won := m.Result()
		over.Won, over.Draw = numbers(won), won == 0
	}
	return over
}
