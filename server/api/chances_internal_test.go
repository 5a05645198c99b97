package api

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/elements"
	"gamed/state"
)

// TestRoundChances checks that the rounded chances of four seats add up to 1 in a whole game.
func TestRoundChances(t *testing.T) {
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
		for seat, c := range roundChances(chances) {
			assert.GreaterOrEqual(t, c, 0.0)
			assert.InDelta(t, chances[seat], c, 0.0011)
			sum += c
		}
		assert.InDelta(t, 1, sum, 1e-9)
	}
	assert.Equal(t, []float64{0.333, 0.334, 0.333}, roundChances([]float32{1. / 3, 1. / 3, 1. / 3}))
	assert.Equal(t, []float64{0.4}, roundChances([]float32{0.4}), "a single seat keeps its chance")
}

// TestAsking checks that one address cannot use all slots for winning chances.
func TestAsking(t *testing.T) {
	l := newChanceCache()
	at := func(n int) netip.Addr { return netip.AddrFrom4([4]byte{203, 0, 113, byte(n)}) }
	var leave func()
	for range maxPerAddress {
		leave = l.enter(at(1), false)
		require.NotNil(t, leave)
	}
	assert.Nil(t, l.enter(at(1), false))
	local := l.enter(at(1), true)
	assert.NotNil(t, local, "a client on this machine has no limit")
	assert.NotNil(t, l.enter(at(2), false))
	leave()
	local()
	assert.NotNil(t, l.enter(at(1), false))
	for n := 3; !l.asking.Reached(maxClients); n++ {
		require.NotNil(t, l.enter(at(n), false))
	}
	assert.Nil(t, l.enter(at(200), true), "the total is limited")
}
