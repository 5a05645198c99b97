package cardsim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

func debugGame() game {
	secret := &card{Name: "secret", Title: cardsim.Text("The Plot"), Secret: true, When: func(*player) bool { return false }, Options: []option{simpleOption(cardsim.Text("listen"), nil)}}
	return game{
		Cards: []*card{plainCard("day"), secret},
		Rules: []*rule{ruleSaying("a", 1), ruleSaying("b", 2), ruleSaying("c", 3)},
		DebugActions: []*action{{Name: "win", CardOption: simpleOption(cardsim.Text("win at once"), func(p *player) {
			p.End(cardsim.Ending{Name: "won", Text: cardsim.Text("You win."), Won: true})
		})}},
	}
}

// TestDebugDefaults checks which debug actions debug mode offers, and what they do.
func TestDebugDefaults(t *testing.T) {
	s := play(t, debugGame(), 0)
	assert.Equal(t, []string{"day: go on"}, s.labels(), "only in debug mode")

	s = play(t, debugGame(), 1)
	assert.Equal(t, []string{
		"day: go on", "debug: go to level 2", "debug: leave debug mode", "debug: run rules one at a time", "debug: win at once",
		"debug: Score -10", "debug: Score -1", "debug: Score +1", "debug: Score +10", "debug: Score times 10", "debug: Score divided by 10", "debug: Score = 0",
		"debug: Gold -10", "debug: Gold -1", "debug: Gold +1", "debug: Gold +10", "debug: Gold times 10", "debug: Gold divided by 10", "debug: Gold = 0",
		"debug: Plot -10", "debug: Plot -1", "debug: Plot +1", "debug: Plot +10", "debug: Plot times 10", "debug: Plot divided by 10", "debug: Plot = 0",
		"debug: take the card day", "debug: take the card secret",
	}, s.labels())
	s.choose("debug: take the card secret")
	assert.Equal(t, []string{"choose: debug: take the card secret", "draw: The Plot"}, s.told)
	assert.Equal(t, "daysecret", names(s.p().Hand()))
	s.choose("debug: Plot +10", "debug: Plot -1")
	assert.Equal(t, 9, s.p().Stats.Plot)
	assert.Equal(t, "debug", s.view().Changes[0].By)
	s.choose("debug: go to level 2")
	assert.Equal(t, 2, s.p().DebugLevel)
	assert.Equal(t, []int{1, 1}, []int{s.m.Turn(), s.p().ActionsLeft}, "debug actions cost no action")
	s.choose("listen")
	assert.Equal(t, []string{"step 1: a", "step 2: b", "step 3: c"}, s.eventTexts("rule"), "level 2 traces the order of the rules")
	s.choose("debug: win at once")
	over, won := s.m.Result()
	assert.True(t, over && won.Has(0))

	s = play(t, debugGame(), 9)
	assert.NotContains(t, s.labels(), "debug: go to level 10")
	s.choose("debug: leave debug mode")
	assert.Equal(t, []string{"day: go on"}, s.labels())
}

// TestDebugRange checks that "times 10" changes nothing if the product would overflow the field. The
// result of an overflow would depend on the processor.
func TestDebugRange(t *testing.T) {
	s := play(t, debugGame(), 1)
	s.choose("debug: Score = 0", "debug: Score +1")
	for range 25 {
		s.choose("debug: Score times 10")
	}
	assert.Equal(t, 1_000_000_000_000_000_000, s.p().Stats.Score)
}

// TestDebugShows checks that only debug mode shows hidden stats and the rules.
func TestDebugShows(t *testing.T) {
	g := debugGame()
	g.Panels = []*panel{cardsim.BasicStatsPane[*town]()}
	s := play(t, g, 0)
	v := s.view()
	assert.Len(t, v.Stats, 2)
	assert.Empty(t, v.Rules)
	assert.Equal(t, []string{"Score: 0", "Gold: 0"}, v.Panels[0].Lines)
	assert.NotContains(t, s.allShown(), "Plot")

	s = play(t, g, 1)
	v = s.view()
	assert.Equal(t, cardsim.StatView{Name: "Plot", Value: "0", Hidden: true}, v.Stats[2])
	assert.Equal(t, []string{"1 a", "2 b", "3 c"}, v.Rules)
	assert.Equal(t, []string{"Score: 0", "Gold: 0", "Plot: 0 (hidden)"}, v.Panels[0].Lines)
	assert.Contains(t, s.m.Draw(0), "Plot   0  hidden")
}

// TestStepRules checks that debug mode can run rules one at a time.
func TestStepRules(t *testing.T) {
	s := play(t, debugGame(), 1)
	s.choose("debug: run rules one at a time", "go on")
	assert.Equal(t, []string{"debug: run the next rule", "debug: run all remaining rules"}, s.labels()[:2])
	assert.NotContains(t, s.labels(), "day: go on")
	assert.Empty(t, s.p().Stats.Said)
	assert.Equal(t, 1, s.m.Turn())
	s.choose("debug: run the next rule")
	assert.Equal(t, []string{"a"}, s.p().Stats.Said)
	fork := s.m.Fork()
	assert.Equal(t, string(s.m.AppendState(nil)), string(fork.AppendState(nil)))
	s.choose("debug: Gold +1", "debug: run the next rule")
	assert.Equal(t, []string{"a", "b"}, s.p().Stats.Said)
	s.choose("debug: run the next rule")
	assert.Equal(t, 2, s.m.Turn())
	assert.Equal(t, []string{"turn 2"}, s.eventTexts("turn"))

	s.choose("go on", "debug: run the next rule", "debug: run all remaining rules")
	assert.Equal(t, 3, s.m.Turn())
	s.choose("go on", "debug: run the next rule", "debug: leave debug mode")
	assert.Equal(t, 4, s.m.Turn(), "the started step completes")
	s.choose("go on")
	assert.Equal(t, 5, s.m.Turn())

	g := debugGame()
	g.Rules = []*rule{{Name: "end", Step: 1, Do: func(p *player) error { p.End(cardsim.Ending{Name: "over"}); return nil }}, ruleSaying("after", 2)}
	s = play(t, g, 1)
	s.choose("debug: run rules one at a time", "go on", "debug: run the next rule")
	assert.NotNil(t, s.p().Ended())
	assert.Equal(t, []string{"after"}, s.p().Stats.Said, "the remaining rules run, as they do outside this mode")

	g.Rules = nil
	s = play(t, g, 1)
	s.choose("debug: run rules one at a time", "go on")
	assert.Equal(t, 2, s.m.Turn())
}

// TestUndo checks that debug mode can take back up to 20 choices, and that forks have separate
// histories.
func TestUndo(t *testing.T) {
	g := debugGame()
	g.Rules = append(g.Rules, &rule{Name: "chance", Do: func(p *player) error { p.Stats.Gold = p.Rand.N(1000); return nil }})
	s := play(t, g, 1)
	before := s.view()
	s.choose("go on")
	gold := s.p().Stats.Gold
	s.choose("go on", "debug: undo the last choice", "debug: undo the last choice")
	assert.NotContains(t, s.labels(), "debug: undo the last choice")
	after := s.view()
	assert.Equal(t, []cardsim.NoteView{{Kind: "choose", Text: "debug: undo the last choice"}}, after.Notes)
	before.Notes, after.Notes = nil, nil
	assert.Equal(t, before, after)
	assert.Equal(t, uint32(4), s.m.Seq())
	s.choose("go on")
	assert.Equal(t, gold, s.p().Stats.Gold)

	for range 30 {
		s.choose("go on")
	}
	one := &session{t: t, m: s.m.Fork().(*cardsim.Machine[*town])}
	two := &session{t: t, m: s.m.Fork().(*cardsim.Machine[*town])}
	one.choose("debug: Plot +10", "debug: Plot -1")
	two.choose("debug: Plot +1")
	one.choose("debug: undo the last choice")
	assert.Equal(t, 10, one.p().Stats.Plot, "forks have separate undo histories")

	fork := s.m.Fork().(*cardsim.Machine[*town])
	undone := 0
	for ; s.labels()[3] == "debug: undo the last choice" || s.labels()[4] == "debug: undo the last choice"; undone++ {
		s.choose("debug: undo the last choice")
	}
	assert.Equal(t, 20, undone)
	other := &session{t: t, m: fork}
	other.choose("debug: undo the last choice")
	assert.Equal(t, 31, other.m.Turn(), "a fork has a separate undo history")
}

// TestSetStats checks debug actions on stats of each type of number.
func TestSetStats(t *testing.T) {
	g, err := (&cardsim.Game[*numbers]{
		Name: "numbers", New: func(*state.Rand) *numbers { return &numbers{A: 100, E: cardsim.Hidden[float64]{Name: "Own"}} },
		Cards: []*cardsim.Card[*numbers]{{Name: "a", Options: []cardsim.CardOption[*numbers]{{Text: cardsim.Text("x")}}}},
	}).Build()
	require.NoError(t, err)
	m, err := g.Deal(state.Setup{Seats: 1, Table: map[string]string{"debug": "1"}})
	require.NoError(t, err)
	for _, text := range []string{"A +10", "A +10", "A +10", "Up +1", "Up -10", "C +1", "C +10 (stat 4)", "Own -1", "Inner +1"} {
		for _, o := range m.Options(0, nil) {
			if m.Label(0, o).Text == "debug: "+text {
				m.Apply(state.Request{Option: o}, nil)
				break
			}
		}
	}
	n := m.(*cardsim.Machine[*numbers]).Player().Stats
	assert.Equal(t, numbers{A: 120, B: 0, C: 1, D: 10, E: cardsim.Hidden[float64]{Name: "Own", Value: -1}, deep: deep{Inner: 1}},
		numbers{A: n.A, B: n.B, C: n.C, D: n.D, E: n.E, deep: n.deep})
}

type numbers struct {
	A    int8    `cardsim:"stat"`
	B    uint    `cardsim:"hidden" cardsim_name:"Up"`
	C    float32 `cardsim:"round1"`
	D    int     `cardsim:"stat" cardsim_name:"C"`
	E    cardsim.Hidden[float64]
	F    string `cardsim:"stat"`
	Free int
	deep
}

type deep struct {
	Inner int `cardsim:"stat"`
}

func (n *numbers) Stats() []cardsim.Stat { return cardsim.ExtractStats(n) }
