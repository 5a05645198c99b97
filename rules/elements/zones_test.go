package elements

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestReveal checks that a seat that knew n copies in a hand knows n-1 after removeShown.
func TestReveal(t *testing.T) {
	spark := kindOf["Spark"]
	for _, tc := range []struct {
		name         string
		before, left []state.Seats
	}{
		{"no seat knew", []state.Seats{0, 0}, []state.Seats{0}},
		{"one seat knew one copy", []state.Seats{0, state.Only(1)}, []state.Seats{0}},
		{"one seat knew both copies", []state.Seats{state.Only(1), state.Only(1)}, []state.Seats{state.Only(1)}},
		{"two seats knew one copy each", []state.Seats{state.Only(1), state.Only(2)}, []state.Seats{0}},
		{"one of three, two of three", []state.Seats{state.Only(1), state.Only(2), state.Only(2)}, []state.Seats{state.Only(2), 0}},
		{"all seats knew one copy", []state.Seats{state.Only(1), seenByAll}, []state.Seats{state.Only(1)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var side Side
			for _, mask := range tc.before {
				side.addToHand(spark, mask)
			}
			side.addToHand(spark+1, state.Only(3))
			side.removeShown(spark)
			require.Equal(t, tc.left, side.HandSeen[:len(tc.left)])
			require.Equal(t, state.Only(3), side.HandSeen[len(tc.left)], "another card")
			require.EqualValues(t, len(tc.before), side.NHand)
			require.Zero(t, side.HandSeen[side.NHand])
		})
	}
}

// TestHide checks that after removeHidden no seat knows a card in the hand.
func TestHide(t *testing.T) {
	var side Side
	side.addToHand(kindOf["Spark"], seenByAll)
	side.addToHand(kindOf["Hush"], 0)
	side.removeHidden(kindOf["Hush"])
	require.EqualValues(t, 1, side.NHand)
	require.Equal(t, kindOf["Spark"], side.Hand[0])
	require.Zero(t, side.HandSeen[0])
}

// TestKnowledgeGoesWithTheCard checks that the seats that know a card still know it after a draw, and
// after it goes under the Future.
func TestKnowledgeGoesWithTheCard(t *testing.T) {
	s := set(t, "future0=(Spark, Hush, Mend) fill0=3")
	s.showFuture(1, 0, 2, nil)
	side := &s.Sides[0]
	require.Equal(t, []state.Seats{0, state.Only(1), state.Only(1)}, side.FutureSeen[:3])

	s.draw(0, nil)
	require.Equal(t, kindOf["Spark"], side.Hand[0])
	require.Equal(t, state.Only(1), side.HandSeen[0])

	k, mask := side.popFuture()
	side.bury(k, mask)
	require.Equal(t, []state.Kind{kindOf["Hush"], kindOf["Mend"]}, side.Future[:2])
	require.Equal(t, []state.Seats{state.Only(1), 0}, side.FutureSeen[:2])
}
