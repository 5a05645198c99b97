package external_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
	"gamed/ai"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/state"
	"gamed/table"
)

// chapelGame returns a game of Dominion in which seat 0 has just played a Chapel.
func chapelGame(t *testing.T) state.Machine {
	m, err := dominion.Rules.Deal(state.Setup{Seats: 2, Seed: 1, Table: map[string]string{"kingdom": "Chapel"}})
	require.NoError(t, err)
	for m.Selection(0) == nil {
		seat := m.Next()
		options := m.Options(seat, nil)
		option := options[0]
		if seat == 0 {
			for _, text := range []string{"play Copper", "buy Chapel", "play Chapel"} { // a later text takes precedence
				if at := slices.IndexFunc(options, func(o state.Option) bool { return m.Label(seat, o).Text == text }); at >= 0 {
					option = options[at]
				}
			}
		}
		m.Apply(state.Request{Seat: seat, Option: option}, nil)
		require.Less(t, m.Turn(), 50)
	}
	return m
}

// picks returns a bot that picks the given cards at every decision. In each answer, it subtracts
// offset from the id of the decision.
func picks(offset uint32, cards string) func() {
	return atDecision(func(id uint32) { fmt.Printf("{\"type\":\"pick\",\"decision\":%d,\"cards\":%s}\n", id-offset, cards) })
}

func askAboutPick(t *testing.T, b *external.Conn, m state.Machine) (external.Answer, error) {
	require.NoError(t, b.Begin(t.Context(), protocol.Joined{Game: "g", Rules: "dominion"}))
	options := m.Options(0, nil)
	u := table.UpdateOf(m, 0, options)
	u.View = m.AppendView(nil, 0)
	return b.Ask(t.Context(), u, ai.NewAsk(m, 0, options))
}

// TestPick checks bots that answer a Chapel, which trashes any number of the four cards in hand.
func TestPick(t *testing.T) {
	m := chapelGame(t)
	require.Len(t, m.Selection(0).Cards, 4)
	for name, tt := range map[string]struct {
		cards []int
		fault string
	}{
		"picks":          {[]int{3, 0}, ""},
		"picks none":     {[]int{}, ""},
		"picks twice":    {nil, "it picked the cards [1 1]: card 1 is picked twice"},
		"picks no card":  {nil, "it picked the cards [4]: there is no card 4: the cards are numbered from 0 to 3"},
		"picks too many": {nil, "it picked the cards [0 1 2 3 4]: 5 cards: pick 0 to 4"},
		"picks late":     {nil, "it answered decision "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := start(t, name, limits)
			require.NoError(t, err)
			answer, err := askAboutPick(t, b, m)
			if tt.fault != "" {
				requireFault(t, err, external.Illegal, tt.fault)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.cards, answer.Cards)
		})
	}
}

// TestPickUnasked checks that a pick is illegal if the decision asks for no cards.
func TestPickUnasked(t *testing.T) {
	b, err := start(t, "picks", limits)
	require.NoError(t, err)
	_, err = play(t.Context(), t, b, 1)
	requireFault(t, err, external.Illegal, "it picked the cards [3 0]: this decision does not ask for cards")
}
