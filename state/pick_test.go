package state_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	. "gamed/state"
)

// A purse is a position of a test game, in which one seat picks Min to Max coins of several kinds.
type purse struct {
	Core
	Min, Max uint8
	Have     [6]uint8 // coins of each kind; kind 0 does not exist
}

// picker returns rules for picking coins. If copies is true, a kind may be picked once per coin.
// Otherwise it may be picked only once.
func picker(copies bool) *Ruleset[purse] {
	r := &Ruleset[purse]{Choice: choicePhase, Ask: askPhase}
	code := Pick(1, Filter{}, FirstNum, FirstNum+1<<8, Code{{Verb: FirstVerb}})
	r.Core = func(s *purse) *Core { return &s.Core }
	r.Picks = func(*Frame) (words, zone string) { return "spend %", "purse" }
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
		r.PicksLeft = func(s *purse, _ *Frame, _ *Op, c Card) int { return int(s.Have[c]) }
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

// TestOneSequencePerChoice checks that exactly one sequence of picks leads to each legal choice
// of coins. No two sequences are permutations of each other, and no sequence ends before the
// minimum.
func TestOneSequencePerChoice(t *testing.T) {
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

// TestSelect checks that a seat can pick any cards of a selection at once, in any order. If the
// order matters, the rules apply the picks in the given order.
func TestSelect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ordered := rapid.Bool().Draw(t, "ordered")
		s := purse{Core: Core{Seats: 2, Playing: AllSeats(2)}}
		s.Max = uint8(rapid.IntRange(1, 5).Draw(t, "max"))
		s.Min = uint8(rapid.IntRange(0, int(s.Max)).Draw(t, "min"))
		for c := 1; c < len(s.Have); c++ {
			s.Have[c] = uint8(rapid.IntRange(0, 3).Draw(t, "have"))
		}
		rules := picker(true)
		if ordered {
			rules.Code = func(Kind, Slot) Code {
				return PickInOrder(1, Filter{}, FirstNum, FirstNum+1<<8, Code{{Verb: FirstVerb}})
			}
		}
		rules.Start(&s, Frame{Phase: effectPhase, Kind: 1})
		p := rules.Selection(&s, 0)
		if p == nil {
			return // there is no card or no choice
		}
		places := rapid.Permutation(numbers(len(p.Cards))).Draw(t, "places")
		places = places[:rapid.IntRange(p.Min, p.Max).Draw(t, "picks")]
		want := s.Have
		for _, at := range places {
			want[p.Cards[at].Card]--
		}
		options, err := rules.Select(&s, 0, places)
		require.NoError(t, err)
		for i, o := range options {
			_, err := rules.Check(&s, Request{Decision: s.Decision(0), Option: o}, nil)
			require.NoError(t, err)
			if ordered && i < len(places) {
				require.Equal(t, p.Cards[places[i]], o)
			}
			rules.Apply(&s, 0, o, nil)
		}
		assert.True(t, s.Over)
		assert.Equal(t, want, s.Have)
	})
}

func numbers(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// TestSelectRefuses checks the errors for invalid answers.
func TestSelectRefuses(t *testing.T) {
	rules := picker(true)
	s := purse{Core: Core{Seats: 2, Playing: AllSeats(2)}, Min: 1, Max: 2, Have: [6]uint8{0, 2, 1}}
	_, err := rules.Select(&s, 0, nil)
	require.ErrorIs(t, err, ErrNoSelection, "before it is asked")
	rules.Start(&s, Frame{Phase: effectPhase, Kind: 1})
	for _, c := range []struct {
		places []int
		want   string
	}{
		{nil, "0 cards: pick 1 to 2"},
		{[]int{0, 1, 2}, "3 cards: pick 1 to 2"},
		{[]int{1, 1}, "card 1 is picked twice"},
		{[]int{3}, "there is no card 3: the cards are numbered from 0 to 2"},
		{[]int{-1}, "there is no card -1: the cards are numbered from 0 to 2"},
	} {
		_, err := rules.Select(&s, 0, c.places)
		assert.EqualError(t, err, c.want)
	}
	_, err = rules.Select(&s, 1, []int{0})
	require.ErrorIs(t, err, ErrNoSelection, "the other seat")
	rules.Apply(&s, 0, Option{Do: Take, Card: 1}, nil)
	assert.Nil(t, rules.Selection(&s, 0), "one is picked")
}

// explore calls the function end for each final position that options lead to.
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

// choices returns all legal choices, found by brute force.
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

// TestHiddenPicks checks that the rules ask a seat with nothing to pick if the other seats cannot
// know that it has nothing.
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
