package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// maxChoicesInTurn is the maximum number of choices in one turn, a hundred times as many as any
// game has needed. There is no such limit on turns, because the rules limit their number.
const maxChoicesInTurn = 20_000

// An End is the last record of a finished game.
type End struct {
	Won []int `json:"won"`
	// Digest is the [Digest] of the last position. It is "" if the program that ended the game
	// did not have the rules of the game.
	Digest string `json:"digest"`
}

var endKind = kind{
	last:      true,
	hasField:  func(r *Record) bool { return r.End != nil },
	apply:     func(t *Table, r *Record, _ *Change, _ PositionBefore) error { return r.End.apply(t) },
	summarize: func(s *Summary, r *Record) { s.End = r.End },
}

func (t *Table) endRecord(now *Now) *Record {
	_, won := t.Machine.Result()
	end := &End{Won: Numbers(won)}
	if t.HasPosition() {
		end.Digest = Digest(t.Machine)
	}
	return &Record{Kind: "end", At: now.At, End: end}
}

func (e *End) apply(t *Table) error {
	if !t.HasPosition() {
		t.Machine.End(e.winners())
	}
	over, won := t.Machine.Result()
	if !over || !slices.Equal(e.Won, Numbers(won)) {
		return fmt.Errorf("the record says that seats %v won, but the game has another result", e.Won)
	}
	known := t.HasPosition() && (e.Digest != "" || t.Reason != protocol.ReasonRules)
	if digest := Digest(t.Machine); known && digest != e.Digest {
		return fmt.Errorf("the game ends at %s %w %s", digest, ErrOtherEnd, e.Digest)
	}
	t.End = e
	return nil
}

func (e *End) winners() (won state.Seats) {
	for _, seat := range e.Won {
		won = won.With(state.Seat(seat))
	}
	return won
}

// Digest returns the SHA-256 of a position, in hexadecimal digits.
func Digest(m state.Machine) string {
	sum := sha256.Sum256(m.AppendState(nil))
	return hex.EncodeToString(sum[:])
}

// A Draw record ends the game without a winner, outside its rules.
type Draw struct {
	Reason string `json:"reason"`           // as in [protocol.Over]
	Agreed []int  `json:"agreed,omitempty"` // the seats that agreed
	At     int64  `json:"at_ms"`            // in ms since 1970
}

var drawKind = kind{
	noun: "the draw", step: true,
	hasField:  func(r *Record) bool { return r.Draw != nil },
	at:        func(r *Record) int64 { return r.Draw.At },
	apply:     func(t *Table, r *Record, c *Change, _ PositionBefore) error { return r.Draw.apply(t, c) },
	summarize: func(s *Summary, r *Record) { s.Reason = r.Draw.Reason },
}

func (t *Table) drawRecord(reason string, agreed state.Seats, now *Now) *Record {
	return &Record{Kind: "draw", Draw: &Draw{Reason: reason, Agreed: Numbers(agreed), At: now.At}}
}

func (d *Draw) apply(t *Table, c *Change) error {
	if t.Over() {
		return errors.New("the record draws a game that is over")
	}
	t.Machine.End(0)
	t.Reason, t.Offers, c.Offers = d.Reason, nil, t.Offers != nil
	return nil
}

// Abandon is the input that ends a game that all players have left.
type Abandon struct{}

func (Abandon) decide(t *Table, now Now) (*Record, error) {
	if t.Over() {
		return nil, nil
	}
	return t.drawRecord(protocol.ReasonAbandoned, 0, &now), nil
}

// RulesChanged is the input that ends a game that cannot continue because its rules have changed.
type RulesChanged struct{}

func (RulesChanged) decide(t *Table, now Now) (*Record, error) {
	if t.Over() {
		return nil, nil
	}
	return t.drawRecord(protocol.ReasonRules, 0, &now), nil
}

// A fault record sets a game aside.
var faultKind = kind{
	last:     true,
	hasField: func(*Record) bool { return true },
	apply: func(t *Table, r *Record, _ *Change, _ PositionBefore) error {
		t.Fault = r.Fault
		return nil
	},
	summarize: func(s *Summary, r *Record) { s.Fault, s.Reason = r.Fault, protocol.ReasonFault },
}

// A Panic is the input that sets aside a game whose rules panicked.
type Panic struct{ Text string }

func (p Panic) decide(t *Table, now Now) (*Record, error) {
	if t.Closed() {
		return nil, nil
	}
	return &Record{Kind: "fault", At: now.At, Fault: p.Text}, nil
}

// OverMessage returns the message that announces the end of the game. The game must be
// over or set aside.
func (t *Table) OverMessage() *protocol.Over {
	over := &protocol.Over{Game: t.ID, N: t.Events, Won: []int{}, Reason: cmp.Or(t.Reason, protocol.ReasonEnd)}
	if t.CommitmentSalt != (Key{}) {
		over.Key, over.Salt = t.Key.String(), t.CommitmentSalt.String()
	}
	if t.Fault != "" {
		over.Reason = protocol.ReasonFault
	} else {
		_, won := t.Machine.Result()
		over.Won, over.Draw = Numbers(won), won == 0
		over.Resigned = t.resigned
	}
	return over
}

// Numbers returns the seats of a set as a list of numbers.
func Numbers(ss state.Seats) []int {
	list := make([]int, 0, ss.Len())
	for ; ss != 0; ss &= ss - 1 {
		list = append(list, int(ss.First()))
	}
	return list
}
