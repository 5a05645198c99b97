package table

import (
	"fmt"
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// maxUndos is the maximum number of undos of a seat in a game. Without this limit, a log could grow
// while the game makes no progress.
const maxUndos = 100

// An Undo record takes back a choice and everything after it. The undone records stay
// in the log. Afterwards the position is that before the choice, but the numbers of requests,
// events and decisions continue: see [state.Playable].
type Undo struct {
	Seat state.Seat `json:"seat"`
	To   int        `json:"to"`    // number of the choice's record, the header being 0
	At   int64      `json:"at_ms"` // in ms since 1970
	// Banks is the time left to each seat, in milliseconds, or nil in an untimed game.
	Banks []int64 `json:"banks_ms,omitempty"`
	// Informed is set if, since the choice, a hidden card was shown, chance was used or another
	// seat acted.
	Informed bool `json:"looked,omitempty"`

	before state.Machine // the position before the choice, nil until computed
}

var undoKind = kind{
	noun: "the undo", step: true,
	hasField: func(r *Record) bool { return r.Undo != nil },
	at:       func(r *Record) int64 { return r.Undo.At },
	apply:    func(t *Table, r *Record, c *Change, at PositionBefore) error { return r.Undo.apply(t, c, at) },
}

func (u *Undo) apply(t *Table, c *Change, at PositionBefore) (err error) {
	if err := t.checkSeat(u.Seat); err != nil {
		return err
	}
	before := u.before // set by Decide, because reading the log could fail once the record is appended
	if before == nil {
		if before, err = at(u.To); err != nil {
			return err
		}
	}
	t.Machine.Undo(before)
	t.InformedUndo = t.InformedUndo || u.Informed
	for i, bank := range u.Banks[:min(len(u.Banks), len(t.Seats))] {
		t.Seats[i].Bank = bank
	}
	p, s := &t.Seats[u.Seat], seatSettings{Settings: Settings{Seat: u.Seat}}
	if p.Settings != nil {
		s = *p.Settings
	}
	s.Reopened, p.Settings = t.Machine.Decision(u.Seat), &s
	t.Events++
	c.Notes = []protocol.Event{{
		N: t.Events, What: "undo", Text: fmt.Sprintf("seat %d takes back its last choice", u.Seat), Seat: int(u.Seat),
	}}
	t.expireOffers(c)
	return nil
}

// A takeback is the latest choice of a seat and everything after it.
type takeback struct {
	seat  state.Seat
	lines [][]byte     // the records of the log
	since []pastChoice // the choice and all later choices
}

// A pastChoice is a choice in a log.
type pastChoice struct {
	*Request
	record        int
	uninformative bool // the choice used no randomness and revealed no hidden card
	undone        bool // a later record took the choice back
}

// latestChoice returns the latest choice of a seat that an undo may take back. It replays the log,
// because undos are too rare to justify keeping earlier positions in memory.
func (t *Table) latestChoice(seat state.Seat, now *Now) (*takeback, error) {
	lines, err := now.Past.Past()
	if err != nil {
		return nil, &protocol.Error{Code: protocol.Unavailable, Text: "the log cannot be read now: try again"}
	}
	all, undos, err := choices(lines, t.Rules, seat)
	if err != nil {
		return nil, errNoReplay
	}
	first := len(all) - 1
	for first >= 0 && (all[first].undone || all[first].Seat != seat || all[first].By != "" || all[first].resigns()) {
		first--
	}
	switch {
	case first < 0:
		return nil, notNow("kind", "you have no choice to take back")
	case undos >= maxUndos:
		return nil, notNow("kind", fmt.Sprintf("you have taken back %d choices in this game, which is the limit", undos))
	case slices.ContainsFunc(all[first:], func(p pastChoice) bool { return p.resigns() }):
		return nil, notNow("kind", "a seat has resigned since your choice, which is final")
	}
	return &takeback{seat, lines, all[first:]}, nil
}

var errNoReplay = &protocol.Error{Code: protocol.Internal, Text: "the log cannot be replayed"}

// choices returns the choices of a log and the number of undos of a seat.
func choices(lines [][]byte, rules state.Dealer, seat state.Seat) (all []pastChoice, undos int, err error) {
	r, err := Open(lines, SameRules(rules))
	for err == nil && r.More() {
		var chance state.Rand
		if r.Table.abilities.Chance != nil {
			chance = r.Table.abilities.Chance(r.Table.Machine)
		}
		var c Change
		if c, err = r.Next(); err != nil {
			break
		}
		if q := c.Record.Request; q != nil {
			chance.Mix(uint64(q.Salt))
			can := r.Table.abilities
			uninformative := can.Chance != nil && chance == can.Chance(r.Table.Machine) && !slices.ContainsFunc(c.Events, can.Reveals)
			n := r.Table.Records - 1
			all = append(all, pastChoice{Request: q, record: n, uninformative: uninformative, undone: r.Undone(n)})
		}
		if u := c.Record.Undo; u != nil && u.Seat == seat {
			undos++
		}
	}
	return all, undos, err
}

// needsNoConsent reports whether, since the choice, no other seat has acted, and no choice has used
// randomness or revealed a hidden card. Choices that are already undone count too.
func (b *takeback) needsNoConsent() bool {
	return !slices.ContainsFunc(b.since, func(p pastChoice) bool { return p.Seat != b.seat || !p.uninformative })
}

// undoRecord returns the record that takes a choice back.
func (t *Table) undoRecord(b *takeback, now *Now) (*Record, error) {
	u := &Undo{Seat: b.seat, To: b.since[0].record, At: now.At, Informed: !b.needsNoConsent()}
	r, err := Restore(b.lines[:u.To], SameRules(t.Rules))
	if err != nil {
		return nil, errNoReplay
	}
	u.before = r.Table.Machine
	if t.Clock != nil { // used time is not returned, and earned increments are taken back
		u.Banks = slices.Clone(now.Bank[:len(t.Seats)])
		for _, p := range b.since {
			if p.By == "" && !p.undone {
				u.Banks[p.Seat] = max(u.Banks[p.Seat]-t.Clock.Increment, 0)
			}
		}
	}
	return &Record{Kind: "undo", Undo: u}, nil
}
