package arena

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/elements"
	"gamed/state"
)

// TestDirectLaneDoesNotAllocate checks that a game between bots in this process allocates no memory.
func TestDirectLaneDoesNotAllocate(t *testing.T) {
	random, err := NewPlayer(ai.Roster{}, "elements", "random")
	require.NoError(t, err)
	m := &Match{Rules: elements.Rules, Bots: []Player{random, random}, Games: 1}
	lane := newDirectLane(m)
	ctx := context.Background()
	require.NoError(t, lane.seatBots(ctx, 0))
	for i := range lane.bots {
		lane.bots[i].timed = false
	}
	start, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	game := start.Fork()
	requests, g := 0, lane.newGame(0)
	lane.thinking = noSeat
	assert.Zero(t, testing.AllocsPerRun(200, func() {
		game.Set(start)
		lane.run(ctx, game, &g)
		requests += int(game.Seq())
	}))
	assert.Greater(t, requests, 200*20)
}
