package replay_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/replay"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// TestDealt checks that step 0 shows the deal that follows from the players' nonces, from every
// viewpoint.
func TestDealt(t *testing.T) {
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules} {
		t.Run(rules.Info().Name, func(t *testing.T) {
			info, key := rules.Info(), table.KeyFrom(1, 0)
			h := &table.Header{
				Format: table.Format, Game: "g1", Rules: info.Name, Version: info.Version, Cards: table.CardsHash(info), Key: key,
				Setup: state.Setup{Seats: 3, Seed: state.Seed(table.NewChance(key).Next())},
				Seats: []table.Seat{{Kind: protocol.SeatOpen}, {Kind: protocol.SeatBot}, {Kind: protocol.SeatOpen}},
			}
			live, err := table.New(h, rulesOf)
			require.NoError(t, err)
			var lines [][]byte
			add := func(r *table.Record) {
				line, err := r.Encode()
				require.NoError(t, err)
				if lines = append(lines, line); r.Header == nil {
					_, err = live.Apply(r, nil)
					require.NoError(t, err)
				}
			}
			views := func() map[state.Seat]string {
				all := map[state.Seat]string{}
				for _, viewpoint := range []state.Seat{0, 1, 2, state.Watcher, state.Everything} {
					all[viewpoint] = string(live.Machine.AppendView(nil, viewpoint))
				}
				return all
			}
			decide := func(in table.Input) {
				r, err := live.Decide(in, table.Now{At: 5})
				require.NoError(t, err)
				add(r)
			}
			add(&table.Record{Kind: "header", Header: h})
			before := views()
			decide(&table.Sit{Seat: 2, Who: table.Seat{Kind: protocol.SeatPerson}, Nonce: "n2"})
			add(&table.Record{Kind: "epoch", Epoch: "server"})
			decide(&table.Sit{Seat: 0, Who: table.Seat{Kind: protocol.SeatPerson}, Nonce: "n0"})
			decide(&table.SettingsChange{Seat: 0, Mute: &protocol.Mute{Seat: 2, On: true}})
			dealt := views()
			require.NotEqual(t, before[state.Everything], dealt[state.Everything], "the nonces change the deal")
			for range 5 {
				seat := live.Machine.Next()
				decide(&table.Choice{Seat: seat, Decision: live.Machine.Decision(seat)})
			}
			decide(table.Abandon{})
			add(live.Next(table.Now{At: 5}))
			g, err := replay.Open(lines, rulesOf)
			require.NoError(t, err)
			require.Equal(t, 6, g.Steps)
			for viewpoint, want := range dealt {
				page, err := g.Page(viewpoint, 0, 1)
				require.NoError(t, err)
				require.Len(t, page.List, 1)
				require.Equal(t, want, string(page.List[0].View))
				require.Empty(t, page.List[0].Events)
			}
		})
	}
}
