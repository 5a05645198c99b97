package sim

import (
	"bytes"
	"encoding/json"
	"hash/maphash"
	"slices"
	"strconv"
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// A truth is what the log says, worked out by a machine that reads nothing else, and
// by nothing of package game but the form of its records.
type truth struct {
	w        *world
	lines    [][]byte      // every record that was kept, whatever became of it
	m        state.Machine // nil before the header
	seats    []game.Seat
	requests int
	asked    []asked         // by seat
	answered map[answer]*log // by which game
	over     bool
	reason   string       // of the end, "" if by the rules
	made     map[int]made // each request that stands, by the number of its record
	times    []time.Time  // when each number of requests was recorded, from 0
	won      []int
	ended    bool
	viewers  []viewer
	secrets  [][]byte // what is in no message
	wanted   []wanted // by seat
	banks    []bank   // by seat, nil without a clock
	expired  []int    // how often in a row the clock has answered for each seat
	idle     []int    // and since it was last heard of
	called   state.Seats
	last     int64        // when the latest record that has a time was made, in ms since 1970
	open     []game.Offer // those that stand
	opened   []game.Offer // before the latest record
}

// A viewer is a seat, or everybody else as the last one.
type viewer struct {
	seat   state.Seat
	events []protocol.Event
	known  map[uint64]int // what it may be told, and after how many requests
}

var hashSeed = maphash.MakeSeed()

func newTruth(w *world) truth {
	t := truth{w: w, answered: map[answer]*log{}, made: map[int]made{}, times: []time.Time{{}}}
	for seat := range state.Seat(w.header.Setup.Seats) {
		t.viewers = append(t.viewers, viewer{seat: seat, known: map[uint64]int{}})
	}
	t.viewers = append(t.viewers, viewer{seat: state.Watcher, known: map[uint64]int{}})
	key, _ := w.header.Key.MarshalText()
	t.secrets = [][]byte{key, strconv.AppendUint(nil, w.header.Setup.Seed, 10), []byte("secret-")}
	return t
}

func (t *truth) viewer(seat state.Seat) *viewer {
	return &t.viewers[min(int(seat), len(t.viewers)-1)]
}

func (t *truth) started() bool {
	return t.m != nil && !slices.ContainsFunc(t.seats, func(s game.Seat) bool { return s.Kind == protocol.SeatOpen })
}

// add takes a record that was kept.
func (t *truth) add(line []byte, by *log) {
	t.lines = append(t.lines, line)
	t.opened = t.open
	var r game.Record
	if err := json.Unmarshal(line, &r); err != nil {
		t.w.fail("a record is kept that is none: %w", err)
		return
	}
	var err error
	switch {
	case t.ended:
		t.w.fail("a record is kept after the last one: %s", line)
	case (r.Header != nil) != (t.m == nil):
		t.w.fail("the header is not the first record, or not the only one")
	case r.Header != nil:
		t.seats, t.last = slices.Clone(r.Header.Seats), r.Header.At
		if t.m, err = t.w.rules.Deal(r.Header.Setup); err != nil {
			t.w.fail("the header deals nothing: %w", err)
			return
		}
		t.asked, t.wanted = make([]asked, len(t.seats)), make([]wanted, len(t.seats))
		t.expired, t.idle = make([]int, len(t.seats)), make([]int, len(t.seats))
		if k := r.Header.Clock; k != nil {
			t.banks = slices.Repeat([]bank{{left: k.Bank}}, len(t.seats))
		}
		t.ask(by, t.last)
		t.remember()
	case r.Sit != nil:
		t.sit(r.Sit, by)
	case r.Request != nil:
		t.apply(r.Request, by)
	case r.Undo != nil:
		t.undo(r.Undo, by)
	case r.Draw != nil:
		t.draw(r.Draw)
	case r.Offers != nil:
		t.offers(r.Offers)
	case r.Settings != nil:
		t.keeps(r.Settings, by)
	case r.StandIn != nil:
		if t.called = t.called.Without(r.StandIn.Seat); r.StandIn.On {
			t.called = t.called.With(r.StandIn.Seat)
			t.exits(r.StandIn.Seat, by)
		}
	case r.T == "epoch": // who runs the game changes nothing of it
	case r.End != nil:
		t.ended = true
		if !t.over || !slices.Equal(t.won, r.End.Won) || r.End.Digest != game.Digest(t.m) {
			t.w.fail("the end record is not of this end: %s", line)
		}
	default:
		t.w.fail("an unknown record is kept: %s", line)
	}
}

// intact holds what a process finds in the log to what was kept.
func (t *truth) intact(records [][]byte) {
	if !slices.EqualFunc(records, t.lines, bytes.Equal) {
		t.w.fail("the log has %d records, and is not the one of %d that was kept", len(records), len(t.lines))
	}
}

// apply plays a request that was kept.
func (t *truth) apply(r *game.Request, by *log) {
	q, err := r.State()
	if err == nil {
		err = t.m.Check(q)
	}
	if err != nil {
		t.w.fail("a request is kept that is not legal where it stands: %w", err)
		return
	}
	if !t.started() {
		t.w.fail("a request is kept before everybody sits")
	}
	t.answers(r, q, by)
	t.stands(r)
	t.pays(r, by)
	t.expires(r, by)
	if t.w.agree > 0 {
		t.made[len(t.lines)-1] = made{r, q, t.m.Fork()}
	}
	var log state.Log
	t.m.Apply(q, &log)
	t.count(r.At)
	for i := range t.viewers {
		v := &t.viewers[i]
		for _, e := range log.Events {
			v.events = append(v.events, protocol.EventOf(uint64(len(v.events))+1, t.m.Tell(e, v.seat)))
		}
	}
	t.ask(by, r.At)
	t.lapse()
	if r.By != "auto" {
		t.wanted[r.Seat].stopped = true
	}
	over, won := t.m.Result()
	t.over = over
	for ; won != 0; won &= won - 1 {
		t.won = append(t.won, int(won.First()))
	}
	t.remember()
}

// count counts what has changed the game.
func (t *truth) count(at int64) {
	t.requests++
	t.last = at
	t.times = append(t.times, time.UnixMilli(at))
}
