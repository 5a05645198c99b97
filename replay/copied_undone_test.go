package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
	"gamed/state/statetest"
)

// TestGameOf_undone plays game Of_undone of a server up to step 12.
func TestGameOf_undone(t *testing.T) {
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 0x26c186079a69a59f})
	require.NoError(t, err)
	statetest.Play(t, m, []statetest.Choice{
		{Seat: 0, Text: "mulligan", Salt: 0x7a2e3c911f6b9953},
		{Seat: 1, Text: "mulligan", Salt: 0x4431bebdad10b01f},
		{Seat: 1, Text: "create black", Salt: 0x35742d5f9d2c67bb},
		{Seat: 1, Text: "pass", Salt: 0xfd8cdfb65433bcbd},
		{Seat: 0, Text: "create violet", Salt: 0x271508bccdb3f4dd},
		{Seat: 0, Text: "pass", Salt: 0x6c729bd03729b53b},
		{Seat: 1, Text: "create black", Salt: 0xad976857dca9b13b},
		{Seat: 1, Text: "pass", Salt: 0x4125ff24a43d491d},
		{Seat: 0, Text: "create violet", Salt: 0xe5c3a7efcf55c12d},
		{Seat: 0, Text: "pass", Salt: 0x37a04c8c1c6dffdf},
	})
	require.Equal(t, state.Seat(1), m.Next())
	require.Equal(t, []string{
		"create green",
		"create white",
		"create red",
		"create yellow",
		"create blue",
		"create violet",
		"create black",
	}, statetest.Texts(m, 1))
	require.Equal(t, `turn 5: sunrise(1)
seat 0  life 8  karma violet 2/2  future 19
  hand 4 [Ember Adept, Ember Adept, Backdraft, Bone Box]
  past [Quick Temper, Second Death, Second Death]
seat 1  life 7  karma black 2/2  future 19
  hand 4 [Moss Hare, Deep Rain, Trial of Horns, Thorn Hide]
  past [Shield Bearer, Old Oak, Great Elk]
`, m.Draw(state.Everything))
}
