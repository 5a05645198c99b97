package cardsim

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// A forest has stats of types that contain themselves.
type forest struct {
	*forest
	Trees []tree `cardsim:"stat"`
	Age   int    `cardsim:"stat"`
}

type tree []tree

func (f *forest) Stats() []Stat { return ExtractStats(f) }

// TestOwnType shows and previews stats of types that contain themselves.
func TestOwnType(t *testing.T) {
	g, err := (&Game[*forest]{
		Name: "forest",
		New:  func(*state.Rand) *forest { return &forest{Trees: []tree{{{}}}} },
		Clone: func(f *forest) *forest {
			c := *f
			return &c
		},
		Cards: []*Card[*forest]{{Name: "wait", Options: []CardOption[*forest]{{
			Text:   Text("Wait"),
			Choose: func(p *Player[*forest]) (Message, error) { p.Stats.Age++; return Message{}, nil },
		}}}},
	}).Build()
	require.NoError(t, err)
	m, err := g.Deal(state.Setup{Seats: 1, Seed: 1})
	require.NoError(t, err)
	assert.Contains(t, string(m.AppendView(nil, 0)), `"name":"Trees"`)
}
