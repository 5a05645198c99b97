package table

import (
	"fmt"
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// maxUndos is how many choices a seat may take back in a game, so that a log does not
// grow while the game stands still.
const maxUndos = 100

// An Undo record takes a choice back, and all that came after it. Its records stay in
// the log. The position returns to what it was before them; the numbers of requests,
// events and decisions go on: see [state.Machine].
type Undo struct {
	Seat state.Seat `json:"seat"`
	To   int        `json:"to"`    // number of the choice's record, the header being 0
	At   int64      `json:"at_ms"` // in ms since 1970
	// Banks are what is left to each seat, in milliseconds, if they are timed.
	Banks []int64 `json:"banks_ms,omitempty"`

	before state.Machine // the position before the choice, when Decide has worked it out
}

func (u *Undo) apply(t *Table, c *Change, at At) (err error) {
	if int(u.Seat) >= len(t.Seats) {
		return fmt.Errorf("there is no seat %d", u.Seat)
	}
	before := u.before
	if before == nil {
		if before, err = at(u.To); err != nil {
			return err
		}
	}
	t.Machine.Undo(before)
	for i, bank := range u.Banks[:min(len(u.Banks), len(t.Seats))] {
		t.Seats[i].Bank = bank
	}
	t.stopPassing(c, func(state.Seat, *settings) bool { return true })
	if p := &t.Seats[u.Seat]; p.settings != nil {
		s := *p.settings
		s.Hold, p.settings = t.Machine.Decision(u.Seat), &s
	}
	t.Events++
	c.Notes = []protocol.Event{{
		N: t.Events, What: "undo", Text: fmt.Sprintf("seat %d takes back its last choice", u.Seat), Seat: int(u.Seat),
	}}
	t.lapse(c)
	return nil
}

// A takeback is the latest choice of a seat, with all that came after it.
type takeback struct {
	seat   state.Seat
	to     int           // number of its record
	before state.Machine // the position before it
	since  []*Request    // what would be taken back, the choice first
	// free says that nobody gained from it: no other seat acted since, no hidden card
	// was shown to anyone, and no chance was drawn.
	free bool
}

// latest finds what a seat may take back. It replays the log: undos are rare, so no
// position is kept for them.
func (t *Table) latest(seat state.Seat, now *Now) (*takeback, error) {
	lines, err := now.Past.Past()
	if err != nil {
		return nil, &protocol.Error{Code: protocol.Unavailable, Text: "the log cannot be read now: try again"}
	}
	b, undos, err := lastChoice(lines, seat)
	if err == nil && b.to > 0 && undos < maxUndos {
		err = b.replay(lines, t.Rules)
	}
	switch {
	case err != nil:
		return nil, &protocol.Error{Code: protocol.Internal, Text: "the log cannot be replayed"}
	case b.to == 0:
		return nil, notNow("kind", "you have no choice to take back")
	case undos >= maxUndos:
		return nil, notNow("kind", fmt.Sprintf("you have taken back %d choices in this game, the most there may be", undos))
	case slices.ContainsFunc(b.since, func(q *Request) bool { return state.Do(q.Option[0]) == state.Resign }):
		return nil, notNow("kind", "a seat has resigned since, which is final")
	}
	return b, nil
}

// lastChoice returns the latest choice that a seat made itself and that stands, and
// how many choices it has taken back.
func lastChoice(lines [][]byte, seat state.Seat) (b *takeback, undos int, err error) {
	var choices []int
	for i, line := range lines {
		r, err := Decode(line)
		switch {
		case err != nil:
			return nil, 0, err
		case r.Request != nil && r.Request.Seat == seat && r.Request.By == "" && state.Do(r.Request.Option[0]) != state.Resign:
			choices = append(choices, i)
		case r.Undo != nil:
			for len(choices) > 0 && choices[len(choices)-1] >= r.Undo.To {
				choices = choices[:len(choices)-1]
			}
			if r.Undo.Seat == seat {
				undos++
			}
		}
	}
	b = &takeback{seat: seat, free: true}
	if len(choices) > 0 {
		b.to = choices[len(choices)-1]
	}
	return b, undos, nil
}

// replay works out the position that the game returns to, and what happened since.
func (b *takeback) replay(lines [][]byte, rules state.Dealer) error {
	r, err := Open(lines, Only(rules))
	var numbers []int // of the records of b.since
	for err == nil && r.More() {
		t := r.Table
		if t.Records == b.to {
			b.before = t.Machine.Fork()
		}
		var before state.Rand
		if t.can.Chance != nil {
			before = t.can.Chance(t.Machine)
		}
		var c Change
		if c, err = r.Next(); err != nil || t.Records <= b.to {
			continue
		}
		if u := c.Record.Undo; u != nil { // its choices are taken back already
			n, _ := slices.BinarySearch(numbers, u.To)
			b.since, numbers = b.since[:n], numbers[:n]
		}
		q := c.Record.Request
		if q == nil {
			continue
		}
		b.since, numbers = append(b.since, q), append(numbers, t.Records-1)
		salt, err := q.State()
		if err != nil {
			return err
		}
		before.Mix(salt.Salt)
		b.free = b.free && q.Seat == b.seat && t.can.Chance != nil && before == t.can.Chance(t.Machine) &&
			!slices.ContainsFunc(c.Events, t.can.Reveals)
	}
	return err
}

// undo returns the record that takes a choice back.
func (t *Table) undo(b *takeback, now *Now) *Record {
	u := &Undo{Seat: b.seat, To: b.to, At: now.At, before: b.before}
	if t.Clock != nil { // used time is gone, and so is what the answers earned
		u.Banks = slices.Clone(now.Bank[:len(t.Seats)])
		for _, q := range b.since {
			if q.By == "" {
				u.Banks[q.Seat] = max(u.Banks[q.Seat]-t.Clock.Increment, 0)
			}
		}
	}
	return &Record{T: "undo", Undo: u}
}
