package dominion

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// allMeasures returns every measure that exists in a game.
func allMeasures(s *Position) []state.Measure {
	all := []state.Measure{
		Money, Turn, CoinsLeft, BuysLeft, ActionsLeft, TokensHeld, OnNativeMat, Points,
		Asking, FateOfPick, LeastPicks, MostPicks, ReactingTo,
	}
	for _, k := range s.Kinds {
		all = append(all, LeftOf(k), OwnedOf(k), HandOf(k), PickableOf(k))
		all = append(all, KindOfPick(state.Card(s.pileOf(k))))
	}
	for i := range nTypes {
		all = append(all, OwnedTypes(1<<i))
	}
	return all
}

// TestMeasuresTellNothingHidden checks that resampling hidden cards changes no measure, and that each
// sort of measure occurs.
func TestMeasuresTellNothingHidden(t *testing.T) {
	t.Parallel()
	seen := map[state.Measure]bool{}
	for seed := range uint64(20) {
		kingdom := "random"
		if seed%2 == 0 { // some measures need these cards
			kingdom = "Pirate Ship,Native Village,Chapel,Moat,Watchtower"
		}
		s, err := deal(state.Setup{Seats: 3, Seed: state.Seed(seed), Table: map[string]string{"kingdom": kingdom}})
		require.NoError(t, err)
		r := state.Rand(seed)
		measures := allMeasures(&s)
		var opts []state.Option
		for n := 0; !s.Over && n < 600; n++ {
			for seat := range state.Seat(3) {
				other := s
				Rules.Sample(&other, seat, &r)
				for _, m := range measures {
					got := measure(&s, seat, m)
					if there := measure(&other, seat, m); there != got {
						t.Fatalf("measure %#x of seat %d is %d, but %d in a world that looks the same", m, seat, got, there)
					}
					seen[m&^0xFF] = seen[m&^0xFF] || got != 0
				}
			}
			seat := s.Next()
			opts = Rules.Options(&s, seat, opts[:0])
			Rules.Apply(&s, seat, opts[r.N(len(opts))], nil)
		}
	}
	for m, some := range seen {
		assert.True(t, some, "measure %#x is 0 everywhere", m)
	}
}

// TestMeasuresOfPicks compares the measures that describe a decision with the options of the
// decision.
func TestMeasuresOfPicks(t *testing.T) {
	for seed := range uint64(60) {
		s, err := deal(state.Setup{Seats: 2, Seed: state.Seed(seed), Table: map[string]string{"kingdom": "random"}})
		require.NoError(t, err)
		r := state.Rand(seed)
		var opts []state.Option
		for n := 0; !s.Over && n < 2000; n++ {
			seat := s.Next()
			opts = Rules.Options(&s, seat, opts[:0])
			last := opts[len(opts)-1].Do
			picks := last == state.Take || last == state.Done // a hand may hold nothing to pick
			assert.Equal(t, picks, measure(&s, seat, FateOfPick) != 0)
			assert.Equal(t, picks, measure(&s, seat, MostPicks) > 0)
			if last == state.Take {
				assert.Equal(t, opts[0].Do == state.Done, measure(&s, seat, LeastPicks) == 0)
			}
			assert.Equal(t, picks || last == state.Yes, measure(&s, seat, Asking) != 0)
			if last == Show {
				assert.NotZero(t, measure(&s, seat, ReactingTo))
			}
			for _, o := range opts {
				if o.Do == state.Take && pickOf(&s).Zone <= Names {
					k := state.Kind(measure(&s, seat, KindOfPick(o.Card)))
					assert.Positive(t, measure(&s, seat, PickableOf(k)))
				}
			}
			for _, m := range []state.Measure{Asking, FateOfPick, LeastPicks, MostPicks, ReactingTo} {
				assert.Zero(t, measure(&s, 1-seat, m))
			}
			Rules.Apply(&s, seat, opts[r.N(len(opts))], nil)
		}
	}
}

// pickOf returns the op of the open pick.
func pickOf(s *Position) *state.Op {
	f := s.Stack.Top()
	return &codesOf[f.Kind][f.Slot][f.PC]
}

// TestFates checks that every pick has a known fate.
func TestFates(t *testing.T) {
	for k := range cards {
		for slot := range nSlots {
			code := codesOf[k][slot]
			for pc, op := range code {
				fated := !op.Picked || op.Verb == vShow || fates[op.Verb] != 0 || pc+1 < len(code) && !code[pc+1].Picked
				assert.True(t, fated, "%s: verb %d has no fate", cards[k].Name, op.Verb)
			}
		}
	}
	assert.Equal(t, "Witch", DefOf(kindOf["Witch"]).Name)
}

// TestNumbersAreNoSelection checks that a seat may pick several cards with one answer, but not several
// modes.
func TestNumbersAreNoSelection(t *testing.T) {
	for card, selects := range map[string]bool{"Steward": false, "Pawn": false, "Chapel": true, "Masquerade": true} {
		s := stagedPosition(t, "deal hand0=("+card+", Copper, Estate)")
		Rules.Apply(&s, 0, state.Option{Do: PlayCard, Card: state.Card(kindOf[card])}, nil)
		assert.Equal(t, selects, Rules.Selection(&s, 0) != nil, card)
	}
}
