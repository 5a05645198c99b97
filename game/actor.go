package game

import (
	"fmt"
	"runtime/debug"
	"time"

	"golang.org/x/time/rate"

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
	key, hide  Key // what the commitment is of
	chance     *Chance
	salt       uint64 // for the next request that is recorded
	log        store.Log
	records    uint64
	events     uint64       // the number of the latest one
	dealer     state.Dealer // for since
	clock      *clock       // nil when nobody is timed
	timers     *Timers      // may be nil without a clock
	alarm      alarm
	timed      bool      // the alarm is set, or has gone off since
	expires    time.Time // when a clock runs out, or something is to be tried again
	thawed     time.Time // what the process stood still before is given back
	writing    writing
	substitute func(*Game, state.Seat)
	observer   func(Observation)
	account    func(Account)
	onFinish   func(game string)

	opening  *opening // nil once all seats are taken
	seats    []place
	watchers []audience
	delay    time.Duration // how old is what spectators see
	alone    bool          // there are to be none
	shadow   *shadow       // nil unless somebody watches a game with a delay
	newest   int64         // when the newest record was written, in ms since 1970
	offers   []Offer       // replaced, never changed
	turn     int           // the one that inTurn is of
	inTurn   int           // requests: see guard
	resumed  int64         // when the game has come back from its log, in ms since 1970; 0 if it has not
	rated    bool
	called   state.Seats // for whom the others have called a bot
	reason   string      // why the game has ended in a draw, "" if by the rules
	fault    string
	ended    bool // everybody has been told
	sealed   bool // and the log has its last record
	closed   bool
}

// A place is a seat as the actor knows it.
type place struct {
	kind, name string
	key        string // its SHA-256: see Seat.KeyHash
	agents     []audience
	relieved   agent.JSONWriter // the bot that stood in last: what it has yet to say is void

	decision uint32        // the open one, 0 for none
	asked    int64         // since when it is open, in ms since 1970
	left     int64         // since when a person has been away, 0 for here
	chat     *rate.Limiter // nil before its first word
	settings *settings     // nil as long as it wants nothing kept
}

// An audience is somebody who is told.
type audience struct {
	to   agent.JSONWriter
	bot  agent.Thinker // to, if it is a bot of this process, nil otherwise
	chat *rate.Limiter // of a spectator, nil before its first word
}

func newActor(g *Game, c *Config) *actor {
	a := &actor{
		g: g, rules: c.Header.Rules, m: c.Machine, log: c.Log, records: c.Records, events: c.Events,
		dealer: c.Rules, clock: newClock(c), timers: c.Timers, substitute: c.Substitute, observer: c.Observe, account: c.Account, onFinish: c.Finish,
		seats: make([]place, len(c.Seats)), ended: c.Ended, sealed: c.Ended,
		thawed: time.Now(), newest: max(c.Last, c.Header.At), rated: c.Header.Rated, called: c.Called, reason: c.Reason, offers: c.offers,
	}
	if s := c.Header.Spectators; s != nil {
		a.delay, a.alone = milliseconds(s.Delay), s.None
	}
	a.alarm = alarm{game: g, i: -1}
	a.writing = writing{actor: a, i: -1}
	for i, seat := range c.Seats {
		a.take(i, seat)
		if c.settings != nil {
			a.seats[i].settings = c.settings[i]
		}
		if c.Asked != nil {
			a.seats[i].resume(a.m.Decision(state.Seat(i)), c.Asked[i])
			a.resumed = time.Now().UnixMilli()
		}
	}
	a.key, a.hide = c.Header.Key, c.Header.Salt
	if a.chance = c.chance; a.chance == nil {
		a.chance = NewChance(a.key)
		a.chance.Next() // the deal
	}
	a.salt = a.chance.Next()
	if a.opening = c.opening; a.opening == nil && isOpen(c.Seats) {
		a.opening = newOpening(&c.Header)
	}
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
	a.thaw()
	in(a)
	a.auto()
}

// begin starts the clocks, unless seats are open still, and seats the bots again
// that stand in for somebody. A game whose log broke off just before its end record
// gets that now.
func (a *actor) begin() {
	a.followClock(time.Now())
	if over, _ := a.m.Result(); !over && a.substitute != nil {
		for i := range a.seats {
			seat := state.Seat(i)
			if a.called.Has(seat) || a.clock != nil && a.clock.Absent == protocol.AbsentBot && a.clock.seats[seat].absent {
				a.substitute(a.g, seat)
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
	a.each(func(to audience) { tell(to.to, elsewhere()) })
}

func elsewhere() *protocol.Bye {
	return &protocol.Bye{Reason: "the game goes on elsewhere: connect again"}
}

// sendAway tells somebody of a game that was dismissed to connect again, unless it has been
// told: who has only just come may have asked for something and is attached to no seat yet.
func (a *actor) sendAway(from agent.JSONWriter) {
	told := false
	a.each(func(to audience) { told = told || to.to == from })
	if !told {
		tell(from, elsewhere())
	}
}

func (a *actor) stopClock() { a.wakeAt(time.Time{}) }

// wakeAt has the game look at its clocks at a time, or not at all for the zero time.
func (a *actor) wakeAt(at time.Time) {
	a.expires = at
	a.setAlarm()
}

// wakeBy has the game look at its clocks at a time at the latest.
func (a *actor) wakeBy(at time.Time) {
	if a.expires.IsZero() || at.Before(a.expires) {
		a.wakeAt(at)
	}
}

// setAlarm sets the alarm for whatever is next, or takes it away if nothing is.
func (a *actor) setAlarm() {
	at := a.expires
	if s := a.shadow; s != nil && len(s.queue) > 0 && (at.IsZero() || s.queue[0].due.Before(at)) {
		at = s.queue[0].due
	}
	if a.closed {
		at = time.Time{}
	}
	if a.timers != nil && (a.timed || !at.IsZero()) {
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
	a.tellAll(a.over())
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

func tell(to agent.JSONWriter, m protocol.ServerMessage) {
	if to != nil {
		_ = to.WriteJSON(m) // one that is gone is found out at the next update
	}
}
