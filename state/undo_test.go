package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "gamed/state"
)

// TestUndo checks that an undo restores the position and never reuses a decision number.
func TestUndo(t *testing.T) {
	dealt, err := tinyRules.Deal(Setup{Seats: 3, Seed: 1})
	require.NoError(t, err)
	m := dealt.(*Game[tiny])
	named := map[uint32]bool{}
	for range 20 {
		before := m.Fork()
		for range 3 {
			named[m.Decision(m.Next())] = true
			m.Apply(Request{Seat: m.Next(), Decision: m.Decision(m.Next()), Option: Option{Do: pass}, Salt: 7}, nil)
		}
		seq := m.Seq()
		m.Undo(before)
		assert.Equal(t, seq+1, m.Seq())
		for seat := range Seat(3) {
			assert.False(t, named[m.Decision(seat)])
		}
		s := *m.Position()
		then := before.(*Game[tiny]).Position()
		s.Seq, s.StackSeq = then.Seq, then.StackSeq
		assert.True(t, s == *then, "the rest of the position is restored")
	}
	m.End(Only(2))
	over, won := m.Result()
	assert.True(t, over)
	assert.Equal(t, Only(2), won)
	assert.Zero(t, m.Awaiting())
	assert.Zero(t, m.Decision(0))
	m.End(0)
	_, won = m.Result()
	assert.Equal(t, Only(2), won, "a second End changes nothing")
}
