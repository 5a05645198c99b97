package sim

import (
	"bytes"
	"encoding/json"
	"hash/maphash"
	"slices"
	"strconv"
	"time"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// An oracle computes from the log what each client may receive, and checks the messages and the
// log. It shares with the game only the rules and the formats of records and messages.
type oracle struct {
	w              *simulation
	lines          [][]byte      // every stored record
	m              state.Machine // nil before the header
	seats          []table.Seat
	requests       int
	decisions      []openDecision            // by seat
	answered       map[answeredDecision]*log // the log of the game that stored the answer
	over           bool
	reason         string                // reason for the end, or "" for an end by the rules
	valid          map[int]storedRequest // valid requests, by record number
	times          []time.Time           // time of each request, from index 1; the zero time at index 0
	won            []int
	ended          bool
	viewers        []viewer
	secrets        [][]byte       // must not appear in any message
	settings       []seatSettings // by seat
	banks          []bank         // by seat; nil without a clock
	timeouts       []int          // consecutive time-outs by seat
	silentTimeouts []int          // time-outs since the player last connected or sent a message
	disconnected   []time.Time    // by seat: when the game began or the latest connection broke; zero while connected
	standIns       state.Seats    // seats of stand-in bots that other players requested
	lastTime       int64          // latest time in a record, in ms since 1970
	offers         []table.Offer  // current offers
	offersBefore   []table.Offer  // offers before the latest record
}

// A viewer is a seat, or stands for all spectators.
type viewer struct {
	seat      state.Seat
	events    []protocol.Event
	permitted map[uint64]int // permitted updates by hash, with the number of requests at that time
}

var hashSeed = maphash.MakeSeed()

func newOracle(w *simulation) oracle {
	t := oracle{w: w, answered: map[answeredDecision]*log{}, valid: map[int]storedRequest{}, times: []time.Time{{}}}
	for seat := range state.Seat(w.header.Setup.Seats) {
		t.viewers = append(t.viewers, viewer{seat: seat, permitted: map[uint64]int{}})
	}
	t.viewers = append(t.viewers, viewer{seat: state.Watcher, permitted: map[uint64]int{}})
	key, _ := w.header.Key.MarshalText()
	t.secrets = [][]byte{key, strconv.AppendUint(nil, uint64(w.header.Setup.Seed), 10), []byte("secret-")}
	return t
}

func (t *oracle) viewer(seat state.Seat) *viewer {
	return &t.viewers[min(int(seat), len(t.viewers)-1)]
}

func (t *oracle) started() bool {
	return t.m != nil && !slices.ContainsFunc(t.seats, func(s table.Seat) bool { return s.Kind == protocol.SeatOpen })
}

// add applies a stored record.
func (t *oracle) add(line []byte, by *log) {
	t.lines = append(t.lines, line)
	t.offersBefore = t.offers
	var r table.Record
	if err := json.Unmarshal(line, &r); err != nil {
		t.w.fail("the log has a malformed record: %w", err)
		return
	}
	t.lastTime = max(t.lastTime, r.Time())
	var err error
	switch {
	case t.ended:
		t.w.fail("the log has a record after the last one: %s", line)
	case (r.Header != nil) != (t.m == nil):
		t.w.fail("the log has a misplaced header")
	case r.Header != nil:
		t.seats = slices.Clone(r.Header.Seats)
		if t.m, err = t.w.rules.Deal(r.Header.Setup); err != nil {
			t.w.fail("the header cannot be dealt: %w", err)
			return
		}
		t.decisions, t.settings = make([]openDecision, len(t.seats)), make([]seatSettings, len(t.seats))
		t.timeouts, t.silentTimeouts, t.disconnected = make([]int, len(t.seats)), make([]int, len(t.seats)), slices.Repeat([]time.Time{by.begun}, len(t.seats))
		if k := r.Header.Clock; k != nil {
			t.banks = slices.Repeat([]bank{{left: k.Bank}}, len(t.seats))
		}
		t.noteDecisions(by, t.lastTime)
		t.noteUpdates()
	case r.Sit != nil:
		t.sit(r.Sit, by)
	case r.Request != nil:
		t.apply(r.Request, by)
	case r.Undo != nil:
		t.undo(r.Undo, by)
	case r.Draw != nil:
		t.draw(r.Draw)
	case r.Offers != nil:
		t.noteOffers(r.Offers)
	case r.Settings != nil:
		t.noteSettings(r.Settings, by)
	case r.StandIn != nil:
		if t.standIns = t.standIns.Without(r.StandIn.Seat); r.StandIn.On {
			t.standIns = t.standIns.With(r.StandIn.Seat)
			t.checkExit(r.StandIn.Seat, by)
		}
	case r.Kind == "epoch": // the epoch record does not affect the game
	case r.End != nil:
		t.ended = true
		if !t.over || !slices.Equal(t.won, r.End.Won) || r.End.Digest != table.Digest(t.m) {
			t.w.fail("the log has a wrong end record: %s", line)
		}
	default:
		t.w.fail("the log has an unknown record: %s", line)
	}
}

// checkRead compares the records that a process reads with the stored ones.
func (t *oracle) checkRead(records [][]byte) {
	if !slices.EqualFunc(records, t.lines, bytes.Equal) {
		t.w.fail("a process reads %d records, not the %d that was kept", len(records), len(t.lines))
	}
}

// apply checks and applies a stored request.
func (t *oracle) apply(r *table.Request, by *log) {
	q := r.State()
	if err := t.m.Check(q); err != nil {
		t.w.fail("the log has an illegal request: %w", err)
		return
	}
	if !t.started() {
		t.w.fail("the log has a request before all seats are taken")
	}
	t.checkAnswer(r, q, by)
	t.checkStandIn(r)
	t.checkBank(r, by)
	t.checkTimeout(r, by)
	if t.w.agree > 0 {
		t.valid[len(t.lines)-1] = storedRequest{r, q, t.m.Fork()}
	}
	var log state.Log
	t.m.Apply(q, &log)
	for _, o := range r.Options()[1:] {
		next := state.Request{Seat: q.Seat, Decision: t.m.Decision(q.Seat), Option: o}
		if err := t.m.Check(next); err != nil {
			t.w.fail("the log has an illegal pick: %w", err)
			return
		}
		t.m.Apply(next, &log)
	}
	t.count(r.At)
	for i := range t.viewers {
		v := &t.viewers[i]
		for _, e := range log.Events {
			v.events = append(v.events, protocol.EventOf(uint64(len(v.events))+1, t.m.Tell(e, v.seat)))
		}
	}
	t.noteDecisions(by, r.At)
	t.dropExpired()
	over, won := t.m.Result()
	t.over = over
	for ; won != 0; won &= won - 1 {
		t.won = append(t.won, int(won.First()))
	}
	t.noteUpdates()
}

// count records a request, an undo or a draw at the given time.
func (t *oracle) count(at int64) {
	t.requests++
	t.times = append(t.times, time.UnixMilli(at))
}
