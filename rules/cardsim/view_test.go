package cardsim_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// TestCauses checks that the view lists the causes of changed stats in this turn.
func TestCauses(t *testing.T) {
	g := game{
		ActionsPerTurn: 2, HandLimit: 2,
		Cards: []*card{{Name: "a", Title: cardsim.Text("The Strike"), Cooldown: 1, Options: []option{simpleOption(cardsim.Text("pay"), func(p *player) { p.Stats.Gold -= 5; p.Stats.Plot++ })}},
			plainCard("b")},
		Rules: []*rule{
			{Name: "growth", Step: 1, Do: func(p *player) error { p.Stats.Gold += 2; return nil }},
			{Name: "nothing", Step: 1, Do: func(p *player) error { return nil }},
		},
	}
	s := play(t, g, 0)
	assert.Empty(t, s.view().Changes)
	s.choose("pay")
	assert.Equal(t, []cardsim.ChangeView{{Stat: "Gold", From: "0", To: "-5", Delta: "-5", By: "The Strike"}}, s.view().Changes)
	s.choose("b: go on")
	want := []cardsim.ChangeView{
		{Stat: "Gold", From: "0", To: "-5", Delta: "-5", By: "The Strike"}, {Stat: "Gold", From: "-5", To: "-3", Delta: "+2", By: "growth"},
	}
	assert.Equal(t, want, s.view().Changes, "all changes of the turn")
	assert.Equal(t, "-3", s.view().Stats[1].Delta)
	assert.Contains(t, s.m.Draw(0), "  Gold   -3  -5 by The Strike, +2 by growth\n")
	s.choose("b: go on")
	assert.Empty(t, s.view().Changes, "a new turn")

	s = play(t, g, 1)
	s.choose("pay")
	assert.Equal(t, []string{"Gold", "Plot"}, []string{s.view().Changes[0].Stat, s.view().Changes[1].Stat})

	coming := &growingStats{}
	cg, err := (&cardsim.Game[*growingStats]{
		Name: "come", New: func(*state.Rand) *growingStats { *coming = growingStats{}; return coming },
		Cards: []*cardsim.Card[*growingStats]{{Name: "a", Cooldown: 1, Options: []cardsim.CardOption[*growingStats]{
			{Text: cardsim.Text("x"), Choose: func(p *cardsim.Player[*growingStats]) (message, error) { p.Stats.N++; return cardsim.Message{}, nil }}}}},
	}).Build()
	require.NoError(t, err)
	m, err := cg.Deal(state.Setup{Seats: 1})
	require.NoError(t, err)
	m.Apply(state.Request{Option: m.Options(0, nil)[0]}, new(state.Log))
	assert.Contains(t, string(m.AppendView(nil, 0)), `"changes":[{"stat":"Fresh","from":"","to":"1","by":"a"},{"stat":"Old","from":"0","to":"1","delta":"+1","by":"a"}]`)
}

// growingStats is a collection that gains a stat during the game.
type growingStats struct{ N int }

func (s *growingStats) Stats() []cardsim.Stat {
	old := cardsim.VisibleStat("Old", s.N)
	if s.N == 0 {
		return []cardsim.Stat{old}
	}
	return []cardsim.Stat{cardsim.VisibleStat("Fresh", s.N), old}
}

// TestHiddenInformation checks that two games look the same if they differ only in a hidden stat
// and the name of a secret card. A world with another deck order and Rand must also look the same.
func TestHiddenInformation(t *testing.T) {
	make := func(secret string, plot int) *session {
		c := &card{Name: "a", Cooldown: 1, Expires: 9, Options: []option{
			simpleOption(cardsim.Text("plot"), func(p *player) { p.Stats.Plot += 7 }),
			simpleOption(cardsim.Text("gamble"), func(p *player) { p.Stats.Gold += p.Rand.N(100); p.Stats.Plot -= p.Rand.N(9) }),
			{Text: cardsim.Text("wait"), Enabled: func(p *player) (bool, message) { return p.Stats.Score > 3, cardsim.Text("not yet") }},
			fallibleOption(cardsim.Text("draw"), func(p *player) error { p.Stats.Gold += int(p.Rand.N(2)); return p.Draw() }),
		}}
		hidden := &card{Name: secret, Title: cardsim.Text(secret), Secret: true, Options: []option{simpleOption(cardsim.Text("go on"), nil)},
			When: func(p *player) bool { return p.Stats.Plot > 1_000_000 }}
		cards, _ := letters(8)
		g := build(t, game{
			Cards: append(cards[1:], c, hidden), Panels: []*panel{cardsim.BasicStatsPane[*town]()},
			Deck:   []string{"a", "b", "c", "d", "e", "f", "g", "h", secret},
			Rules:  []*rule{{Name: "brood", Do: func(p *player) error { p.Stats.Plot += 3; return nil }}},
			New:    func(*state.Rand) *town { return &town{Plot: plot} },
			Prompt: &panel{Show: func(p *player) []message { return []message{cardsim.Messagef("%d", p.Rand.N(1000))} }},
		})
		return deal(t, g, state.Setup{Seats: 1, Seed: 5})
	}
	a, b := make("the masked ball", 3), make("a letter", 4711)
	r := state.Rand(9)
	for a.m.Turn() < 30 {
		require.Equal(t, a.allShown(), b.allShown())
		assert.NotContains(t, a.allShown(), "Plot")
		assert.NotContains(t, a.allShown(), "masked")
		assert.NotContains(t, a.allShown(), "4711")
		assert.NotContains(t, string(b.m.AppendView(nil, state.Watcher)), "Plot")
		assert.Contains(t, string(b.m.AppendView(nil, state.Everything)), `"name":"Plot"`, "a replay may show it")
		world := a.m.Fork().(*cardsim.Machine[*town])
		world.Resample(0, &r)
		assert.Equal(t, a.allShown(), (&session{t: t, m: world, told: a.told}).allShown(), "neither deck nor chance is visible")
		text := a.labels()[r.N(len(a.labels()))]
		a.choose(text)
		b.choose(text)
	}
	require.NoError(t, a.p().Give("the masked ball"))
	assert.Contains(t, a.allShown(), "the masked ball", "a secret card in hand is visible")
}

func TestInfo(t *testing.T) {
	g := build(t, debugGame())
	info := g.Info()
	assert.Equal(t, []state.CardInfo{{Name: "day", Title: "day", Type: "card"}}, info.Cards, "secret cards are not listed")
	assert.Equal(t, []int{1, 1}, []int{info.MinSeats, info.MaxSeats})
}

// TestPreview checks that previews show the sizes of changes without the effects of rules, and that
// Game.Preview selects the stats.
func TestPreview(t *testing.T) {
	tries := 0
	g := game{
		New: func(*state.Rand) *town { return &town{Score: 100, Gold: 10} },
		Cards: []*card{{Name: "a", Cooldown: 1, Options: []option{
			simpleOption(cardsim.Text("small"), func(p *player) { p.Stats.Score += 2 }),
			simpleOption(cardsim.Text("both"), func(p *player) { p.Stats.Score -= 10; p.Stats.Gold = -10; p.Stats.Plot = 5 }),
			fallibleOption(cardsim.Text("warn"), func(p *player) error { p.Stats.Gold++; return cardsim.Warningf("w") }),
			simpleOption(cardsim.Text("panic"), func(p *player) { panic("x") }),
			simpleOption(cardsim.Text("chance"), func(p *player) { tries++; p.Stats.Gold += 1 + p.Rand.N(2) }),
			simpleOption(cardsim.Text("end"), func(p *player) {
				p.End(cardsim.Ending{Name: "x"})
				p.Rules.Add(ruleSaying("y", 1))
				p.Tell(cardsim.Text("x"))
			}),
			{Text: cardsim.Text("shut"), Enabled: func(*player) (bool, message) { return false, cardsim.Message{} }, Choose: func(*player) (message, error) { panic("never") }},
		}, Then: func(p *player, o *option) error {
			if o.Text == cardsim.Text("warn") {
				p.Stats.Score = 0
			}
			return nil
		}}},
		Rules: []*rule{{Name: "r", Do: func(p *player) error { p.Stats.Score = 0; return nil }}},
	}
	s := play(t, g, 0)
	before := string(s.m.AppendState(nil))
	var effects []string
	for _, o := range s.view().Hand[0].Options {
		line := string(o.Text) + ":"
		for _, e := range o.Effects {
			line += " " + e.Stat + " " + e.Size
			assert.Zero(t, e.Percent)
		}
		effects = append(effects, line)
	}
	assert.Equal(t, []string{
		"small: Score small", "both: Score middling Gold great", "warn: Score great Gold middling", "panic:", "chance: Gold middling", "end:", "shut:",
	}, effects)
	assert.Positive(t, tries)
	assert.Equal(t, before, string(s.m.AppendState(nil)), "a preview changes nothing and uses up no chance")
	assert.Equal(t, s.m.AppendView(nil, 0), s.m.AppendView(nil, 0), "the same each time")
	assert.Contains(t, s.m.Draw(0), "1.2 both (moves Score middling, Gold great)")
	assert.Contains(t, s.m.Draw(0), "1.7 shut (not available now)\n")

	g.Preview = []string{"Gold"}
	assert.Equal(t, []cardsim.EffectView{{Stat: "Gold", Size: "great"}}, play(t, g, 0).view().Hand[0].Options[1].Effects)
	g.Preview = []string{}
	assert.Empty(t, play(t, g, 0).view().Hand[0].Options[1].Effects)
}

// TestLookingChangesNothing checks that no Show affects the game.
func TestLookingChangesNothing(t *testing.T) {
	g := game{Prompt: &panel{Show: func(p *player) []message {
		p.Stats.Gold += 1 + p.Rand.N(100)
		p.Tell(cardsim.Text("x"))
		_ = p.Give("day")
		return []message{cardsim.Messagef("gold %d", p.Stats.Gold)}
	}}}
	s := play(t, g, 0)
	before := string(s.m.AppendState(nil))
	first := s.allShown()
	assert.Equal(t, first, s.allShown())
	assert.Equal(t, before, string(s.m.AppendState(nil)))
}

// TestWrite checks that Write generates the text of a card and does not change the game.
func TestWrite(t *testing.T) {
	c := plainCard("a")
	c.Write = func(p *player) message {
		p.Stats.Gold++
		return cardsim.Messagef("There is %d gold.", p.Stats.Gold)
	}
	s := play(t, game{Cards: []*card{c}}, 0)
	assert.Equal(t, "There is 1 gold.", s.view().Hand[0].Text)
	assert.Contains(t, s.m.Draw(0), "There is 1 gold.", "looking changes nothing")
}

func TestLabels(t *testing.T) {
	c := plainCard("a")
	c.Title, c.Dismiss = cardsim.Text(" Title "), cardsim.Text("no ")
	c.Options[0].Text = cardsim.Text("yes\n")
	s := play(t, game{HandLimit: 3, Cards: []*card{c}, Deck: []string{"a", "a", "a"}}, 0)
	options := s.m.Options(0, []state.Option{{Do: 99}})
	require.Equal(t, state.Option{Do: 99}, options[0], "options are appended")
	assert.Equal(t, state.Label{Do: "dismiss", Text: "Title: no", Card: "a", By: "h1"}, s.m.Label(0, options[1]))
	assert.Equal(t, state.Label{Do: "choose", Text: "Title: yes (card 2)", Card: "a", By: "h2", Target: "o1"}, s.m.Label(0, options[5]))
	assert.Equal(t, "resign", s.m.Label(0, state.Option{Do: state.Resign}).Do)
	labels := s.labels()
	slices.Sort(labels)
	assert.Len(t, slices.Compact(labels), 6)
	for _, l := range labels {
		assert.Equal(t, strings.TrimSpace(l), l)
	}
}
