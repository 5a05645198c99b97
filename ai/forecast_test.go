package ai_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/rules/polity"
	"gamed/state"
)

// TestChances checks that positions that look the same to the viewpoint have the same chances,
// regardless of earlier forecasts. It also checks that the chances of a finished game match its
// result.
func TestChances(t *testing.T) {
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules, polity.Game()} {
		info := rules.Info()
		m, err := rules.Deal(state.Setup{Seats: min(2, info.MaxSeats), Seed: 5})
		require.NoError(t, err)
		for n := uint64(1); n <= 12; n++ {
			seat := m.Next()
			m.Apply(state.Request{Seat: seat, Option: m.Options(seat, nil)[0], Salt: n}, new(state.Log))
		}
		used, name := ai.Roster{}.Forecaster(info.Name, 40)
		assert.Equal(t, "ismcts:40", name)
		for _, viewpoint := range []state.Seat{0, state.Watcher, state.Everything} {
			fresh, _ := ai.Roster{}.Forecaster(info.Name, 40)
			chances := fresh.Chances(m, viewpoint, 7)
			assert.Equal(t, chances, used.Chances(m, viewpoint, 7))
			require.Len(t, chances, m.Seats())
			sum := 0.0
			for _, c := range chances {
				assert.True(t, c >= 0 && c <= 1, c)
				sum += c
			}
			if m.Seats() > 1 {
				assert.InDelta(t, 1, sum, 1e-9)
			}
			other := m.Fork()
			other.Resample(viewpoint, new(state.Rand))
			if viewpoint != state.Everything || info.Worlds {
				assert.Equal(t, chances, used.Chances(other, viewpoint, 7), "%s: the forecast must not depend on hidden facts", info.Name)
			}
			if viewpoint == state.Everything && info.Worlds {
				assert.Equal(t, string(m.AppendView(nil, viewpoint)), string(other.AppendView(nil, viewpoint)), "only future chance is hidden from this viewpoint")
			}
		}
		for !over(m) {
			m.Apply(state.Request{Seat: m.Next(), Option: state.Option{Do: state.Resign}}, nil)
		}
		_, won := m.Result()
		for seat, c := range used.Chances(m, 0, 7) {
			if m.Seats() > 1 {
				assert.Equal(t, won.Has(state.Seat(seat)), c == 1)
			}
		}
	}
}

func over(m state.Machine) bool {
	is, _ := m.Result()
	return is
}
