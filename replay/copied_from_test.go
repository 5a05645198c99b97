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
		{Seat: 0, Text: "create green", Salt: 0xc0cf228c35ca48e3},
		{Seat: 0, Text: "pass", Salt: 0x6ae3bde88bf7e37b},
		{Seat: 1, Text: "create green", Salt: 0xcbd576bf17d2e133},
		{Seat: 1, Text: "pass", Salt: 0x254f3f0592f86c09},
		{Seat: 1, Text: "pass", Salt: 0xfc1d0b374af263f3},
		{Seat: 1, Text: "pass", Salt: 0x89e514faeac010a5},
		{Seat: 0, Text: "create green", Salt: 0xb9c1f3c352b92c57},
		{Seat: 1, Text: "pass", Salt: 0x5533e7aed4ed267f},
		{Seat: 0, Text: "pass", Salt: 0x782d3066cc8aaf07},
		{Seat: 1, Text: "pass", Salt: 0xab00831dda5acc4d},
		{Seat: 1, Text: "pass", Salt: 0xc0cf228c35ca48e3},
		{Seat: 1, Text: "pass", Salt: 0x6ae3bde88bf7e37b},
		{Seat: 1, Text: "create green", Salt: 0xcbd576bf17d2e133},
		{Seat: 1, Text: "pass", Salt: 0x254f3f0592f86c09},
		{Seat: 1, Text: "pass", Salt: 0xfc1d0b374af263f3},
		{Seat: 1, Text: "pass", Salt: 0x89e514faeac010a5},
		{Seat: 0, Text: "create green", Salt: 0xb9c1f3c352b92c57},
		{Seat: 1, Text: "pass", Salt: 0x5533e7aed4ed267f},
		{Seat: 0, Text: "pass", Salt: 0x7ca12014f4c0a89f},
		{Seat: 1, Text: "pass", Salt: 0x9cdd02c991b15d65},
		{Seat: 1, Text: "pass", Salt: 0xf53b873f39912d99},
		{Seat: 1, Text: "pass", Salt: 0x3d24f230eb94a729},
		{Seat: 1, Text: "create yellow", Salt: 0xa3c87c89eb4a38e1},
		{Seat: 1, Text: "play Moss Hare", Salt: 0x981f676e91602b49},
		{Seat: 1, Text: "pass", Salt: 0x8480cc39f9290be5},
	})
	require.Equal(t, state.Seat(1), m.Next())
	require.Equal(t, []string{
		"pass",
	}, statetest.Texts(m, 1))
	require.Equal(t, `turn 6: main(1)
seat 0  life 7  karma green 3/3  future 17
  hand 6 [Ash Imp, Grave Rat, Grave Rat, Bone Box, Dig Up, Dig Up]
  past [Ember Adept, Torch Runner, Pit Bout]
seat 1  life 7  karma yellow 1/1, green 1/2  future 16
  hand 5 [Lamplighter, Mend, Field Surgeon, Old Oak, Stag Captain]
  past [Safe Passage, Trial of Horns, Orchard Keeper]
  t1  Moss Hare 1/1 asleep
`, m.Draw(state.Everything))
}
