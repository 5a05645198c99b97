package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	reason   string                // of the end, "" if by the rules
	before   map[int]state.Machine // the game before each request, by the number of its record
	times    []time.Time           // when each number of requests was recorded, from 0
	won      []int
	ended    bool
	viewers  []viewer
	secrets  [][]byte // what is in no message
	wanted   []wanted // by seat
}

// A viewer is a seat, or everybody else as the last one.
type viewer struct {
	seat   state.Seat
	events []protocol.Event
	known  map[uint64]int // what it may be told, and after how many requests
}

// An answer is a decision that was answered.
type answer struct {
	seat     state.Seat
	decision uint32
}

var hashSeed = maphash.MakeSeed()

func newTruth(w *world) truth {
	t := truth{w: w, answered: map[answer]*log{}, before: map[int]state.Machine{}, times: []time.Time{{}}}
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
		t.seats = slices.Clone(r.Header.Seats)
		if t.m, err = t.w.rules.Deal(r.Header.Setup); err != nil {
			t.w.fail("the header deals nothing: %w", err)
			return
		}
		t.asked, t.wanted = make([]asked, len(t.seats)), make([]wanted, len(t.seats))
		t.ask(by)
		t.remember()
	case r.Sit != nil:
		if t.seats[r.Sit.Seat].Kind != protocol.SeatOpen {
			t.w.fail("seat %d is taken twice", r.Sit.Seat)
		}
		t.seats[r.Sit.Seat] = r.Sit.Who
		t.asked = make([]asked, len(t.seats)) // time begins when everybody sits
		t.ask(by)
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
		if r.StandIn.On {
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
	t.expires(r, by)
	if t.w.agree > 0 {
		t.before[len(t.lines)-1] = t.m.Fork()
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
	t.ask(by)
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
	t.times = append(t.times, time.UnixMilli(at))
}

// undo goes back to before a request that was kept.
func (t *truth) undo(u *game.Undo, by *log) {
	before := t.before[u.To]
	if before == nil || t.over {
		t.w.fail("seat %d takes back record %d, which cannot be", u.Seat, u.To)
		return
	}
	t.m.Undo(before)
	t.count(u.At)
	for i := range t.viewers {
		v := &t.viewers[i]
		n := uint64(len(v.events)) + 1
		v.events = append(v.events, protocol.Event{N: n, What: "undo", Text: fmt.Sprintf("seat %d takes its last choice back", u.Seat), Seat: int(u.Seat)})
	}
	t.ask(by)
	t.remember()
}

// offers holds who is said to have offered or agreed to something to having done so.
func (t *truth) offers(all []game.Offer) {
	for _, o := range all {
		for agreed := o.Accepted.With(o.By); agreed != 0; agreed &= agreed - 1 {
			if c := t.client(agreed.First()); c == nil || !c.agreed[o.Kind] {
				t.w.fail("seat %d has agreed to nothing, and it is kept that it has: %v", agreed.First(), o)
			}
		}
	}
}

// draw ends the game as its players have agreed.
func (t *truth) draw(d *game.Draw) {
	if t.over || len(d.Agreed) == 0 {
		t.w.fail("a draw is kept that cannot be")
		return
	}
	for _, seat := range d.Agreed {
		if c := t.client(state.Seat(seat)); c == nil || !c.agreed[protocol.OfferDraw] {
			t.w.fail("seat %d has not agreed to the draw that is kept", seat)
		}
	}
	t.m.End(0)
	t.over, t.reason = true, d.Reason
	t.count(d.At)
	t.remember()
}

// answers holds a choice to what its person has chosen, and to once.
func (t *truth) answers(r *game.Request, q state.Request, by *log) {
	if q.Option.Do == state.Resign {
		if r.By == "exit" {
			t.exits(r.Seat, by)
		}
		return
	}
	one := answer{r.Seat, r.Decision}
	if t.answered[one] != nil {
		t.w.fail("decision %d of seat %d is answered twice", r.Decision, r.Seat)
	}
	t.answered[one] = by
	if r.By == "auto" {
		t.automatic(q)
	}
	if r.By != "" || t.seats[r.Seat].Kind == protocol.SeatBot {
		return
	}
	for _, c := range t.w.clients {
		if c.seat != r.Seat {
			continue
		}
		option, is := c.chosen[r.Decision]
		if options := t.m.Options(r.Seat, nil); !is || options[option] != q.Option {
			t.w.fail("seat %d has not chosen what is kept for decision %d", r.Seat, r.Decision)
		}
	}
}
