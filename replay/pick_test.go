package replay_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/rules"
	"gamed/rules/dominion"
	"gamed/state"
	"gamed/state/statetest"
	"gamed/store"
	"gamed/table"
)

// TestPicked checks that a pick of several cards is one step that names the cards, and that a
// generated test picks them one after the other.
func TestPicked(t *testing.T) {
	h := table.Header{
		Format: table.Format, Game: "pick", Rules: "dominion", Cards: table.CardsHash(dominion.Rules.Info()), Key: table.KeyFrom(5, 5), CommitmentSalt: table.KeyFrom(6, 6),
		Setup: state.Setup{Seats: 1, Table: map[string]string{"kingdom": "Chapel"}}, Seats: []table.Seat{{Kind: protocol.SeatPerson}},
	}
	dealt, err := table.New(&h, rulesOf)
	require.NoError(t, err)
	c := game.Config{Table: dealt, Header: &h, Log: store.NewMemory()}
	g, err := game.Start(t.Context(), c)
	require.NoError(t, err)
	a := &match{t, h, c, dealt.Machine, g}

	var p *state.Selection
	for p == nil {
		option := 0
		for i, text := range statetest.Texts(a.m, 0) {
			if text == "play Chapel" || text == "buy Chapel" || text == "play all Treasures" {
				option = i
			}
		}
		a.submit(0, &protocol.Choose{Decision: a.m.Decision(0), Option: option})
		p = a.m.Selection(0)
	}
	require.Greater(t, len(p.Cards), 1)
	cards := a.m.Label(0, p.Cards[0]).Text + ", " + a.m.Label(0, p.Cards[len(p.Cards)-1]).Text
	a.submit(0, &protocol.Pick{Decision: a.m.Decision(0), Cards: []int{len(p.Cards) - 1, 0}})

	again := open(t, a.closeAndRead())
	again.Game = "Of_pick"
	page, err := again.Page(state.Everything, again.Steps, 1)
	require.NoError(t, err)
	require.Len(t, page.List, 1)
	assert.Equal(t, &protocol.Option{ID: -1, Do: "pick", Text: cards}, page.List[0].Chosen)
	text, err := again.GoTest(again.Steps, rules.Source{Import: "gamed/rules/dominion", Expression: "dominion.Rules"}, "replay_test")
	require.NoError(t, err)
	statetest.Golden(t, "copied_pick_test.go", text)
}
