package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
	"gamed/state/statetest"
)

// TestGameOf_from plays game Of_from of a server up to step 17.
func TestGameOf_from(t *testing.T) {
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 0xc1969c2359496473})
	require.NoError(t, err)
	statetest.Play(t, m, []statetest.Choice{
		{Seat: 0, Text: "mulligan", Salt: 0x782d3066cc8aaf07},
		{Seat: 1, Text: "mulligan", Salt: 0xab00831dda5acc4d},
		{Seat: 1, Text: "create blue", Salt: 0xc0cf228c35ca48e3},
		{Seat: 1, Text: "pass", Salt: 0x6ae3bde88bf7e37b},
		{Seat: 0, Text: "create yellow", Salt: 0xcbd576bf17d2e133},
		{Seat: 0, Text: "pass", Salt: 0x254f3f0592f86c09},
		{Seat: 1, Text: "create violet", Salt: 0xfc1d0b374af263f3},
		{Seat: 1, Text: "pass", Salt: 0x89e514faeac010a5},
		{Seat: 0, Text: "create green", Salt: 0xb9c1f3c352b92c57},
		{Seat: 0, Text: "pass", Salt: 0x5533e7aed4ed267f},
		{Seat: 1, Text: "create black", Salt: 0x782d3066cc8aaf07},
		{Seat: 1, Text: "pass", Salt: 0xab00831dda5acc4d},
		{Seat: 0, Text: "create green", Salt: 0xc0cf228c35ca48e3},
		{Seat: 0, Text: "pass", Salt: 0x6ae3bde88bf7e37b},
		{Seat: 1, Text: "create yellow", Salt: 0xcbd576bf17d2e133},
		{Seat: 1, Text: "pass", Salt: 0x254f3f0592f86c09},
		{Seat: 0, Text: "create blue", Salt: 0xfc1d0b374af263f3},
		{Seat: 0, Text: "pass", Salt: 0x89e514faeac010a5},
		{Seat: 1, Text: "create blue", Salt: 0xb9c1f3c352b92c57},
		{Seat: 1, Text: "pass", Salt: 0x5533e7aed4ed267f},
		{Seat: 0, Text: "create black", Salt: 0x7ca12014f4c0a89f},
		{Seat: 0, Text: "pass", Salt: 0x9cdd02c991b15d65},
		{Seat: 0, Text: "pass", Salt: 0xf53b873f39912d99},
		{Seat: 0, Text: "pass", Salt: 0x3d24f230eb94a729},
		{Seat: 0, Text: "pass", Salt: 0xa3c87c89eb4a38e1},
		{Seat: 1, Text: "create violet", Salt: 0x981f676e91602b49},
		{Seat: 0, Text: "pass", Salt: 0x8480cc39f9290be5},
	})
	require.Equal(t, state.Seat(1), m.Next())
	require.Equal(t, []string{
		"pass",
	}, statetest.Texts(m, 1))
	require.Equal(t, `turn 11: main(1)
seat 0  life 8  karma yellow 1/1, green 2/2, blue 1/1, black 1/1  future 16
  hand 7 [Spark, Backdraft, Grave Rat, Grave Rat, Grave Rat, Bone Box, Bone Box]
  past [Ember Adept, Ember Kiln, Wild Salamander]
seat 1  life 7  karma yellow 1/1, blue 2/2, violet 2/2, black 1/1  future 15
  hand 8 [Lamplighter, Stand Fast, Stand Fast, Moss Hare, Great Elk, Trial of Horns, Thorn Hide, Orchard Keeper]
  past [Moss Hare, Orchard Keeper, Orchard Keeper]
`, m.Draw(state.Everything))
}
