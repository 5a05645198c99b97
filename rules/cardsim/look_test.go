package cardsim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
	"gamed/table"
)

// TestLookingEndsNoGame checks that a panic in code that only shows the game appears in
// the view and does not affect the game.
func TestLookingEndsNoGame(t *testing.T) {
	late := func(p *player, what string) message {
		if p.Turn > 1 {
			panic("boom")
		}
		return cardsim.Text(what)
	}
	write := func(what string) func(p *player) message {
		return func(p *player) message { return late(p, what) }
	}
	show := func(p *player) []message { return []message{late(p, "news")} }
	for _, row := range []struct {
		name, want string
		game       game
	}{
		{"stats", `turn 2: stats failed: panic: the books are lost`,
			game{Rules: []*rule{{Name: "burn", Do: func(p *player) error { p.Stats.Broken = true; return nil }}}}},
		{"panel", `turn 2: panel "News", Show failed: panic: boom`, game{Panels: []*panel{{Title: "News", Show: show}}}},
		{"prompt", `turn 2: prompt "Morning", Show failed: panic: boom`, game{Prompt: &panel{Title: "Morning", Show: show}}},
		{"text", `turn 2: card "day", Write failed: panic: boom`, game{Cards: []*card{{
			Name: "day", Cooldown: 1, Options: []option{simpleOption(cardsim.Text("go on"), nil)}, Write: write("news")}}}},
		{"title", `turn 2: card "day", WriteTitle failed: panic: boom`, game{Cards: []*card{{
			Name: "day", Cooldown: 1, Options: []option{simpleOption(cardsim.Text("go on"), nil)}, WriteTitle: write("news")}}}},
		{"option", `turn 2: card "day", option 2, Write failed: panic: boom`, game{Cards: []*card{{
			Name: "day", Cooldown: 1, Options: []option{simpleOption(cardsim.Text("go on"), nil), {Text: cardsim.Text("x"), Write: write("x")}}}}}},
		{"dismiss", `turn 2: card "day", WriteDismiss failed: panic: boom`, game{Cards: []*card{{
			Name: "day", Cooldown: 1, Options: []option{simpleOption(cardsim.Text("go on"), nil)}, Dismiss: cardsim.Text("no"), WriteDismiss: write("no")}}}},
		{"action", `turn 2: action "act", Write failed: panic: boom`, game{Actions: []*action{{
			Name: "act", CardOption: option{Text: cardsim.Text("act"), Write: write("act")}}}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, debug := range []int{0, 1} {
				g := build(t, row.game)
				setup := state.Setup{Seats: 1, Seed: 1, Table: map[string]string{"debug": fmt.Sprint(debug)}}
				s, silent := deal(t, g, setup), deal(t, g, setup)
				for range 3 {
					options := silent.m.Options(0, nil)
					i := 0
					for !strings.HasSuffix(silent.m.Label(0, options[i]).Text, "go on") {
						i++
					}
					silent.m.Apply(state.Request{Option: options[i]}, nil)
					s.choose("go on")
					requireSame(t, string(silent.m.AppendState(nil)), string(s.m.AppendState(nil)), "with a log or without")
					require.Nil(t, s.p().Ended())
					assert.NotEmpty(t, s.allShown())
				}
				assert.Equal(t, 4, s.p().Turn)
				want := strings.Replace(row.want, "turn 2", "turn 4", 1)
				failure := new(cardsim.Failure)
				require.ErrorAs(t, s.p().Look(), &failure)
				assert.Equal(t, want, failure.Error())
				assert.Equal(t, debug == 1, strings.Contains(failure.Stack, "_test.go:"))
				view := s.allShown()
				if strings.Contains(want, ", Write") && row.name != "text" {
					want = "panic: boom" // one-line texts show only the error
				}
				assert.Contains(t, strings.ReplaceAll(view, `\"`, `"`), want)
				assert.NotEmpty(t, g.Abilities().Figures(nil, s.m))
			}
		})
	}
}

// TestLookFindsNothing checks that Look returns nil for a game without errors.
func TestLookFindsNothing(t *testing.T) {
	assert.NoError(t, play(t, game{Prompt: &panel{Show: func(*player) []message { return nil }}}, 0).p().Look())
}

// TestBrokenClone checks that a failing Clone only disables previews.
func TestBrokenClone(t *testing.T) {
	g := game{Clone: func(from *town) *town {
		if from.Gold > 0 {
			panic("no copy")
		}
		to := *from
		return &to
	}, Cards: []*card{{Name: "day", Cooldown: 1, Options: []option{simpleOption(cardsim.Text("earn"), func(p *player) { p.Stats.Gold++ })}}}}
	for _, debug := range []int{0, 1} {
		s := play(t, g, debug)
		assert.NotEmpty(t, s.view().Hand[0].Options[0].Effects)
		s.choose("earn", "earn")
		assert.Nil(t, s.p().Ended())
		assert.Empty(t, s.view().Hand[0].Options[0].Effects)
		assert.ErrorContains(t, s.p().Look(), "turn 3: Clone failed: panic: no copy")
	}
}

// TestTextsCanBeCorrected checks that a corrected text changes neither the hash of the cards nor the
// digest of a position, on which replays depend.
func TestTextsCanBeCorrected(t *testing.T) {
	with := func(text string) *game {
		word, more := cardsim.Text(text), func(before, after string) message { return cardsim.Text(before + text + after) }
		return build(t, game{
			About: text, HandLimit: 2,
			Cards: []*card{
				{Name: "a", Title: more("", " a"), Text: word, Cooldown: 1, Options: []option{{Text: word, Choose: func(p *player) (message, error) {
					p.Tell(word)
					p.Defer(word)
					return word, cardsim.Warningf("%s", text)
				}}, {Text: more("", " 2"), Enabled: func(*player) (bool, message) { return false, word }}}},
				{Name: "b", Title: more("", " b"), Expires: 2, Options: []option{simpleOption(more("x", ""), nil)}},
			},
			Actions: []*action{{Name: "end", CardOption: simpleOption(word, func(p *player) { p.End(cardsim.Ending{Name: "end", Text: word}) })}},
			Panels:  []*panel{{Title: "p", Show: func(*player) []message { return []message{word} }}},
		})
	}
	one, other := with("teh"), with("the")
	assert.Equal(t, table.CardsHash(one.Info()), table.CardsHash(other.Info()))
	assert.NotEqual(t, table.CardsHash(one.Info()), table.CardsHash(build(t, game{}).Info()))
	setup := state.Setup{Seats: 1, Seed: 1}
	a, b := deal(t, one, setup), deal(t, other, setup)
	for _, o := range []state.Option{
		{Do: cardsim.Choose, Card: 1, Target: 1}, {Do: cardsim.Choose, Card: 1, Target: 1}, {Do: cardsim.Choose, Card: 1, Target: 1}, {Do: cardsim.Act, Card: 1},
	} {
		a.request(o)
		b.request(o)
		require.Equal(t, table.Digest(a.m), table.Digest(b.m))
	}
	assert.NotNil(t, a.p().Ended())
}
