package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	. "gamed/state"
)

// A slate is a position of a test game whose code writes marks on it.
type slate struct {
	Core
	Marks [8]uint8
	N     uint8
	Left  uint8 // how many more times vCountDown sets X
	Asked Seat  // answers for seat 0
}

const (
	vMark = iota + FirstVerb
	vCountDown
	vBranch
	vTrigger
	slateVerbs
)

func mark(n Num) Code { return Code{{Verb: vMark, N: n}} }

// runOnSlate runs code on a slate with two seats. Both seats answer every question with the given
// answer, yes or no. The effect phase holds triggers if holds is set. The result is the marks and the
// slate.
func runOnSlate(code Code, holds, yes bool) ([]uint8, slate) {
	r := &Ruleset[slate]{Name: "slate", Choice: choicePhase, Ask: askPhase}
	r.Core = func(s *slate) *Core { return &s.Core }
	r.Code = func(k Kind, _ Slot) Code {
		if k == 2 {
			return mark(9)
		}
		return code
	}
	r.Decides = func(s *slate, f *Frame, _ *Op) Seat {
		if f.Actor == 0 {
			return s.Asked
		}
		return f.Actor
	}
	r.Verbs = []func(*slate, *Frame, *Op, *Log) Verdict{
		vMark: func(s *slate, f *Frame, op *Op, _ *Log) Verdict {
			s.Marks[s.N] = uint8(r.Read(s, f, op.N))
			s.N++
			return Nothing()
		},
		vCountDown: func(s *slate, f *Frame, _ *Op, _ *Log) Verdict {
			f.X = 0
			if s.Left > 0 {
				s.Left--
				f.X = 1
			}
			return Nothing()
		},
		vBranch: func(s *slate, f *Frame, op *Op, _ *Log) Verdict {
			if s.Left > 0 {
				op.Leave(f)
			}
			return Nothing()
		},
		vTrigger: func(s *slate, _ *Frame, _ *Op, _ *Log) Verdict {
			s.Trigger(Frame{Phase: effectPhase, Kind: 2})
			return Nothing()
		},
	}
	r.Phases = []Phase[slate]{
		turnPhase: {
			Name:  "turn",
			Enter: func(s *slate, _ *Frame, _ *Log) Verdict { return s.Push(Frame{Phase: effectPhase, Kind: 1}) },
			Run:   func(s *slate, _ *Frame, _ *Log) Verdict { s.End(0); return Nothing() },
		},
		effectPhase: {Name: "effect", Holds: holds, Run: r.RunCode},
		choicePhase: r.ChoicePhase(),
		askPhase:    r.AskPhase(),
	}
	s := slate{Core: Core{Seats: 2, Playing: AllSeats(2)}, Left: 2, Asked: 1}
	r.Start(&s, Frame{Phase: turnPhase})
	for s.Awaiting != 0 {
		answer := Option{Do: No}
		if yes {
			answer.Do = Yes
		}
		r.Apply(&s, s.Next(), answer, nil)
	}
	return s.Marks[:s.N], s
}

// TestWords checks the marks that code with each control verb leaves.
func TestWords(t *testing.T) {
	countDown, ring := Code{{Verb: vCountDown}}, Code{{Verb: vTrigger}}
	for _, test := range []struct {
		name       string
		code       Code
		holds, yes bool
		want       []uint8
	}{
		{"Times", Times(3, mark(1)).Then(mark(2)), false, false, []uint8{1, 1, 1, 2}},
		{"Times none", Times(0, mark(1)).Then(mark(2)), false, false, []uint8{2}},
		{"Times counts down", Times(3, mark(X)), false, false, []uint8{2, 1, 0}},
		{"Repeat", Repeat(mark(1), countDown).Then(mark(2)), false, false, []uint8{1, 1, 1, 2}},
		{"Either yes", Either(mark(1), mark(2).Then(mark(3))).Then(mark(4)), false, true, []uint8{1, 4}},
		{"Either no", Either(mark(1), mark(2).Then(mark(3))).Then(mark(4)), false, false, []uint8{2, 3, 4}},
		{"Block", Block(Op{Verb: vBranch}, mark(1), mark(2)).Then(mark(3)), false, false, []uint8{3}},
		{"triggers are held", ring.Then(mark(1), mark(2)), true, false, []uint8{1, 2, 9}},
		{"Release", ring.Then(mark(1), Release(), mark(2)), true, false, []uint8{1, 9, 2}},
		{"Release without triggers", mark(1).Then(Release(), mark(2)), true, false, []uint8{1, 2}},
	} {
		assert.Empty(t, test.code.Lint(int(slateVerbs)), test.name)
		got, _ := runOnSlate(test.code, test.holds, test.yes)
		assert.Equal(t, test.want, got, test.name)
	}
}

// TestDecides checks that another seat can answer for the actor.
func TestDecides(t *testing.T) {
	_, s := runOnSlate(May(mark(1)), false, true)
	assert.Zero(t, s.Answered[0])
	assert.NotZero(t, s.Answered[1])
}

// TestZonesOfPicks checks that ops without a zone get the zone of their Pick.
func TestZonesOfPicks(t *testing.T) {
	body := Code{{Verb: vMark}, {Verb: vMark, Zone: 5}}
	pick := Pick(3, Filter{}, 1, 1, body)
	assert.EqualValues(t, []Zone{3, 5}, []Zone{pick[2].Zone, pick[3].Zone})
	assert.Zero(t, body[0].Zone, "the parts stay as they were")
}
