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
		{Seat: 0, Text: "play Grave Rat", Salt: 0x9cdd02c991b15d65},
		{Seat: 0, Text: "pass", Salt: 0xf53b873f39912d99},
		{Seat: 1, Text: "create violet", Salt: 0x3d24f230eb94a729},
		{Seat: 1, Text: "pass", Salt: 0xa3c87c89eb4a38e1},
		{Seat: 0, Text: "create white", Salt: 0x981f676e91602b49},
		{Seat: 0, Text: "play Bone Box", Salt: 0x8480cc39f9290be5},
	})
	require.Equal(t, state.Seat(0), m.Next())
	require.Equal(t, []string{
		"pay green",
		"pay white",
		"pay yellow",
		"pay blue",
	}, statetest.Texts(m, 0))
	require.Equal(t, `turn 12: main(0) > play(0 Bone Box)
seat 0  life 8  karma white 1/1, yellow 1/1, green 2/2, blue 1/1, black 0/1  future 15
  hand 6 [Ember Adept, Ember Adept, Grave Rat, Dig Up, Tomb Giant, Tomb Giant]
  past [Ember Kiln, Ember Snare, Backdraft]
  t1  Grave Rat 1/1
seat 1  life 7  karma yellow 1/1, blue 2/2, violet 2/2, black 1/1  future 15
  hand 8 [Shield Bearer, Muster, Muster, Stand Fast, Great Elk, Deep Rain, Trial of Horns, Thorn Hide]
  past [Moss Hare, Thorn Hide, Orchard Keeper]
`, m.Draw(state.Everything))
}
