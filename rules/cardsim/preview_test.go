package cardsim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/rules/cardsim"
	"gamed/state"
)

// effectsOf returns the previews of the options of the first card in hand.
func effectsOf(s *session) (all [][]cardsim.EffectView) {
	for _, o := range s.view().Hand[0].Options {
		all = append(all, o.Effects)
	}
	return all
}

// TestPreviewChance checks that the preview of an option with chance lists its outcomes with
// their probabilities, and is the same in every turn.
func TestPreviewChance(t *testing.T) {
	g := game{
		New: func(*state.Rand) *town { return &town{Score: 100, Gold: 10} },
		Cards: []*card{{Name: "a", Cooldown: 1, Options: []option{
			simpleOption(cardsim.Text("wait"), func(*player) {}),
			simpleOption(cardsim.Text("risk"), func(p *player) {
				if p.Rand.N(100) < 25 {
					p.Stats.Score -= 50
				}
			}),
			simpleOption(cardsim.Text("dice"), func(p *player) { p.Stats.Gold += p.Rand.N(2) * 2 }),
		}}},
	}
	s := play(t, g, 0)
	want := [][]cardsim.EffectView{
		nil,
		{{Stat: "Score", Size: "great", Percent: 25}},
		{{Stat: "Gold", Size: "middling", Percent: 50}},
	}
	for range 10 {
		assert.Equal(t, want, effectsOf(s))
		s.choose("a: wait")
	}
	assert.Contains(t, s.m.Draw(0), "1.2 risk (moves Score great (25%))")
}

// TestPreviewHidden checks that a preview is the same for all hidden stats, decks and rules. An
// effect that depends on them must be uncertain.
func TestPreviewHidden(t *testing.T) {
	rule := ruleSaying("curse", 1)
	plain := []string{"a", "judas"}
	g := func(plot int, deck []string, rules ...*cardsim.Rule[*town]) game {
		return game{
			New: func(*state.Rand) *town { return &town{Score: 100, Gold: 10, Plot: plot} },
			Cards: []*card{
				{Name: "a", Urgent: true, Cooldown: 1, Options: []option{
					simpleOption(cardsim.Text("plot"), func(p *player) { p.Stats.Gold++; p.Stats.Score += p.Stats.Plot }),
					simpleOption(cardsim.Text("deck"), func(p *player) {
						if p.Deck.Has("judas") {
							p.Stats.Gold = 0
						}
					}),
					simpleOption(cardsim.Text("rule"), func(p *player) {
						if p.Rules.Find("curse") != nil {
							p.Stats.Gold = 0
						}
					}),
				}},
				{Name: "judas", When: func(*player) bool { return false }, Options: []option{simpleOption(cardsim.Text("go on"), func(*player) {})}},
			},
			Deck: deck, Rules: rules,
		}
	}
	want := [][]cardsim.EffectView{
		{{Stat: "Score", Size: "uncertain"}, {Stat: "Gold", Size: "middling"}},
		{{Stat: "Gold", Size: "uncertain"}},
		{{Stat: "Gold", Size: "uncertain"}},
	}
	for _, plot := range []int{0, 1, 5, 1000} {
		s := play(t, g(plot, plain, rule), 0)
		assert.Equal(t, want, effectsOf(s))
		s.p().Deck.Strip(func(c *card) bool { return c.Name == "judas" })
		_ = s.p().Rules.Remove(rule)
		assert.Equal(t, want, effectsOf(s), "only deck and rules have changed")
	}
}
