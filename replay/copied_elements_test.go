package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
	"gamed/state/statetest"
)

// TestGameOf_elements plays game Of_elements of a server up to step 23.
func TestGameOf_elements(t *testing.T) {
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 0x8f7cdcdbfc0173d7})
	require.NoError(t, err)
	statetest.Play(t, m, []statetest.Choice{
		{Seat: 0, Text: "keep", Salt: 0xbb9bb53df0864af3},
		{Seat: 1, Text: "keep", Salt: 0xf4880e56b9898c7},
		{Seat: 0, Text: "create red", Salt: 0xbe2edb8b5e15be51},
		{Seat: 0, Text: "pass", Salt: 0x64410005b228cb6b},
		{Seat: 0, Text: "pass", Salt: 0x7de3d31a9b9fbec9},
		{Seat: 0, Text: "pass", Salt: 0x87611ccb610e9669},
		{Seat: 0, Text: "pass", Salt: 0x798cdf16ab6128cd},
		{Seat: 1, Text: "create green", Salt: 0x730b8ae1cea73d75},
		{Seat: 0, Text: "pass", Salt: 0x987c9dec59701a07},
		{Seat: 1, Text: "pass", Salt: 0xbebd40fc83956517},
		{Seat: 0, Text: "pass", Salt: 0xfacf622a5bdba9fd},
		{Seat: 1, Text: "pass", Salt: 0xc9d899bc71bcdcc3},
		{Seat: 0, Text: "pass", Salt: 0x3dde31fdc1a17f0f},
		{Seat: 1, Text: "pass", Salt: 0x808af25e3db718ed},
		{Seat: 1, Text: "pass", Salt: 0x7816b29f200c5c67},
		{Seat: 0, Text: "create red", Salt: 0xb63d31f97476c7ff},
		{Seat: 1, Text: "pass", Salt: 0xbb829b85c77d65e3},
		{Seat: 0, Text: "pass", Salt: 0x2aa6a953774bb1c1},
		{Seat: 1, Text: "pass", Salt: 0x1fcc2b9d67d895fd},
		{Seat: 0, Text: "pass", Salt: 0x2bcf6278207cadef},
		{Seat: 0, Text: "pass", Salt: 0x2b6ec364c1d11931},
		{Seat: 1, Text: "pass", Salt: 0xba4280e44ced5077},
		{Seat: 0, Text: "pass", Salt: 0x8775c76a528a602d},
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
	require.Equal(t, `turn 4: sunrise(1)
seat 0  life 7  karma red 2/2  future 21
  hand 5 [Spark, Ember Kiln, Wild Salamander, Dig Up, Second Death]
seat 1  life 8  karma green 1/1  future 22
  hand 4 [Muster, Old Oak, Thorn Hide, Stag Captain]
`, m.Draw(state.Everything))
}
