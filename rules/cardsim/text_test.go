package cardsim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/rules/cardsim"
)

// TestWrittenTexts checks that dynamic texts show the current position and that no two
// choices of a card read the same.
func TestWrittenTexts(t *testing.T) {
	gold := func(p *player) message { return cardsim.Messagef("with %d\ngold ", p.Stats.Gold) }
	write := func(o option) option { o.Write = gold; return o }
	twin := func(text message) option {
		return option{Text: text, Write: func(*player) message { return cardsim.Text("twin") }}
	}
	c := &card{
		Name: "day", Cooldown: 1, Write: gold, WriteTitle: gold, Dismiss: cardsim.Text("no"), WriteDismiss: func(*player) message { return cardsim.Text("twin") },
		Options: []option{write(simpleOption(cardsim.Text("earn"), func(p *player) { p.Stats.Gold += 5 })), twin(cardsim.Text("b")), twin(cardsim.Text("c")), {Text: cardsim.Text("twin (option 3)")}},
	}
	draws := option{Text: cardsim.Text("draws"), Write: func(p *player) message { p.Rand.Uint64(); return cardsim.Text(passes) }}
	s := play(t, game{
		Cards: []*card{c}, Actions: []*action{{Name: "act", CardOption: draws}, {Name: "other", CardOption: simpleOption(cardsim.Text("other"), nil)}},
		DebugActions: []*action{{Name: "mine", CardOption: write(simpleOption(cardsim.Text("mine"), nil))}},
	}, 1)
	before := string(s.m.AppendState(nil))
	assert.Equal(t, []string{
		"with 0 gold: twin (option 5)", "with 0 gold: with 0 gold", "with 0 gold: twin", "with 0 gold: twin (option 3)",
		"with 0 gold: twin (option 3) (option 4)", passes + " (option 1)", "other",
	}, s.labels()[:7])
	assert.Contains(t, s.labels(), "debug: with 0 gold")
	assert.NotEmpty(t, s.allShown())
	requireSame(t, before, string(s.m.AppendState(nil)), "a text that draws a number leaves the Rand of the game unchanged")
	s.choose("with 0 gold")
	assert.Equal(t, "choose: with 0 gold: with 0 gold", s.told[0])
	v := s.view()
	assert.Equal(t, []string{"with 5 gold", "with 5 gold", "twin (option 5)"}, []string{v.Hand[0].Title, v.Hand[0].Options[0].Text, v.Hand[0].Dismiss})
	assert.Equal(t, passes+" (option 1)", v.Abilities[0].Text)
	s.choose("twin (option 5)")
	assert.Equal(t, "choose: with 5 gold: twin (option 5)", s.told[0])
	s.choose("debug: take the card day")
	assert.Contains(t, s.labels(), "with 5 gold: twin (card 2)", "cards that read the same get numbers")
}

const passes = "let time pass"
