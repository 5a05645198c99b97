package game

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// maxUndos is how many choices a seat may take back in a game, so that no log grows
// without the game going on.
const maxUndos = 100

// A takeback is the latest choice of a seat, with all that has come after it.
type takeback struct {
	seat   state.Seat
	to     int           // the number of its record
	before state.Machine // the game as it stood then
	since  []*Request    // what is taken back, the choice first
	// free is whether nobody has gained by what came of it: no other seat has acted since,
	// nothing was shown to anybody that had been hidden, and no chance was drawn.
	free bool
}

// latest finds what a seat may take back. It plays the log again: choices are seldom
// taken back, so no position is kept for it.
func (a *actor) latest(seat state.Seat) (*takeback, *protocol.Error) {
	records, err := a.past()
	if err != nil {
		return nil, &protocol.Error{Code: protocol.Unavailable, Text: "the log cannot be read now: send it again"}
	}
	to, undos := lastChoice(records, seat)
	switch {
	case to == 0:
		return nil, notNow("kind", "you have chosen nothing that could be taken back")
	case undos >= maxUndos:
		return nil, notNow("kind", fmt.Sprintf("you have taken %d choices back in this game: that is all", undos))
	}
	t := &takeback{seat: seat, to: to}
	if err := t.play(records, a.dealer); err != nil {
		return nil, &protocol.Error{Code: protocol.Internal, Text: "the log cannot be played again"}
	}
	if slices.ContainsFunc(t.since, func(q *Request) bool { return state.Do(q.Option[0]) == state.Resign }) {
		return nil, notNow("kind", "a seat has resigned since, which is for good")
	}
	return t, nil
}

// lastChoice returns the number of the record of a seat's latest own choice that
// stands, 0 for none, and how often it has taken one back.
func lastChoice(records [][]byte, seat state.Seat) (to, undos int) {
	var choices []int // of the seat
	for i, line := range records {
		if !bytes.HasPrefix(line, []byte(`{"t":"request"`)) && !isUndo(line) {
			continue
		}
		r, err := readLine(line)
		switch {
		case err != nil:
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
	if len(choices) == 0 {
		return 0, undos
	}
	return choices[len(choices)-1], undos
}

// play works out where the game goes back to, and what has happened since.
func (t *takeback) play(records [][]byte, rules state.Dealer) error {
	r, err := Open(records, func(string) (state.Dealer, error) { return rules, nil })
	if err != nil {
		return err
	}
	can := rules.Abilities()
	t.free = true
	for {
		q, err := r.Peek()
		if q == nil || err != nil {
			return err
		}
		counts := r.line-1 >= t.to
		if r.line-1 == t.to {
			t.before = r.Machine.Fork()
		}
		var before state.Rand
		if can.Chance != nil {
			before = can.Chance(r.Machine)
		}
		var log state.Log
		if _, err := r.Next(&log); err != nil {
			return err
		}
		if !counts {
			continue
		}
		t.since = append(t.since, q)
		salt, err := q.State()
		if err != nil {
			return err
		}
		before.Mix(salt.Salt)
		t.free = t.free && can.Chance != nil && before == can.Chance(r.Machine) && q.Seat == t.seat &&
			!slices.ContainsFunc(log.Events, can.Reveals)
	}
}

// askUndo works out who has to agree to an undo, or why there can be none.
func (a *actor) askUndo(o *Offer) *protocol.Error {
	t, wrong := a.latest(o.By)
	if wrong != nil {
		return wrong
	}
	people, away, _ := a.others(o.By) // bots agree
	switch {
	case a.rated && people == 0:
		return notNow("kind", "in a rated game another player has to agree, and there is none")
	case a.rated:
		o.Asked = people | away
	case !t.free:
		o.Asked = people
	}
	return nil
}

// undo takes the latest choice of a seat back.
func (a *actor) undo(seat state.Seat, from agent.JSONWriter) {
	t, wrong := a.latest(seat)
	if wrong != nil {
		tell(from, wrong)
		return
	}
	now := time.Now()
	record := &Undo{Seat: seat, To: t.to, At: now.UnixMilli(), Banks: a.banksBefore(t, now)}
	if err := a.append(&Record{T: "undo", Undo: record}); err != nil {
		a.regret(from, notStored(err, "the undo"))
		a.observe(Observation{Outcome: NotStored, Err: err})
		return
	}
	a.m.Undo(t.before)
	for i := range a.seats {
		a.stopPassing(state.Seat(i))
	}
	if s := a.seats[seat].settings; s != nil {
		s.hold = a.m.Decision(seat)
	}
	a.events++
	for i, bank := range record.Banks {
		a.clock.stop(state.Seat(i), milliseconds(bank))
	}
	a.followClock(time.Now())
	told := []protocol.Event{tookBack(a.events, seat)}
	a.publishTold(func(state.Seat) []protocol.Event { return told })
	a.lapse()
}

// banksBefore is what each seat has left once a choice is taken back: the time that was
// used is gone, and what the answers have earned as well.
func (a *actor) banksBefore(t *takeback, now time.Time) (banks []int64) {
	if a.clock == nil {
		return nil
	}
	for i := range a.seats {
		banks = append(banks, a.clock.left(state.Seat(i), now).Milliseconds())
	}
	for _, q := range t.since {
		if q.By == "" {
			banks[q.Seat] = max(banks[q.Seat]-a.clock.Increment, 0)
		}
	}
	return banks
}

// tookBack is how it is told that a seat has taken its choice back.
func tookBack(n uint64, seat state.Seat) protocol.Event {
	return protocol.Event{N: n, What: "undo", Text: fmt.Sprintf("seat %d takes its last choice back", seat), Seat: int(seat)}
}
