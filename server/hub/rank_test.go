package hub

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/rules/cardsim"
	"gamed/state"
	"gamed/store"
)

type purse struct {
	Gold int `cardsim:"stat"`
	Sins int `cardsim:"hidden"`
}

func (p *purse) Stats() []cardsim.Stat { return cardsim.ExtractStats(p) }

// purseGame returns a ruleset whose games begin with the given amount of gold and end with their
// only card.
func purseGame(t *testing.T, gold int) state.Dealer {
	t.Helper()
	game, err := (&cardsim.Game[*purse]{
		Name: "purses", About: "Gold.", Version: gold,
		New:   func(*state.Rand) *purse { return &purse{Gold: gold} },
		Cards: []*cardsim.Card[*purse]{{Name: "end", Options: []cardsim.CardOption[*purse]{{Text: cardsim.Text("End it")}}}},
	}).Build()
	require.NoError(t, err)
	return game
}

// TestRankReplaced checks that games from before and after a replacement of their ruleset are
// each ranked by their own rules.
func TestRankReplaced(t *testing.T) {
	h := open(t, store.NewMemory(), func(c *Config) {
		c.Rules, c.KeepFinished = append(c.Rules, purseGame(t, 3)), 10
	})
	create := func(spec Request) string {
		spec.Rules, spec.Seats = "purses", []SeatSpec{{Bot: "random"}}
		info, err := h.Create(t.Context(), Spec{Request: spec})
		require.NoError(t, err)
		to := make(recorder, 100)
		seating, err := h.Watch(t.Context(), info.ID, to)
		require.NoError(t, err)
		next[*protocol.Over](to)
		seating.Leave(t.Context())
		return info.ID
	}
	old := create(Request{RulesOptions: map[string]string{"debug": "0"}})
	h.Replace(purseGame(t, 5))
	changed := create(Request{})
	create(Request{TableOptions: protocol.TableOptions{Private: true}})
	create(Request{RulesOptions: map[string]string{"debug": "2"}})
	r, err := h.Rank(t.Context(), "purses", "GOLD", 10)
	require.NoError(t, err)
	assert.Equal(t, []string{"Gold"}, r.Stats)
	require.Len(t, r.Games, 2)
	assert.Equal(t, RankedSeat{ID: changed, Name: "random", Turn: r.Games[0].Turn, Value: 5, Status: Over}, r.Games[0])
	assert.Equal(t, RankedSeat{ID: old, Name: "random", Turn: r.Games[1].Turn, Value: 3, Status: Over}, r.Games[1])
	r, err = h.Rank(t.Context(), "purses", "", 1)
	require.NoError(t, err)
	assert.Len(t, r.Games, 1)

	for want, of := range map[string][2]string{
		`rules: unknown ruleset "chess"`:                            {"chess", ""},
		`rules: elements has no rankings`:                           {"elements", ""},
		`by: purses has no stat "Sins"; available: Gold, and value`: {"purses", "Sins"},
	} {
		_, err := h.Rank(t.Context(), of[0], of[1], 10)
		require.ErrorContains(t, err, want)
	}
}

// TestMergedRanking checks that two servers merge their rankings to the same list. A game that both of
// them have, because it has just moved, is in the list once.
func TestMergedRanking(t *testing.T) {
	moved := RankedSeat{ID: "c", Value: 5}
	here := []RankedSeat{{ID: "d", Value: 9}, {ID: "d", Seat: 1, Value: 5}, moved}
	there := []RankedSeat{{ID: "a", Value: 7}, moved, {ID: "b", Value: 5}, {ID: "e", Value: 1}}
	want := []RankedSeat{{ID: "d", Value: 9}, {ID: "a", Value: 7}, {ID: "b", Value: 5}, moved, {ID: "d", Seat: 1, Value: 5}}
	for _, games := range [][2][]RankedSeat{{here, there}, {there, here}} {
		r := Ranking{Games: slices.Clone(games[0])}
		r.Merge(games[1], 5)
		assert.Equal(t, want, r.Games)
	}
}
