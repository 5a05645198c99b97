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

// TestBuildNamesAll checks that the error lists every fault and its location, one per
// line.
func TestBuildNamesAll(t *testing.T) {
	r := ruleSaying("r", 1)
	many := slices.Repeat([]option{simpleOption(cardsim.Text("x"), nil)}, 101)
	g := game{
		Name: "My Game", New: newTown, Seats: 7, HandLimit: 101, ActionsPerTurn: -1, MaxTurns: -1,
		Cards: []*card{
			plainCard("a"), plainCard("a"), {Title: cardsim.Text("T"), Options: []option{simpleOption(cardsim.Text("x"), nil)}}, {Name: "none"}, {Name: "many", Options: many}, nil,
			{Name: "odd", Title: cardsim.Text("two\nlines"), Weight: -1, Cooldown: -1, Expires: -2, Dismiss: cardsim.Text("go"),
				Options: []option{simpleOption(cardsim.Text("go"), nil), simpleOption(cardsim.Message{}, nil), simpleOption(cardsim.Text("one\ntwo"), nil)}},
			{Name: "never", Options: []option{simpleOption(cardsim.Text("x"), nil)}, Expired: func(*player) (message, error) { return cardsim.Message{}, nil }},
		},
		Deck:         []string{"a", "missing"},
		Rules:        []*rule{r, r, nil, {Name: "idle"}, {Do: r.Do}, ruleSaying("r", 2)},
		Actions:      []*action{nil, {Name: "x", CardOption: simpleOption(cardsim.Text("same"), nil)}, {Name: "x", CardOption: simpleOption(cardsim.Text("same"), nil)}, {CardOption: simpleOption(cardsim.Text("y"), nil)}},
		DebugActions: slices.Repeat([]*action{{Name: "z", CardOption: simpleOption(cardsim.Text("z"), nil)}}, 101),
		Panels:       []*panel{nil, {Title: "News"}},
		Prompt:       &panel{Title: "Morning"},
		Preview:      []string{"Score", "Plot"},
	}
	built, err := g.Build()
	require.Error(t, err)
	assert.Nil(t, built)
	lines := strings.Split(err.Error(), "\n")
	for _, want := range []string{
		"Name must be one word", "Seats is 7; it must be from 1 to 6", "HandLimit is 101; it must be from 1 to 100",
		"ActionsPerTurn is -1", "MaxTurns is -1", `two cards have the name "a"`, `card 3 of Cards, titled "T", has no Name`,
		`card "none": no Options`, `card "many": the number of Options is 101; it must be from 0 to 100`, "card 6 of Cards is nil",
		`card "odd": Title "two`, `card "odd": Weight is -1`, `card "odd": Cooldown is -1`, `card "odd": Expires is -2`,
		`card "odd": option 2 has no Text`, `card "odd": option 3: the text "one`, `card "odd": Dismiss: another choice beside it also reads "go"`,
		`card "never": Expired never runs`, `entry 2 of Deck: no card has the name "missing"`, `rule "r" is listed twice in Rules`, "rule 3 of Rules is nil",
		`rule "idle" has no Do`, "rule 5 of Rules has no Name", `two rules have the name "r"`, "action 1 of Actions is nil",
		`two actions of Actions have the name "x"`, `action "x" of Actions: another choice beside it also reads "same"`, "action 4 of Actions has no Name",
		"the number of DebugActions is 101; it must be from 0 to 100", "a panel of Panels is nil", `panel "News" has no Show`,
		`panel "Morning" has no Show`, `Preview: no visible stat has the name "Plot"; there are: Score, Gold`,
	} {
		at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, `game "My Game": `) && strings.Contains(l, want) })
		assert.GreaterOrEqual(t, at, 0, "%q is missing in\n%s", want, err)
	}
}

func TestBuildRefuses(t *testing.T) {
	ok := func() game { return game{Name: "town", New: newTown, Cards: []*card{plainCard("a")}} }
	for _, row := range []struct {
		name  string
		spoil func(g *game)
		want  string
	}{
		{"no name", func(g *game) { g.Name = "" }, "Name must be one word"},
		{"no New", func(g *game) { g.New = nil }, "New is not set"},
		{"no cards", func(g *game) { g.Cards = nil }, "the number of Cards is 0"},
		{"empty deck", func(g *game) { g.Deck = []string{} }, "the number of names in Deck is 0"},
		{"nil stats", func(g *game) { g.New = func(*state.Rand) *town { return nil } }, "New, Stats or Clone failed: panic"},
		{"stats panic", func(g *game) { g.New = func(*state.Rand) *town { return &town{Broken: true} } }, "the books are lost"},
		{"clone of nothing", func(g *game) { g.Clone = func(n *town) *town { return n } }, "Clone must return a copy"},
		{"clone loses", func(g *game) { g.Clone = func(n *town) *town { return &town{Score: 4} } }, "Clone does not copy everything: &{Score:0"},
		{"clone panics", func(g *game) { g.Clone = func(n *town) *town { panic("x") } }, "failed: panic: x"},
		{"action with the text of passing", func(g *game) {
			g.Actions = []*action{{Name: "x", CardOption: simpleOption(cardsim.Text("let time pass"), nil)}}
		}, "another choice beside it also reads"},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := ok()
			row.spoil(&g)
			_, err := g.Build()
			assert.ErrorContains(t, err, row.want)
		})
	}
	g := ok()
	built, err := g.Build()
	require.NoError(t, err)
	assert.Equal(t, []int{1, 1, 500, 1}, []int{built.HandLimit, built.ActionsPerTurn, built.MaxTurns, built.Seats})
	assert.Zero(t, g.HandLimit, "Build must not change its receiver")
}

type badTags struct {
	A int `cardsim:"stats"`
}

func (b *badTags) Stats() []cardsim.Stat { return cardsim.ExtractStats(b) }

// TestStartWarnings checks that a game starts with warnings of invalid tags.
func TestStartWarnings(t *testing.T) {
	g, err := (&cardsim.Game[*badTags]{
		Name: "bad", New: func(*state.Rand) *badTags { return &badTags{} },
		Cards: []*cardsim.Card[*badTags]{{Name: "a", Options: []cardsim.CardOption[*badTags]{{Text: cardsim.Text("x")}}}},
	}).Build()
	require.NoError(t, err)
	m, err := g.Deal(state.Setup{Seats: 1})
	require.NoError(t, err)
	assert.Contains(t, string(m.AppendView(nil, 0)), `stats: field badTags.A: unknown tag \"stats\"`)
	over, _ := m.Result()
	assert.False(t, over)
}
