package examples_test

import (
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/rules/cardsim/gamefile"
	"gamed/state"
)

// TestTraitorStaysHidden checks that no byte that a player of expedition receives depends on which
// companion is the traitor.
func TestTraitorStaysHidden(t *testing.T) {
	data, err := os.ReadFile("expedition.yaml")
	require.NoError(t, err)
	g, err := gamefile.Load("expedition.yaml", data)
	require.NoError(t, err)
	names := []string{"Pim", "Dr. Vole", "Marit", "Okoro"}
	letters := map[string]string{"Pim": "letter_pim", "Dr. Vole": "letter_vole", "Marit": "letter_marit", "Okoro": "letter_okoro"}
	seen := func(m *cardsim.Machine[*gamefile.State], seat state.Seat) string {
		text := string(m.AppendView(nil, seat)) + m.Draw(seat)
		for _, o := range m.Options(0, nil) {
			text += m.Label(0, o).Text + "\n"
		}
		return text
	}
	var lock sync.Mutex
	traitors := make(map[string]bool)
	t.Run("games", func(t *testing.T) {
		for seed := range uint64(12) {
			t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
				t.Parallel()
				r := state.Rand(seed)
				dealt, err := g.Deal(state.Setup{Seats: 1, Seed: state.Seed(seed)})
				require.NoError(t, err)
				m := dealt.(*cardsim.Machine[*gamefile.State])
				for m.Awaiting() != 0 {
					options := m.Options(0, nil)
					m.Apply(state.Request{Option: options[r.N(len(options))]}, new(state.Log))
					traitor := m.Player().Stats.Text("traitor")
					if m.Awaiting() == 0 || traitor == "" {
						continue
					}
					lock.Lock()
					traitors[traitor] = true
					lock.Unlock()
					name := names[r.N(len(names))]
					other := m.Fork().(*cardsim.Machine[*gamefile.State])
					p := other.Player()
					p.Stats.Set("traitor", name)
					if p.Deck.Strip(func(c *cardsim.Card[*gamefile.State]) bool { return c.Name == letters[traitor] }) > 0 {
						require.NoError(t, p.ShuffleIn(letters[name]))
					}
					p.StripHand(func(*cardsim.Card[*gamefile.State]) bool { return false }) // makes the game evaluate its conditions again
					for _, seat := range []state.Seat{0, state.Watcher} {
						require.Equal(t, seen(m, seat), seen(other, seat))
					}
				}
			})
		}
	})
	require.Len(t, traitors, len(letters), "the seeds cover each traitor")
}
