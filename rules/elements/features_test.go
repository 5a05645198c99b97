package elements

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/state"
)

// TestFeaturesTellNothingHidden checks that resampling hidden cards does not change the features, and that
// the features match the layout and are in range.
func TestFeaturesTellNothingHidden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPosition(t)
		r := state.Rand(rapid.Uint64().Draw(t, "chance"))
		for seat := range state.Seat(s.Seats) {
			f := features(nil, &s, seat)
			require.Len(t, f, layout.Len())
			for i, x := range f {
				if x > 20 || x < -20 {
					require.Fail(t, "wild", "%s is %v", layout.Names()[i], x)
				}
			}
			other := s
			sample(&other, seat, &r)
			other.Seq, other.StackSeq, other.Rand = 1, 2, 3 // not read by features
			require.Equal(t, f, features(nil, &other, seat))
		}
	})
}

// TestFeaturesOfBothSides checks that in a duel the features of a side are the same for both seats, apart
// from the features of the hand.
func TestFeaturesOfBothSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPosition(t)
		if s.Seats != 2 {
			return
		}
		names := layout.Names()
		a, b := features(nil, &s, 0), features(nil, &s, 1)
		for _, pair := range [][2][]float32{{a, b}, {b, a}} {
			mine := pair[0][nTableFeatures:][:nSideFeatures]
			theirs := pair[1][nTableFeatures+nSideFeatures:][:nSideFeatures]
			for i := range mine {
				if i < fPlayable || i > fLacks { // facts about a seat's own hand have no counterpart
					require.Equal(t, mine[i], theirs[i], "%s", names[nTableFeatures+i])
				}
			}
			planes := nTableFeatures + 2*nSideFeatures
			n := len(cards)
			require.Equal(t, pair[0][planes+planeMine*n:planes+planeTheirs*n], pair[1][planes+planeTheirs*n:])
		}
	})
}

// TestFeaturesAreAllUsed checks that each feature has its own name. Each feature of the table and the sides
// must have a value other than 0 in some position, except the features of the rival's hand.
func TestFeaturesAreAllUsed(t *testing.T) {
	used := make([]bool, layout.Len())
	var f []float32
	for seed := range uint64(300) {
		s, err := deal(state.Setup{Seats: 2 + int(seed%3)/2, Seed: state.Seed(seed), Decks: deckNames(int(seed), 2)})
		require.NoError(t, err)
		r := state.Rand(seed)
		var opts []state.Option
		for !s.Over {
			f = features(f[:0], &s, s.Next())
			for i, x := range f {
				used[i] = used[i] || x != 0
			}
			opts = Rules.Options(&s, s.Next(), opts[:0])
			Rules.Apply(&s, s.Next(), opts[r.N(len(opts))], nil)
		}
	}
	names := map[string]bool{}
	for i, name := range layout.Names() {
		assert.False(t, names[name], "%s occurs twice", name)
		names[name] = true
		if i < nTableFeatures+2*nSideFeatures && i != nTableFeatures+nSideFeatures+fPlayable &&
			i != nTableFeatures+nSideFeatures+fPlayableNext && i != nTableFeatures+nSideFeatures+fLacks {
			assert.True(t, used[i], "%s is 0 everywhere", name)
		}
	}
}

func TestFeaturesDoNotAllocate(t *testing.T) {
	s, err := deal(state.Setup{Seats: 3, Seed: 1})
	require.NoError(t, err)
	m := Rules.At(s)
	buf := make([]float32, 0, Rules.Layout.Len())
	assert.Zero(t, testing.AllocsPerRun(10, func() { m.AppendFeatures(buf, 1) }))
}
