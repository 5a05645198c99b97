package dominion

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestFeaturesTellNothingHidden checks that resampling hidden cards does not change the features. The
// features must also match the layout and be in range. In a duel both seats must see the same features
// of a side.
func TestFeaturesTellNothingHidden(t *testing.T) {
	used := make([]bool, layout.Len())
	for seed := range uint64(20) {
		table := map[string]string{"kingdom": "random", "colony": []string{"yes", "no"}[seed%2]}
		if seed < 4 { // to reach features of rare cards
			table["kingdom"] = "Pirate Ship,Native Village,Island,Militia,Festival,Witch"
		}
		s, err := deal(state.Setup{Seats: 2 + int(seed)/15, Seed: state.Seed(seed), Table: table})
		require.NoError(t, err)
		s.Supply[s.pileOf(Province)] = uint8(seed) % 8
		r := state.Rand(seed)
		var opts []state.Option
		for n := 0; !s.Over && n < 250; n++ {
			for seat := range state.Seat(s.Seats) {
				f := features(nil, &s, seat)
				require.Len(t, f, layout.Len())
				for i, x := range f {
					used[i] = used[i] || x != 0
					if x > 20 || x < -20 {
						require.Fail(t, "wild", "%s is %v", layout.Names()[i], x)
					}
				}
				other := s
				sample(&other, seat, &r)
				other.Seq, other.StackSeq = 1, 2 // not read by features
				require.Equal(t, f, features(nil, &other, seat))
				if s.Seats == 2 {
					theirs := features(nil, &s, 1-seat)[nTableFeatures+nSideFeatures:]
					require.Equal(t, f[nTableFeatures:][:nSideFeatures], theirs[:nSideFeatures])
				}
			}
			seat := s.Next()
			opts = Rules.Options(&s, seat, opts[:0])
			Rules.Apply(&s, seat, opts[r.N(len(opts))], nil)
		}
	}
	names := map[string]bool{}
	for i, name := range layout.Names() {
		assert.False(t, names[name], "%s occurs twice", name)
		names[name] = true
		if i < nTableFeatures+2*nSideFeatures {
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
