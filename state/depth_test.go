package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	. "gamed/state"
)

var allKinds = []Kind{gift, offer, harvest, storm, toll, chime, hush}

// TestDepth plays random games of four seats that start with full hands. It checks that the stack
// comes close to its limit and never exceeds it.
func TestDepth(t *testing.T) {
	deepest := uint8(0)
	rapid.Check(t, func(t *rapid.T) {
		s := tiny{Core: Core{Rand: 1, Seats: 4, Playing: AllSeats(4), Limit: 8}}
		for seat := range s.Hand {
			for _, k := range allKinds {
				s.Hand[seat] = s.Hand[seat].With(Card(k))
			}
		}
		tinyRules.Start(&s, Frame{Phase: turnPhase})
		r := Rand(rapid.Uint64().Draw(t, "seed"))
		passes := rapid.IntRange(0, 50).Draw(t, "passes") // in percent
		for !s.Over {
			seat := s.Awaiting.From(Seat(r.N(4)))
			options := tinyRules.Options(&s, seat, nil)
			o := options[0]
			if r.N(100) >= passes {
				o = options[r.N(len(options))]
			}
			tinyRules.Apply(&s, seat, o, nil)
			deepest = max(deepest, s.Stack.Depth)
			for _, f := range s.Stack.Frames[s.Stack.Depth:] {
				require.Equal(t, Frame{}, f, "a popped frame is zero, or equal games would differ")
			}
		}
	})
	assert.GreaterOrEqual(t, deepest, uint8(MaxDepth-4), "no stack came close to the limit")
}

// TestTriggersWithoutRoom checks that, at every depth of the stack, Trigger accepts exactly the
// frames for which the stack has room.
func TestTriggersWithoutRoom(t *testing.T) {
	for depth := range uint8(MaxDepth) {
		c := Core{Stack: Stack{Depth: depth}}
		taken := 0
		for range 2 * MaxDue {
			if c.Trigger(Frame{Phase: bellPhase}) {
				taken++
			}
		}
		assert.Equal(t, min(MaxDue, max(0, MaxDepth-4-int(depth))), taken, "depth %d", depth)
		assert.EqualValues(t, taken, c.NDue)
		assert.Equal(t, depth < MaxDepth-4, c.Stack.Room())
	}
}

func TestBelow(t *testing.T) {
	st := Stack{Depth: 2, Frames: [MaxDepth]Frame{{Kind: 1}, {Kind: 2}}}
	assert.Equal(t, Kind(2), st.Top().Kind)
	assert.Equal(t, Kind(2), st.Below(0).Kind)
	assert.Equal(t, Kind(1), st.Below(1).Kind)
	assert.Nil(t, st.Below(2))
	assert.Nil(t, st.Below(200))
}

// TestEndlessRulesPanic checks that the machine panics if the rules never await a seat, instead of
// looping forever.
func TestEndlessRulesPanic(t *testing.T) {
	rules := *tinyRules
	rules.Phases = append([]Phase[tiny](nil), rules.Phases...)
	rules.Phases[turnPhase].Awaits = nil
	rules.Phases[turnPhase].Finish = func(_ *tiny, f *Frame, _ *Log) { f.Turn(turnPhase, f.Seat) }
	s := tiny{Core: Core{Seats: 2, Playing: AllSeats(2)}}
	defer func() { assert.Contains(t, recover(), "tiny does not settle") }()
	rules.Start(&s, Frame{Phase: turnPhase})
}
