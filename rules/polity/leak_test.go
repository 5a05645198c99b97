package polity

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// TestLeaks checks that no byte that the player receives depends on the order of the deck or on
// chance. It resamples the facts that the player cannot know, at every tenth step of random games.
// The hidden stats may affect only what withoutClues omits.
func TestLeaks(t *testing.T) {
	hidden := []*field{resentment, corruption, debt, ambition, grudge, rumble, golden}
	for seed := range uint64(4) {
		dealt, err := Game().Deal(state.Setup{Seats: 1, Seed: state.Seed(seed)})
		require.NoError(t, err)
		m := dealt.(*cardsim.Machine[*Nation])
		r := state.Rand(seed)
		for n := 0; m.Awaiting() != 0 && n < 400; n++ {
			if n%10 == 0 {
				twin := m.Fork().(*cardsim.Machine[*Nation])
				twin.Resample(0, &r)
				for _, v := range []state.Seat{0, state.Watcher} {
					require.Equal(t, string(m.AppendView(nil, v))+m.Draw(v), string(twin.AppendView(nil, v))+twin.Draw(v))
				}
				for _, f := range hidden {
					*f.pointer(twin.Player().Stats) = f.least + r.N(f.most-f.least+1)
				}
				v, labels := withoutClues(m)
				other, otherLabels := withoutClues(twin)
				require.Equal(t, v, other, "seed %d, request %d", seed, n)
				require.Equal(t, labels, otherLabels)
			}
			options := m.Options(0, nil)
			m.Apply(state.Request{Option: options[r.N(len(options))], Decision: m.Decision(0)}, new(state.Log))
		}
	}
}

// withoutClues returns the player's view and the texts of the options. It omits the seven computed stats,
// the prompt and the panels.
func withoutClues(m *cardsim.Machine[*Nation]) (v cardsim.View, labels []string) {
	v = m.Player().View()
	v.Stats, v.Prompt, v.Panels = v.Stats[7:], nil, nil
	for _, o := range m.Options(0, nil) {
		labels = append(labels, m.Label(0, o).Text)
	}
	return v, labels
}
