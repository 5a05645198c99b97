package elements

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// TestPassing checks the stop of each seat in every phase in which a seat may pass.
func TestPassing(t *testing.T) {
	for _, test := range []struct {
		frame state.Frame
		want  [3]string // of the seats 0, 1 and 2
	}{
		{state.Frame{Phase: Sunrise}, [3]string{"sunrise", "others_sunrise", "others_sunrise"}},
		{state.Frame{Phase: Main, Seat: 1}, [3]string{"others_main", "main", "others_main"}},
		{state.Frame{Phase: Attack}, [3]string{"attack", "others_attack", "others_attack"}},
		{state.Frame{Phase: Defend, Actor: 2}, [3]string{"combat", "others_combat", "block"}},
		{state.Frame{Phase: Combat, Actor: 2}, [3]string{"combat", "others_combat", "others_combat"}},
		{state.Frame{Phase: Sunset}, [3]string{"sunset", "others_sunset", "others_sunset"}},
		{state.Frame{Phase: PlayPhase}, [3]string{"own_play", "play", "play"}},
		{state.Frame{Phase: TriggerPhase, Seat: 2}, [3]string{"play", "play", "own_play"}},
		{state.Frame{Phase: Start}, [3]string{}},
		{state.Frame{Phase: Choice}, [3]string{}},
	} {
		s := set(t, "phase=main")
		*s.Stack.Top() = test.frame
		var names [3]string
		for seat := range names {
			if i := Rules.Abilities().Stop(Rules.At(s), state.Seat(seat)); i >= 0 {
				names[seat] = passing.Stops[i].Name
			}
		}
		assert.Equal(t, test.want, names, "phase %d", test.frame.Phase)
	}
	s := set(t, "phase=attack present0=(Moss Hare)")
	assert.Equal(t, passing.Pass, label(&s, 0, Rules.Options(&s, 0, nil)[0]).Do)
}

// TestMustPass checks that a seat must pass only if it would have no other option with any hand
// that is possible by public facts.
func TestMustPass(t *testing.T) {
	for name, test := range map[string]struct {
		scene string
		known bool // all viewers know the hand
		want  bool
	}{
		"a Spell in the hand":        {"hand0=(Spark)", false, false},
		"a Spell may be in the hand": {"hand0=(Furnace Ox) future0=(Spark)", false, false},
		"the hand is known":          {"hand0=(Furnace Ox) future0=(Spark)", true, true},
		"each Spell is in the Past":  {"hand0=(Furnace Ox) past0=(Spark)", false, true},
		"a token can attack":         {"hand0=(Furnace Ox) past0=(Spark) present0=(Moss Hare)", false, false},
	} {
		s := set(t, "phase=attack karma0=(red 2) "+test.scene)
		if test.known {
			side := &s.Sides[0]
			for i := range side.NHand {
				side.HandSeen[i] = seenByAll
			}
		}
		assert.Equal(t, test.want, Rules.Abilities().MustPass(Rules.At(s), 0), name)
	}
}
