package state_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	. "gamed/state"
)

// A purse is a position in which one seat picks Min to Max coins of several kinds.
type purse struct {
	Core
	Min, Max uint8
	Have     [6]uint8 // coins of each kind; kind 0 does not exist
}

// picker returns rules for picking coins. With copies, a kind may be picked once per coin,
// otherwise once.
func picker(copies bool) *Ruleset[purse] {
	r := &Ruleset[purse]{Choice: choicePhase, Ask: askPhase}
	code := Pick(1, Filter{}, FirstNum, FirstNum+1<<8, Code{{Verb: FirstVerb}})
	r.Core = func(s *purse) *Core { return &s.Core }
	r.Code = func(Kind, Slot) Code { return code }
	r.Amount = func(s *purse, _ *Frame, base Num) int {
		if base == FirstNum {
			return int(s.Min)
		}
		return int(s.Max)
	}
	r.Candidates = func(s *purse, _ *Frame, _ *Op) (can Set) {
		for c, n := range s.Have {
			if n > 0 {
				can = can.With(Card(c))
			}
		}
		return can
	}
	if copies {
		r.Copies = func(s *purse, _ *Frame, _ *Op, c Card) int { return int(s.Have[c]) }
	}
	r.Verbs = []func(*purse, *Frame, *Op, *Log) Verdict{FirstVerb: func(s *purse, f *Frame, _ *Op, _ *Log) Verdict {
		s.Have[f.Picked]--
		return Nothing()
	}}
	r.Phases = []Phase[purse]{
		effectPhase: {Name: "effect", Run: r.RunCode, Finish: func(s *purse, _ *Frame, _ *Log) { s.End(0) }},
		choicePhase: r.ChoicePhase(),
		askPhase:    r.AskPhase(),
	}
	return r
}

// TestPicksAreEachChoiceOnce checks that picks reach every legal choice of coins by exactly one
// path: no permutations, no dead ends.
func TestPicksAreEachChoiceOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		copies := rapid.Bool().Draw(t, "copies")
		s := purse{Core: Core{Seats: 2, Playing: AllSeats(2)}}
		s.Max = uint8(rapid.IntRange(0, 5).Draw(t, "max"))
		s.Min = uint8(rapid.IntRange(0, int(s.Max)).Draw(t, "min"))
		for c := 1; c < len(s.Have); c++ {
			s.Have[c] = uint8(rapid.IntRange(0, 3).Draw(t, "have"))
		}
		rules := picker(copies)
		var got []string
		first := s
		rules.Start(&first, Frame{Phase: effectPhase, Kind: 1})
		explore(rules, first, func(end *purse) {
			var taken [len(s.Have)]uint8
			for c := range taken {
				taken[c] = s.Have[c] - end.Have[c]
			}
			got = append(got, fmt.Sprint(taken))
		})
		want := choices(&s, copies)
		slices.Sort(got)
		slices.Sort(want)
		assert.Equal(t, want, got)
	})
}

// explore calls end for each reachable final position.
func explore(rules *Ruleset[purse], s purse, end func(*purse)) {
	if s.Over {
		end(&s)
		return
	}
	for _, o := range rules.Options(&s, 0, nil) {
		next := s
		rules.Apply(&next, 0, o, nil)
		explore(rules, next, end)
	}
}

// choices enumerates the legal choices by brute force.
func choices(s *purse, copies bool) (all []string) {
	have := s.Have
	total := 0
	for c := range have {
		if !copies {
			have[c] = min(have[c], 1)
		}
		total += int(have[c])
	}
	least, most := min(int(s.Min), total), min(int(s.Max), total)
	var taken [len(s.Have)]uint8
	var walk func(c, n int)
	walk = func(c, n int) {
		if c == len(have) {
			if n >= least && n <= most {
				all = append(all, fmt.Sprint(taken))
			}
			return
		}
		for k := range have[c] + 1 {
			taken[c] = k
			walk(c+1, n+int(k))
		}
		taken[c] = 0
	}
	walk(1, 0)
	return all
}

// TestHiddenPicks checks that a seat with nothing to pick is still asked if others cannot know
// that.
func TestHiddenPicks(t *testing.T) {
	for _, hidden := range []bool{false, true} {
		rules := picker(true)
		rules.Hidden = func(*purse, *Frame, *Op) bool { return hidden }
		s := purse{Core: Core{Seats: 2, Playing: AllSeats(2)}, Max: 2}
		rules.Start(&s, Frame{Phase: effectPhase, Kind: 1})
		assert.Equal(t, !hidden, s.Over)
		if hidden {
			assert.Equal(t, []Option{{Do: Done}}, rules.Options(&s, 0, nil))
			rules.Apply(&s, 0, Option{Do: Done}, nil)
			assert.True(t, s.Over)
		}
	}
}
