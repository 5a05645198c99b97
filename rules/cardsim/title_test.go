package cardsim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/rules/cardsim"
)

// TestTitles checks that players read titles, or names in words. Only debug mode and reports for
// designers may show the names of cards, rules and actions.
func TestTitles(t *testing.T) {
	earn := func(p *player) error { p.Stats.Gold++; return cardsim.Warningf("odd") }
	g := game{
		Cards: []*card{{Name: "scandal_choice", Title: cardsim.Text("The Scandal"), Cooldown: 1, Options: []option{fallibleOption(cardsim.Text("deny"), earn)}}, plainCard("quiet_day")},
		Deck:  []string{"scandal_choice"},
		Rules: []*rule{
			{Name: "ada_is_the_traitor", Title: cardsim.Text("The letters"), Step: 1, Do: earn},
			{Name: "the_tide", Step: 2, Do: earn},
			{Name: "last_rites", Title: cardsim.Text("The Rites"), Step: 3, Do: func(p *player) error {
				p.End(cardsim.Ending{Name: "old_age", Won: true})
				return p.Rules.Add(p.Rules.Find("last_rites"))
			}},
		},
		Actions: []*action{{Name: "raise_taxes", CardOption: fallibleOption(cardsim.Text("Raise the taxes"), earn)}},
	}
	s := play(t, g, 0)
	s.choose("deny")
	by := []string{}
	for _, c := range s.view().Changes {
		by = append(by, c.By)
	}
	assert.Equal(t, []string{"The Scandal", "The letters", "the tide"}, by)
	assert.Equal(t, []string{
		`card "The Scandal", option 1: odd`, `rule "The letters" of step 1: odd`, `rule "the tide" of step 2: odd`,
		`rules: rule "The Rites" was already added`,
	}, s.eventTexts("warning"))
	assert.Contains(t, s.m.Draw(0), "The end: old age\n")
	assert.NotContains(t, s.m.Draw(0)+s.allShown(), "traitor")
	assert.Equal(t, `rule "ada_is_the_traitor" of step 1: odd`, s.p().Warnings()[1], "reports for designers name the rule")

	s = play(t, g, 0)
	s.choose("Raise the taxes")
	assert.Equal(t, `action "Raise the taxes": odd`, s.eventTexts("warning")[0])
	assert.Equal(t, "Raise the taxes", s.view().Changes[0].By)
	assert.Equal(t, "quiet day", build(t, g).Info().Cards[1].Title)

	g.Actions[0].Write = func(*player) message { return cardsim.Text("Raise the taxes again") }
	s = play(t, g, 0)
	s.choose("Raise the taxes again")
	assert.Equal(t, "Raise the taxes again", s.view().Changes[0].By)

	s = play(t, g, 1)
	s.choose("deny")
	assert.Contains(t, s.eventTexts("warning")[1], `rule "ada_is_the_traitor" of step 1: odd`)
}
