package table

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gamed/state"
)

// A RulesFinder returns the ruleset for the game with the given header.
type RulesFinder func(*Header) (state.Dealer, error)

// SameRules returns a RulesFinder that returns the given ruleset for every game.
func SameRules(rules state.Dealer) RulesFinder {
	return func(*Header) (state.Dealer, error) { return rules, nil }
}

// New returns the table that a header defines, and sets the seed of the header's setup.
// It deals the game, or replays the game that the header continues. The error is that of find, or
// says why the game cannot be dealt.
func New(h *Header, find RulesFinder) (*Table, error) {
	rules, err := find(h)
	if err != nil {
		return nil, err
	}
	t := &Table{
		ID: h.Game, Rules: rules, RulesName: h.Rules, Format: h.Format, TableOptions: h.TableOptions, Key: h.Key, CommitmentSalt: h.CommitmentSalt,
		Seats: make([]SeatState, len(h.Seats)), LastAt: h.At, Records: 1, chance: NewChance(h.Key),
	}
	if l, ok := rules.(*CachedRules); ok {
		t.abilities = &l.abilities
	} else {
		abilities := rules.Abilities()
		t.abilities = &abilities
	}
	h.Setup.Seed = state.Seed(t.chance.Next())
	if h.From != nil {
		t.Machine, err = h.From.machine(find)
	} else {
		t.Machine, err = rules.Deal(h.Setup)
	}
	if err != nil {
		return nil, err
	}
	if len(h.Seats) != t.Machine.Seats() {
		return nil, fmt.Errorf("the header names %d seats, but the game has %d", len(h.Seats), t.Machine.Seats())
	}
	t.Setup, t.salt = h.Setup, t.chance.Next()
	for i, seat := range h.Seats {
		t.Seats[i].Seat = seat
		if h.Clock != nil {
			t.Seats[i].Bank = h.Clock.Bank
		}
	}
	if t.OpenSeats() > 0 {
		t.opening = &opening{Setup: h.Setup, Continues: h.From != nil}
	}
	t.noteAsked(h.At)
	return t, nil
}

// check returns [OtherRules] if the ruleset now has other cards, and an error if the seed
// does not come from the key.
func (h *Header) check(rules state.Dealer) error {
	cached := Cache(rules)
	if now := cached.Cards(); now != h.Cards {
		return &OtherRules{h.Rules, h.Program, h.Version, h.Cards, cached.Info().Version, now}
	}
	// In old logs the seed is a number, which a JSON library may have rounded. New replaces it
	// with the exact seed.
	if seed := NewChance(h.Key).Next(); float64(seed) != float64(h.Setup.Seed) {
		return fmt.Errorf("the seed of its deal %w", ErrUnfair)
	}
	return nil
}

// A Replay applies the records of a log to a table, one at a time. Only one goroutine at a time
// may use it.
type Replay struct {
	Header *Header
	Table  *Table

	lines [][]byte
	find  RulesFinder
	// before holds the position before each choice that a later undo takes back, by the number of
	// the choice's record. An entry is nil until the replay reaches the record.
	before map[int]state.Machine
	undos  []span
}

// A span is the range of the records that an undo takes back. The field from is the number of
// the first of these records. The field undo is the number of the undo record, which comes
// after the last of these records.
type span struct{ from, undo int }

// Open deals the game of a log. The error wraps [ErrDamaged], and also [OtherRules] if the
// ruleset has changed. If the rules panic, Open returns an error.
func Open(lines [][]byte, find RulesFinder) (r *Replay, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = panicError(v)
		}
		if err != nil {
			r, err = nil, damaged(1, err)
		}
	}()
	if len(lines) == 0 {
		return nil, errors.New("the log is empty")
	}
	first, err := Decode(lines[0])
	switch {
	case err != nil:
		return nil, err
	case first.Header == nil:
		return nil, errNoHeader
	case first.Header.Format > Format:
		return nil, fmt.Errorf("the log has format %d, and this program reads up to format %d", first.Header.Format, Format)
	}
	rules, err := find(first.Header)
	if err == nil {
		err = first.Header.check(rules)
	}
	if err != nil {
		return nil, err
	}
	r = &Replay{Header: first.Header, lines: lines, find: find, before: map[int]state.Machine{}}
	for i, line := range lines[1:] {
		r.noteUndo(line, i+1)
	}
	r.Table, err = New(r.Header, find)
	return r, err
}

func panicError(v any) error { return fmt.Errorf("its rules panic: %v", v) }

// More reports whether Next can apply another record.
func (r *Replay) More() bool { return r.Table.Records < len(r.lines) }

// Add appends a line to the replayed log.
func (r *Replay) Add(line []byte) {
	r.noteUndo(line, len(r.lines))
	r.lines = append(r.lines, line)
}

// If record n is an undo, noteUndo makes Next keep the position before the choice that the undo takes
// back.
func (r *Replay) noteUndo(line []byte, n int) {
	if !bytes.HasPrefix(line, []byte(`{"t":"undo"`)) {
		return
	}
	if rec, err := Decode(line); err == nil && rec.Undo != nil {
		r.undos = append(r.undos, span{rec.Undo.To, n})
		if _, known := r.before[rec.Undo.To]; !known {
			r.before[rec.Undo.To] = nil
		}
	}
}

// Undone reports whether a later record of the log takes back record n.
func (r *Replay) Undone(n int) bool {
	return slices.ContainsFunc(r.undos, func(s span) bool { return s.from <= n && n < s.undo })
}

// Past returns the records that have been applied.
func (r *Replay) Past() [][]byte { return r.lines[:r.Table.Records] }

// Record returns the next record without applying it. The next record must exist.
func (r *Replay) Record() (*Record, error) {
	rec, err := Decode(r.lines[r.Table.Records])
	if err != nil {
		return nil, damaged(r.Table.Records+1, err)
	}
	return rec, nil
}

// Next applies the next record, which must exist. If the rules panic, Next returns an error.
func (r *Replay) Next() (c Change, err error) {
	rec, err := r.Record()
	if err != nil {
		return c, err
	}
	n := r.Table.Records
	if _, back := r.before[n]; back && rec.Request != nil {
		r.before[n] = r.Table.Machine.Fork()
	}
	defer func() {
		if v := recover(); v != nil {
			err = damaged(n+1, panicError(v))
		}
	}()
	return r.Table.Apply(rec, r.positionBefore)
}

// positionBefore returns the position before the choice of record n.
func (r *Replay) positionBefore(n int) (state.Machine, error) {
	if m := r.before[n]; m != nil {
		return m, nil
	}
	if n > 0 && n < r.Table.Records {
		if rec, err := Decode(r.lines[n]); err == nil && rec.Request != nil { // the undo was added after the choice was applied
			again, err := Restore(r.lines[:n], r.find)
			if err != nil {
				return nil, err
			}
			return again.Table.Machine, nil
		}
	}
	return nil, fmt.Errorf("there is no choice at record %d to take back", n)
}

// Run applies all remaining records.
func (r *Replay) Run() error {
	for r.More() {
		if _, err := r.Next(); err != nil {
			return err
		}
	}
	return nil
}

// Fork returns an independent copy of the replay.
func (r *Replay) Fork() *Replay {
	c := *r
	c.Table, c.before, c.lines, c.undos = r.Table.Fork(), maps.Clone(r.before), slices.Clip(r.lines), slices.Clip(r.undos)
	return &c
}

// Restore replays a whole log. The error wraps [ErrDamaged].
func Restore(lines [][]byte, find RulesFinder) (*Replay, error) {
	r, err := Open(lines, find)
	if err == nil {
		err = r.Run()
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}
