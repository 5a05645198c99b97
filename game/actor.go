package game

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// An actor is the state of a game's goroutine. A server may have a million idle actors, so an actor keeps
// no records or events that it can read from the log.
type actor struct {
	Config   // without the header
	g        *Game
	notebook *notebook   // nil until the game reads names or chat
	clock    *clock      // nil in an untimed game
	alarm    *time.Timer // nil until the first alarm
	alarmed  bool        // the alarm is set or has fired
	wakeTime time.Time   // when a clock runs out, an automatic answer is due, or an append is retried; zero for never
	held     bool        // clients know that an append is slow: see pendingAppends

	seats        []liveSeat
	watchers     []recipient
	delayed      *delayedGame           // nil without spectators or without a delay
	loadedAt     int64                  // when the game was loaded from its log, in ms since 1970; 0 for a new game
	timesChanged bool                   // the times of the clock have changed since the latest update: see tellTimes
	overSent     bool                   // the clients were told that the game is over
	unanswered   protocol.ClientMessage // the message being handled while it has no answer, or nil
	closed       bool
}

func newActor(g *Game, c Config) *actor {
	a := &actor{
		Config: c, g: g, clock: newClock(c.Table), seats: make([]liveSeat, len(c.Table.Seats)), overSent: c.Table.Closed(),
	}
	a.Header = nil
	if c.Header == nil {
		a.loadedAt = time.Now().UnixMilli()
	}
	for i := range a.seats {
		a.noteAway(state.Seat(i))
		if p := &c.Table.Seats[i]; a.loadedAt != 0 && a.seats[i].awaySince != 0 && p.Decision != 0 {
			a.seats[i].awaySince = p.Asked // the log does not record presence, so count from the question
		}
	}
	g.openSeats.Store(int32(c.Table.OpenSeats()))
	return a
}

// step handles one input and the records that follow it. A panic is a fault in the rules: step
// recovers from it and sets this game aside, and other games continue.
func (a *actor) step(in input) {
	defer func() {
		if v := recover(); v != nil {
			a.setAside(v, debug.Stack())
		}
	}()
	a.creditStandstill()
	in(a)
	a.followUp()
	if a.timesChanged {
		a.tellTimes()
	}
}

// handle passes an input to [table.Table.Decide] and carries out the resulting record. The record
// is nil if the input is refused or changes nothing. The error comes from the log or is a
// [*protocol.Error]. If from is not nil, handle also sends a [*protocol.Error] to this client.
func (a *actor) handle(in table.Input, from agent.JSONWriter) (*table.Record, error) {
	if a.closed {
		a.tellMoved(from)
		return nil, ErrClosed
	}
	now := a.now()
	r, err := a.Table.Decide(in, now)
	if wrong, ok := errors.AsType[*protocol.Error](err); ok {
		a.refuse(from, wrong)
		switch in.(type) {
		case *table.Choice, *table.Resignation:
			a.observe(Observation{Outcome: Refused, Why: wrong.Code})
		}
	}
	if r != nil {
		err = a.carryOut(r, from)
	}
	return r, err
}

// refuse sends an error to the agent whose message is being handled.
func (a *actor) refuse(to agent.JSONWriter, wrong *protocol.Error) {
	tell(to, wrong.About(a.unanswered))
	a.unanswered = nil
}

// maxFollowUps limits the records that follow one input before the game handles the next.
const maxFollowUps = 100

// followUp carries out the records that [table.Table.Next] returns, up to maxFollowUps. It then lets the
// game handle other inputs before the remaining records.
func (a *actor) followUp() {
	for range maxFollowUps {
		if a.closed {
			return
		}
		at := time.Now()
		r := a.Table.Next(a.nowAt(at))
		if r == nil {
			if _, due := a.dueAnswers(at); !due.IsZero() {
				a.wakeBy(due)
			}
			return
		}
		if err := a.carryOut(r, nil); err != nil {
			if r.End != nil && !a.closed {
				a.tellOver() // a replay reaches the end without this record
			}
			a.wakeBy(time.Now().Add(storeRetry))
			return
		}
	}
	_ = a.g.offer(func(*actor) {}) // if the queue is full, another step follows anyway
}

// dueAnswers returns the seats whose open decisions get an automatic answer, and the time at which the
// first of these answers is due. If no seat gets an automatic answer, the time is zero. The parameter
// at is the present time.
func (a *actor) dueAnswers(at time.Time) (seats state.Seats, first time.Time) {
	now := a.nowWithoutBanks(at)
	for i := range a.seats {
		due := a.Table.Due(state.Seat(i), &now)
		if due == 0 {
			continue
		}
		seats = seats.With(state.Seat(i))
		if then := at.Add(milliseconds(due - now.At)); first.IsZero() || then.Before(first) {
			first = then
		}
	}
	return seats, first
}

// carryOut appends a record to the log, applies it and publishes the change. The error comes
// from the log.
func (a *actor) carryOut(r *table.Record, from agent.JSONWriter) error {
	begun := time.Now()
	if err := a.append(r); err != nil {
		a.refuseUnstored(r, from, err)
		return err
	}
	c, err := a.Table.Apply(r, nil)
	if err != nil {
		panic(err) // Apply accepts every record that Decide and Next return
	}
	a.publish(&c)
	switch {
	case r.Request != nil && r.Request.By == table.ByClock:
		a.observe(Observation{Outcome: Expired, Took: time.Since(begun)})
	case r.Request != nil:
		a.observe(Observation{Outcome: Accepted, Took: time.Since(begun)})
	}
	return nil
}

// now returns the facts that Decide needs and the table does not hold, such as the time, the
// remaining banks and the absent players.
func (a *actor) now() table.Now { return a.nowAt(time.Now()) }

func (a *actor) nowAt(at time.Time) table.Now {
	now := a.nowWithoutBanks(at)
	now.Past = a
	if a.clock != nil {
		for i := range a.seats {
			now.Bank[i] = a.clock.remainingBank(state.Seat(i), at).Milliseconds()
		}
	}
	return now
}

// nowWithoutBanks returns the same facts as now, but without the banks and the access to the log.
// The Timers goroutine calls nowWithoutBanks while the game's goroutine waits for the log, and that
// wait changes the banks.
func (a *actor) nowWithoutBanks(at time.Time) table.Now {
	now := table.Now{At: at.UnixMilli(), Pause: a.Pause.Milliseconds(), Resumed: a.loadedAt, Bots: a.Substitute != nil}
	for i := range a.seats {
		seat := state.Seat(i)
		now.Away[i] = a.seats[i].awaySince
		if a.standInBot(seat) != nil {
			now.StandIn = now.StandIn.With(seat)
		}
		if a.clock != nil && a.clock.absent(seat) {
			now.Untimed = now.Untimed.With(seat)
		}
	}
	return now
}

// begin starts the clocks, unless seats are open, and attaches the bots that stand in.
func (a *actor) begin() {
	if a.Config.Expected != nil {
		a.expect(a.Config.Expected)
	}
	a.updateClock()
	if a.Table.Over() || a.Substitute == nil {
		return
	}
	for i := range a.seats {
		if seat := state.Seat(i); a.needsStandIn(seat) {
			a.Substitute(a.g, seat)
		}
	}
}

// setAside ends a game whose rules have panicked. The game does not read its position afterwards,
// because a panic may leave the position inconsistent.
func (a *actor) setAside(v any, stack []byte) {
	if a.Table.Fault != "" {
		return
	}
	a.wakeAt(time.Time{})
	now := a.now()
	r, _ := a.Table.Decide(table.Panic{Text: fmt.Sprint("panic: ", v)}, now)
	if r == nil {
		return
	}
	_ = a.append(r) // without the record, a replay of the log panics again
	if _, err := a.Table.Apply(r, nil); err != nil {
		return
	}
	a.tellAll(&protocol.Error{Code: protocol.Internal, Text: "a fault in the rules stopped the game: it was set aside, and its log is kept"})
	a.tellAll(a.Table.OverMessage())
	a.overSent = true
	a.observe(Observation{Outcome: Faulted, Fault: v, Stack: stack})
}

// close saves the chat and ends the game's goroutine.
func (a *actor) close() {
	a.flush()
	a.stop()
}

func (a *actor) stop() {
	a.closed = true
	a.wakeAt(time.Time{})
}

func (a *actor) dismiss() {
	a.stop()
	for _, to := range a.allAgents {
		tell(to.to, movedBye())
	}
}

func movedBye() *protocol.Bye {
	return &protocol.Bye{Reason: "this server has closed the game: connect again"}
}

// tellMoved tells a client of a dismissed game to reconnect, unless dismiss has already told
// it. Unlike attached clients, a client that has just connected has not received the message from
// dismiss.
func (a *actor) tellMoved(from agent.JSONWriter) {
	a.unanswered = nil
	for _, to := range a.allAgents {
		if to.to == from {
			return
		}
	}
	tell(from, movedBye())
}
