package cardsim_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A court has facts of every kind. Players know Gold, Trust and Laws.
type court struct {
	Gold  int     `cardsim:"stat"`
	Trust float64 `cardsim:"round0"`
	Laws  [2]bool `cardsim:"known"`

	Steer    int
	steer    int
	role     string
	Vassal   struct{ Loyal bool }
	Spies    []string
	Debts    map[string]int
	Treasure cardsim.Hidden[int]
}

func (c *court) Stats() []cardsim.Stat { return cardsim.ExtractStats(c) }

// StatSwords is public, but the field that it reads is not.
func (c *court) StatSwords() int { return 10 + c.steer }

// TestPreviewUntagged checks that no preview depends on a field that players do not know.
func TestPreviewUntagged(t *testing.T) {
	type courtier = cardsim.Player[*court]
	gain := func(c *court, is bool) {
		if is {
			c.Gold++
		}
	}
	facts := []struct {
		name  string
		want  string // the size in the preview of Gold
		plant func(c *court)
		do    func(c *court)
	}{
		{"known", "middling", func(c *court) { c.Laws[1] = true }, func(c *court) { gain(c, c.Laws[1]) }},
		{"exported", "uncertain", func(c *court) { c.Steer = 7 }, func(c *court) { gain(c, c.Steer > 3) }},
		{"unexported", "uncertain", func(c *court) { c.steer = 7 }, func(c *court) { gain(c, c.steer > 3) }},
		{"text", "uncertain", func(c *court) { c.role = "spy" }, func(c *court) { gain(c, c.role == "king") }},
		{"within", "uncertain", func(c *court) { c.Vassal.Loyal = true }, func(c *court) { gain(c, c.Vassal.Loyal) }},
		{"list", "uncertain", func(c *court) { c.Spies = []string{"Ada"} }, func(c *court) { gain(c, len(c.Spies) > 0) }},
		{"map", "uncertain", func(c *court) { c.Debts = map[string]int{"a": 1} }, func(c *court) { gain(c, len(c.Debts) > 0) }},
		{"hidden", "uncertain", func(c *court) { c.Treasure.Value = 7 }, func(c *court) { gain(c, c.Treasure.Value > 3) }},
		{"decimals", "", func(c *court) { c.Trust = 50.4 }, func(c *court) { gain(c, c.Trust > 50) }},
	}
	clone := func(c *court) *court {
		to := *c
		to.Spies = slices.Clone(c.Spies)
		return &to
	}
	for _, fact := range facts {
		t.Run(fact.name, func(t *testing.T) {
			effects := func(plant bool, clone func(*court) *court) []cardsim.EffectView {
				g, err := (&cardsim.Game[*court]{
					Name: "court", About: "Rule a court.", Clone: clone,
					New: func(*state.Rand) *court { return &court{Gold: 10, Trust: 50, role: "king"} },
					Cards: []*cardsim.Card[*court]{{Name: "a", Options: []cardsim.CardOption[*court]{{
						Text: cardsim.Text("x"), Choose: func(p *courtier) (message, error) { fact.do(p.Stats); return cardsim.Message{}, nil },
					}}}},
				}).Build()
				require.NoError(t, err)
				p := g.Start(1, 0)
				if plant {
					fact.plant(p.Stats)
				}
				return p.View().Hand[0].Options[0].Effects
			}
			var want []cardsim.EffectView
			if fact.want != "" {
				want = []cardsim.EffectView{{Stat: "Gold", Size: fact.want}}
			}
			assert.Equal(t, want, effects(true, nil))
			assert.Equal(t, want, effects(true, clone), "with a Clone")
			if fact.name != "known" {
				assert.Equal(t, want, effects(false, nil), "the preview differs by a fact that players do not know")
			}
		})
	}
}

// TestPreviewMethod checks that a change is uncertain if players see a stat only through a
// method that reads a field they do not know.
func TestPreviewMethod(t *testing.T) {
	g, err := (&cardsim.Game[*court]{
		Name: "court", About: "Rule a court.", New: func(*state.Rand) *court { return &court{} },
		Cards: []*cardsim.Card[*court]{{Name: "a", Options: []cardsim.CardOption[*court]{{
			Text: cardsim.Text("x"), Choose: func(p *cardsim.Player[*court]) (message, error) { p.Stats.steer += 5; return cardsim.Message{}, nil },
		}}}},
	}).Build()
	require.NoError(t, err)
	want := []cardsim.EffectView{{Stat: "Swords", Size: "uncertain"}}
	assert.Equal(t, want, g.Start(1, 0).View().Hand[0].Options[0].Effects)
}
