package arena

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
)

func TestDirectLaneDoesNotAllocate(t *testing.T) {
	random, err := Named(nil, "elements", "random")
	require.NoError(t, err)
	m := &Match{Rules: elements.Rules, Bots: []Player{random, random}, Games: 1}
	lane := newDirectLane(m)
	lane.seat(0)
	start, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	game := start.Fork()
	requests := 0
	assert.Zero(t, testing.AllocsPerRun(200, func() {
		game.Set(start)
		requests += lane.run(game).requests
	}))
	assert.Greater(t, requests, 200*20)
}
