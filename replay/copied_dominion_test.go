package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/dominion"
	"gamed/state"
	"gamed/state/statetest"
)

// TestGameOf_dominion plays game Of_dominion of a server up to step 12.
func TestGameOf_dominion(t *testing.T) {
	m, err := dominion.Rules.Deal(state.Setup{Seats: 2, Seed: 0xc1969c2359496473})
	require.NoError(t, err)
	statetest.Play(t, m, []statetest.Choice{
		{Seat: 0, Text: "end the treasure phase", Salt: 0x782d3066cc8aaf07},
		{Seat: 0, Text: "buy Copper", Salt: 0xab00831dda5acc4d},
		{Seat: 1, Text: "play Copper", Salt: 0xc0cf228c35ca48e3},
		{Seat: 1, Text: "play all Treasures", Salt: 0x6ae3bde88bf7e37b},
		{Seat: 1, Text: "buy Estate", Salt: 0xcbd576bf17d2e133},
		{Seat: 0, Text: "play Copper", Salt: 0x254f3f0592f86c09},
		{Seat: 0, Text: "end the treasure phase", Salt: 0xfc1d0b374af263f3},
		{Seat: 0, Text: "buy Copper", Salt: 0x89e514faeac010a5},
		{Seat: 1, Text: "play Copper", Salt: 0xb9c1f3c352b92c57},
		{Seat: 1, Text: "end the treasure phase", Salt: 0x5533e7aed4ed267f},
		{Seat: 1, Text: "end the turn", Salt: 0x7ca12014f4c0a89f},
		{Seat: 0, Text: "play all Treasures", Salt: 0x9cdd02c991b15d65},
	})
	require.Equal(t, state.Seat(0), m.Next())
	require.Equal(t, []string{
		"end the turn",
		"buy Copper",
		"buy Silver",
		"buy Estate",
		"buy Duchy",
		"buy Curse",
		"buy Cellar",
		"buy Moat",
		"buy Merchant",
		"buy Village",
		"buy Workshop",
		"buy Militia",
		"buy Remodel",
		"buy Smithy",
		"buy Market",
		"buy Mine",
	}, statetest.Texts(m, 0))
	require.Equal(t, `turn 5: buy(0)
 44 Copper $0             40 Silver $3             30 Gold $6                7 Estate $2
  8 Duchy $5               8 Province $8           10 Curse $0
 10 Cellar $2             10 Moat $2               10 Merchant $3           10 Village $3
 10 Workshop $3           10 Militia $4            10 Remodel $4            10 Smithy $4
 10 Market $5             10 Mine $5
seat 0  points 3  turns 3  hand 0  deck 7  discard 0
  deck [4 Copper, 3 Estate]
  play [5 Copper]
seat 1  points 4  turns 2  hand 5  deck 6  discard 0
  deck [4 Copper, 2 Estate]
  hand [3 Copper, 2 Estate]
actions 1  buys 1  coins 5
`, m.Draw(state.Everything))
}
