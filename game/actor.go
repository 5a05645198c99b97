package game

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
)

// An actor is the game's goroutine and what it owns.
type actor struct {
	g       *Game
	c       Config
	m       state.Machine
	records uint64
	salt    uint64 // drawn for a request that could not be stored; 0 for none

	seats    []place
	watchers []audience
	alarm    alarm

	n      uint64        // number of the latest event
	ring   []state.Event // the latest events
	log    state.Log
	opts   []state.Option
	closed bool
	fault  string
	ended  bool
}

// A place is a seat as the actor knows it.
type place struct {
	Seat
	agents []audience

	// The clock. All in milliseconds but for since.
	bank     int64
	since    time.Time // when the open decision was put
	decision uint32    // the open decision, 0 for none
	expired  int       // expiries in a row
	absent   bool
}

// An audience is somebody who is told.
type audience struct {
	to    agent.JSONWriter
	world bool
}

// remembered is how many events are kept for clients that come back.
const remembered = 128

// patience is how many expiries in a row make a seat absent.
const patience = 3

func newActor(g *Game, c Config) *actor {
	a := &actor{g: g, c: c, m: c.Machine, records: c.Records}
	a.alarm = alarm{game: g, i: -1}
	a.seats = make([]place, len(c.Seats))
	for i := range a.seats {
		a.seats[i].Seat = c.Seats[i]
		if c.Header.Clock != nil {
			a.seats[i].bank = c.Header.Clock.Bank
		}
	}
	a.ended, _ = a.m.Result()
	return a
}

// run parks in a frame of its own, so that the stack of an idle game is small.
func (a *actor) run() {
	defer close(a.g.done)
	a.begin()
	for !a.closed {
		a.step(<-a.g.in)
	}
	if a.c.Timers != nil {
		a.c.Timers.set(&a.alarm, time.Time{})
	}
}

// begin starts the clocks of a game that goes on.
//
//go:noinline
func (a *actor) begin() {
	if a.started() {
		a.clock(time.Now())
	}
}

// step handles one input. A panic in it is a fault of the rules: this game is
// set aside, with the log that led there, and no other one notices.
//
//go:noinline
func (a *actor) step(in input) {
	defer func() {
		if v := recover(); v != nil {
			a.setAside(v, debug.Stack())
		}
	}()
	in.handle(a)
}

// setAside ends a game that its rules cannot go on with.
func (a *actor) setAside(v any, stack []byte) {
	a.fault = fmt.Sprint(v)
	a.observe(Observation{Outcome: Faulted, Fault: v, Stack: stack})
	_ = a.append(Record{T: "fault", Fault: a.fault}) // the log without it leads here as well
	if a.c.Timers != nil {
		a.c.Timers.set(&a.alarm, time.Time{})
	}
	a.tellAll(&protocol.Error{Code: protocol.Internal, Text: "a fault in the rules: the game was set aside, with its log"})
	a.tellAll(&protocol.Over{Game: a.g.id, N: a.n, Won: []int{}, Reason: "fault"})
}

func (a *actor) observe(o Observation) {
	if a.c.Observe != nil {
		o.Game = a.g.id
		a.c.Observe(o)
	}
}

// started reports whether every seat is taken.
func (a *actor) started() bool {
	for i := range a.seats {
		if a.seats[i].Kind == "open" {
			return false
		}
	}
	return true
}

// submit brings a request to the machine. by says who acts for the seat, "" for
// its agent; from, if any, is told why not.
func (a *actor) submit(q state.Request, by string, from agent.JSONWriter) bool {
	begun := time.Now()
	if why := a.refusal(q); why != nil {
		a.observe(Observation{Outcome: Refused, Why: why.why})
		tell(from, why.message)
		return false
	}
	if a.salt == 0 {
		a.salt = a.c.Chance.Next()
	}
	q.Salt = a.salt
	if err := a.append(Record{T: "request", Request: record(q, begun.UnixMilli(), by)}); err != nil {
		a.observe(Observation{Outcome: NotStored})
		tell(from, &protocol.Error{Code: protocol.Unavailable, Text: "the request could not be stored, so nothing has happened: send it again", Decision: a.m.Decision(q.Seat)})
		return false
	}
	a.salt = 0
	a.log.Events = a.log.Events[:0]
	a.m.Apply(q, &a.log)
	if by == "" {
		a.answered(q.Seat, begun)
	}
	a.clock(begun)
	a.publish()
	a.observe(Observation{Outcome: outcome(by), Took: time.Since(begun)})
	a.finish()
	return true
}

func outcome(by string) Outcome {
	if by == "clock" {
		return Expired
	}
	return Accepted
}

type refused struct {
	why     state.Why
	message *protocol.Error
}

// refusal returns why q cannot be applied, nil if it can.
func (a *actor) refusal(q state.Request) *refused {
	switch {
	case a.fault != "":
		return &refused{state.GameOver, &protocol.Error{Code: protocol.GameOver, Text: "the game was set aside after a fault"}}
	case !a.started():
		return &refused{state.NotAsked, &protocol.Error{Code: protocol.NotAsked, Text: "the game waits for its seats to be taken"}}
	}
	err := a.m.Check(q)
	if err == nil {
		return nil
	}
	r := err.(*state.Refusal) // the only error of Check
	return &refused{r.Why, &protocol.Error{Code: codes[r.Why], Text: r.Error(), Decision: r.Current}}
}

var codes = [...]protocol.Code{
	state.Illegal: protocol.Illegal, state.NotAsked: protocol.NotAsked, state.Stale: protocol.Stale,
	state.GameOver: protocol.GameOver, state.NoSeat: protocol.NoSeat,
}

// finish writes the end record, once.
func (a *actor) finish() {
	over, won := a.m.Result()
	if !over || a.ended {
		return
	}
	a.ended = true
	a.observe(Observation{Outcome: Ended})
	// Without the end record the log still leads to the end.
	_ = a.append(Record{T: "end", End: &End{Won: numbers(won), Digest: Digest(a.m)}})
	a.tellAll(&protocol.Over{Game: a.g.id, N: a.n, Won: numbers(won), Draw: won == 0, Reason: "end"})
}

// append writes the next record.
func (a *actor) append(r Record) error {
	if err := appendRecord(context.Background(), a.c.Log, a.g.id, a.records, r); err != nil {
		return err
	}
	a.records++
	return nil
}

func appendRecord(ctx context.Context, log store.Log, game string, n uint64, r Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("game %s: record %d: %w", game, n, err)
	}
	if err := log.Append(ctx, game, n, line); err != nil {
		return fmt.Errorf("game %s: record %d: %w", game, n, err)
	}
	return nil
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
