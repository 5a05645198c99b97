package gamefile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/rules/cardsim/gamefile"
	"gamed/state"
)

type (
	land struct {
		Treasury    int     `cardsim:"stat"`
		PublicTrust float64 `cardsim:"round1"`
		Ruler       string
		AtWar       bool
		Tiny        int8
		Few         uint8
		Stock       cardsim.Stored[int]
		Unrest      cardsim.Hidden[float64]
		base
		*far
		Matrix [2]int
		secret int
	}
	base struct{ GDPGrowth float64 }
	far  struct{ Never int }
)

func (l *land) Stats() []cardsim.Stat    { return cardsim.ExtractStats(l) }
func (l *land) StatWealth() int          { return l.Treasury*2 + l.secret }
func (l *land) HiddenStatRisk() float64  { return l.Unrest.Value / 2 }
func (l *land) StatOf(other *land) int   { return other.Treasury }
func (l *land) StatList() map[string]int { return nil }

func newLand() *cardsim.Game[*land] {
	return &cardsim.Game[*land]{
		Name: "land",
		New: func(*state.Rand) *land {
			return &land{Treasury: 10, PublicTrust: 5, Ruler: "Ada", Unrest: cardsim.Hidden[float64]{Value: 4}}
		},
		Cards: []*cardsim.Card[*land]{{
			Name: "go_card", Title: cardsim.Text("In Go"),
			Options: []cardsim.CardOption[*land]{{Text: cardsim.Text("lead on"), Choose: func(p *cardsim.Player[*land]) (cardsim.Message, error) {
				return cardsim.Message{}, p.Next("file_card")
			}}},
		}},
		Deck:  []string{"go_card"},
		Rules: []*cardsim.Rule[*land]{{Name: "go_rule", Do: func(p *cardsim.Player[*land]) error { p.Stats.Few++; return nil }}},
	}
}

// TestInto checks that a file can extend a game written in Go. A card in Go and a card in the file
// put each other into the deck. The file stops a rule in Go and uses the fields of the game.
func TestInto(t *testing.T) {
	g := newLand()
	require.NoError(t, gamefile.Into(g, "land.yaml", []byte(`
about: Half in Go.
turns: 50
headline: treasury + 7
cards:
  file_card:
    title: In the File
    text: ${ruler} has ${treasury} and trust of ${public_trust}.
    deck: false
    cooldown: 1
    when: treasury > 5 and not at_war and wealth == treasury * 2 and risk == 2
    options:
      - text: all
        set: {at_war: true, ruler: "${ruler} II", stock: 3}
        add: {treasury: 2.6, public_trust: 0.25, gdp_growth: 1.5, unrest: 1}
        next: go_card
        stop_rule: go_rule
      - {text: overflow, set: {tiny: 1000, few: -1}, give: file_card}
rules:
  file_rule: {add: {treasury: 1}}
endings:
  bust: {when: treasury > 1000, text: Bust.}
`)))
	built, err := g.Build()
	require.NoError(t, err)
	assert.Equal(t, "Half in Go.", built.About)
	assert.Equal(t, []string{"bust"}, built.Endings)
	assert.Equal(t, []string{"go_card"}, built.Deck)

	m := deal(t, built, 1)
	p := m.(*cardsim.Machine[*land]).Player()
	assert.Equal(t, 17, m.Value(0))
	choose(t, m, "lead on")
	assert.Equal(t, "Ada has 11 and trust of 5.", p.View().Hand[0].Text)
	told := choose(t, m, "overflow")
	assert.Contains(t, told, `card "In the File", option 2: land.yaml:18: the number does not fit into int8; the stat keeps its value`)
	assert.Contains(t, told, `card "In the File", option 2: land.yaml:18: the number does not fit into uint8; the stat keeps its value`)
	choose(t, m, "all")
	s := p.Stats
	assert.Equal(t, 16, s.Treasury, "11, a turn, 2.6 and a turn, rounded")
	assert.Equal(t, 5.25, s.PublicTrust)
	assert.Equal(t, "Ada II", s.Ruler)
	assert.True(t, s.AtWar)
	assert.Equal(t, 3, s.Stock.Value)
	assert.Equal(t, 5.0, s.Unrest.Value)
	assert.Equal(t, 1.5, s.GDPGrowth)
	assert.Equal(t, uint8(2), s.Few, "its rule has been stopped")
	assert.Equal(t, "go_card", p.Hand()[0].Name)
	assert.NoError(t, p.Failure())
}

func TestIntoErrors(t *testing.T) {
	err := gamefile.Into(newLand(), "land.yaml", []byte(`
game: land
stats: {gold: {start: 1}}
cards:
  go_card:
    title: Twice
    options:
      - {text: a, set: {wealth: 1, never: 2, matrix: 3, secret: 4}}
rules: {go_rule: {}}
`))
	assert.EqualError(t, err, `land.yaml:1:1: game: the Go code of the game already sets this key
land.yaml:3:9: stats.gold: this game has its stats in Go; remove them here
land.yaml:5:3: cards.go_card: the game already has a card "go_card" in Go
land.yaml:8:25: cards.go_card.options[1].set.wealth: wealth is computed and cannot be set; set another stat
land.yaml:8:36: cards.go_card.options[1].set.never: unknown stat "never": it can be at_war, few, gdp_growth, public_trust, ruler, stock, tiny, treasury, unrest
land.yaml:8:46: cards.go_card.options[1].set.matrix: unknown stat "matrix": it can be at_war, few, gdp_growth, public_trust, ruler, stock, tiny, treasury, unrest
land.yaml:8:57: cards.go_card.options[1].set.secret: unknown stat "secret": it can be at_war, few, gdp_growth, public_trust, ruler, stock, tiny, treasury, unrest
land.yaml:9:9: rules.go_rule: the game already has a rule "go_rule" in Go`)
}

// TestGoCards checks that a game file can have a card written in Go, which reads and sets a stat.
func TestGoCards(t *testing.T) {
	g := &game{Cards: []*cardsim.Card[*gamefile.State]{{
		Name: "extra", Title: cardsim.Text("Extra"),
		Options: []cardsim.CardOption[*gamefile.State]{{Text: cardsim.Text("more"), Choose: func(p *cardsim.Player[*gamefile.State]) (cardsim.Message, error) {
			p.Stats.Set("gold", p.Stats.Number("gold")+1)
			return cardsim.Message{}, nil
		}}},
	}}}
	require.NoError(t, gamefile.Into(g, "a.yaml", []byte("game: mixed\nstats: {gold: {start: 1}}\ncards: {one: {title: One, deck: false, options: [{text: go, next: extra}]}}\n")))
	built, err := g.Build()
	require.NoError(t, err)
	m := deal(t, built, 1)
	choose(t, m, "more")
	assert.Equal(t, 2.0, player(m).Stats.Number("gold"))
}
