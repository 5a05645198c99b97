package elements

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestDepth checks that no seat may respond while the stack has no room for a play, and that
// frames resolve until there is room again.
func TestDepth(t *testing.T) {
	s := set(t, "fill=2 life1=90 hand0=(27 Spark) karma0=(red 30) hand1=(Spark) karma1=(red 30)")
	spark := state.Option{Do: Play, Card: state.Card(kindOf["Spark"]), Target: seatRef(1)}
	deepest := 0
	for range 27 {
		if !s.Awaiting.Has(0) {
			Rules.Apply(&s, 1, state.Option{Do: Pass}, nil)
		}
		_, err := Rules.Check(&s, state.Request{Seat: 0, Decision: s.Decision(0), Option: spark}, nil)
		require.NoError(t, err)
		deepest = max(deepest, int(s.Stack.Depth)+1)
		Rules.Apply(&s, 0, spark, nil)
	}
	require.Less(t, deepest, state.MaxDepth)
	for s.Stack.Depth > 1 {
		Rules.Apply(&s, s.Next(), state.Option{Do: Pass}, nil)
	}
	require.EqualValues(t, 90-2*27, s.Sides[1].Life)
	require.EqualValues(t, 27, s.Sides[0].NPast)
}
