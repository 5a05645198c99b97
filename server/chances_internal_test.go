package server

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/ai"
	"gamed/rules/elements"
	"gamed/state"
)

// TestRounded: the chances of four seats add up to 1 as they are told, all through a game.
func TestRounded(t *testing.T) {
	m, err := elements.Rules.Deal(state.Setup{Seats: 4, Seed: 3})
	assert.NoError(t, err)
	f, _ := ai.Roster{}.Forecaster(elements.Rules.Name, 4)
	r := state.Rand(5)
	for n := range uint64(60) {
		seat := m.Next()
		options := m.Options(seat, nil)
		m.Apply(state.Request{Seat: seat, Decision: m.Decision(seat), Option: options[r.N(len(options))], Salt: n | 1}, nil)
		if n == 30 {
			m.Apply(state.Request{Seat: 2, Option: state.Option{Do: state.Resign}, Salt: 1}, nil)
		}
		if over, _ := m.Result(); over {
			break
		}
		var chances []float32
		for _, c := range f.Chances(m, state.Everything, n) {
			chances = append(chances, float32(c))
		}
		sum := 0.0
		for seat, c := range rounded(chances) {
			assert.GreaterOrEqual(t, c, 0.0)
			assert.InDelta(t, chances[seat], c, 0.0011)
			sum += c
		}
		assert.InDelta(t, 1, sum, 1e-9)
	}
	assert.Equal(t, []float64{0.333, 0.334, 0.333}, rounded([]float32{1. / 3, 1. / 3, 1. / 3}))
	assert.Equal(t, []float64{0.4}, rounded([]float32{0.4}), "one seat has what it has")
}
