package elements

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/state"
)

// TestSampleForgets checks that a sample depends only on the seat's knowledge and the random
// source. So a bot may sample from a sampled world or from a presorted position.
func TestSampleForgets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPosition(t)
		seed := rapid.Uint64().Draw(t, "sample")
		for _, viewer := range viewers(&s) {
			if viewer == state.Everything {
				continue
			}
			once, twice := s, s
			r := state.Rand(seed)
			sample(&once, viewer, &r)
			other := state.Rand(seed + 1)
			sample(&twice, viewer, &other)
			r = state.Rand(seed)
			sample(&twice, viewer, &r)
			require.Equal(t, once, twice, "seat %d", viewer)
			sorted := s
			presort(&sorted, viewer)
			require.NoError(t, check(&s, &sorted), "seat %d", viewer)
			require.Equal(t, string(appendView(nil, &s, viewer)), string(appendView(nil, &sorted, viewer)))
			r = state.Rand(seed)
			sample(&sorted, viewer, &r)
			require.Equal(t, once, sorted, "seat %d", viewer)
		}
	})
}

// TestSampleKeepsWhatIsKnown checks that a sample keeps the viewer's view and options, the awaited seats,
// and the cards that each seat owns.
func TestSampleKeepsWhatIsKnown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPosition(t)
		r := state.Rand(rapid.Uint64().Draw(t, "sample"))
		for _, viewer := range viewers(&s) {
			if viewer == state.Everything {
				continue
			}
			world := s
			sample(&world, viewer, &r)
			require.NoError(t, check(&s, &world), "seat %d", viewer)
			require.Equal(t, string(appendView(nil, &s, viewer)), string(appendView(nil, &world, viewer)))
			require.Equal(t, s.Awaiting, world.Awaiting)
			require.Equal(t, Rules.Options(&s, viewer, nil), Rules.Options(&world, viewer, nil))
		}
	})
}

// TestSampleVaries checks that samples reach every hand and top card that is possible from the seat's
// knowledge, and keep the cards that the seat knows.
func TestSampleVaries(t *testing.T) {
	s := set(t, "hand0=(Spark, Hush) hand1=(Sift, Mend) future1=(Muster, Lamplighter) future0=(Undertow)")
	s.Sides[0].FutureSeen[s.Sides[0].NFuture-1] = state.Only(0)
	r := state.Rand(1)
	hands, tops, futures := map[[2]state.Kind]int{}, map[state.Kind]int{}, map[state.Rand]int{}
	for range 500 {
		world := s
		sample(&world, 0, &r)
		require.Equal(t, s.Sides[0].Hand, world.Sides[0].Hand)
		require.Equal(t, kindOf["Undertow"], world.Sides[0].Future[s.Sides[0].NFuture-1])
		hands[[2]state.Kind(world.Sides[1].Hand[:2])]++
		tops[world.Sides[1].Future[world.Sides[1].NFuture-1]]++
		futures[world.Rand]++
	}
	// Four cards and ten fillers are unknown to seat 0.
	require.Len(t, hands, 4*3/2+4+1)
	require.Len(t, tops, 4+1)
	require.Len(t, futures, 500)
}

// TestSampleSecretAnswers checks that the mulligan answers of other seats vary and that the seat's
// own answer does not.
func TestSampleSecretAnswers(t *testing.T) {
	s := set(t, "phase=start seats=3")
	Rules.Apply(&s, 0, state.Option{Do: Mulligan}, nil)
	Rules.Apply(&s, 1, state.Option{Do: Keep}, nil)
	r := state.Rand(1)
	wants := map[state.Seats]int{}
	for range 100 {
		world := s
		sample(&world, 0, &r)
		require.Equal(t, s.Awaiting, world.Awaiting)
		wants[world.Stack.Top().Immune]++
	}
	require.Len(t, wants, 2)
	require.Contains(t, wants, state.Only(0))
	require.Contains(t, wants, state.Only(0).With(1))
}
