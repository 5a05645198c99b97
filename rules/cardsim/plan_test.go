package cardsim

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// A Forest has stats of types that contain themselves.
type Forest struct {
	*Forest
	Trees []tree `cardsim:"stat"`
	Age   int    `cardsim:"stat"`
}

type tree []tree

func (f *Forest) Stats() []Stat { return ExtractStats(f) }

// TestOwnType checks that stats of types that contain themselves can be shown and previewed.
func TestOwnType(t *testing.T) {
	g, err := (&Game[*Forest]{
		Name: "forest",
		New:  func(*state.Rand) *Forest { return &Forest{Trees: []tree{{{}}}} },
		Clone: func(f *Forest) *Forest {
			c := *f
			return &c
		},
		Cards: []*Card[*Forest]{{Name: "wait", Options: []CardOption[*Forest]{{
			Text:   Text("Wait"),
			Choose: func(p *Player[*Forest]) (Message, error) { p.Stats.Age++; return Message{}, nil },
		}}}},
	}).Build()
	require.NoError(t, err)
	m, err := g.Deal(state.Setup{Seats: 1, Seed: 1})
	require.NoError(t, err)
	assert.Contains(t, string(m.AppendView(nil, 0)), `"name":"Trees"`)
}
