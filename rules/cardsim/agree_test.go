package cardsim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestAgree checks Undo and End, which carry out agreements of the players, with stats that the
// library copies and with a Clone.
func TestAgree(t *testing.T) {
	for name, clone := range map[string]func(*town) *town{
		"library": nil,
		"Clone":   func(n *town) *town { c := *n; c.Said = append([]string(nil), n.Said...); return &c },
	} {
		t.Run(name, func(t *testing.T) {
			g := nationsGame(t)
			g.Clone = clone
			s := deal(t, build(t, *g), state.Setup{Seats: 2, Seed: 1})
			s.choose("earn")
			before, gold := s.m.Fork(), s.p().Stats.Gold
			decision := s.m.Decision(0)
			s.choose("earn", "earn")
			last := s.m.Decision(0)
			s.m.Undo(before)
			assert.Equal(t, gold, s.p().Stats.Gold)
			assert.Greater(t, s.m.Decision(0), last)
			assert.Equal(t, uint32(4), s.m.Seq())
			assert.Less(t, decision, s.m.Decision(1))
			s.choose("earn")
			fork := s.m.Fork()
			assert.Equal(t, string(s.m.AppendState(nil)), string(fork.AppendState(nil)))

			s.m.End(0)
			over, won := s.m.Result()
			assert.True(t, over)
			assert.Zero(t, won)
			assert.Zero(t, s.m.Awaiting())
			assert.Zero(t, s.m.Decision(0))
			assert.Empty(t, s.m.Options(0, nil))
			assert.Error(t, s.m.Check(state.Request{Option: state.Option{Do: state.Resign}}))
			ended := s.m.Fork()
			assert.Equal(t, string(s.m.AppendState(nil)), string(ended.AppendState(nil)))
			over, _ = ended.Result()
			assert.True(t, over)
			over, _ = fork.Result()
			assert.False(t, over)
			s.m.End(state.Only(1))
			_, won = s.m.Result()
			assert.Zero(t, won, "it ends once")
		})
	}
}

// TestAgreeReplayed checks a fork of a game that cannot copy its stats. Such a fork replays the
// game's choices, and the replay must include Undo and End.
func TestAgreeReplayed(t *testing.T) {
	m, err := knotGame(t).Deal(state.Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	choose := func() { m.Apply(state.Request{Option: m.Options(0, nil)[0]}, nil) }
	choose()
	before := m.Fork()
	choose()
	last := m.Decision(0)
	m.Undo(before)
	assert.Greater(t, m.Decision(0), last)
	choose()
	m.End(state.Only(1))
	fork := m.Fork()
	assert.Equal(t, string(m.AppendState(nil)), string(fork.AppendState(nil)))
	over, won := fork.Result()
	assert.True(t, over)
	assert.Equal(t, state.Only(1), won)
}
