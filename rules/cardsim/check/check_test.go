package check_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/rules/cardsim/check"
	"gamed/state"
)

var update = flag.Bool("update", false, "write the golden files")

type (
	village struct {
		Grain  int     `cardsim:"stat"`
		Mood   float64 `cardsim:"round1"`
		Debt   int     `cardsim:"hidden"`
		Banner string  `cardsim:"stat"`
	}
	player = *cardsim.Player[*village]
	card   = cardsim.Card[*village]
	option = cardsim.CardOption[*village]
	game   = cardsim.Game[*village]
)

func (v *village) Stats() []cardsim.Stat { return cardsim.ExtractStats(v) }

// do returns a Choose that changes the stats and cannot fail.
func do(f func(v *village)) func(player) (cardsim.Message, error) {
	return func(p player) (cardsim.Message, error) {
		f(p.Stats)
		return cardsim.Message{}, nil
	}
}

func build(t testing.TB, g game) *game {
	t.Helper()
	g.Name = "village"
	g.New = func(*state.Rand) *village { return &village{Grain: 10, Mood: 5, Banner: "oak"} }
	g.Clone = func(v *village) *village { c := *v; return &c }
	built, err := g.Build()
	require.NoError(t, err)
	return built
}

// soundGame returns a game without findings. Only guided games reach the ending "plenty".
func soundGame(t testing.TB) *game {
	return build(t, game{
		Cards: []*card{
			{Name: "rats", Title: cardsim.Text("Rats"), Cooldown: 1, Options: []option{
				{Text: cardsim.Text("Cats"), Choose: do(func(v *village) { v.Grain -= 2 })},
				{Text: cardsim.Text("Traps"), Choose: do(func(v *village) { v.Grain += 2; v.Mood -= .5 })},
			}},
			{Name: "fair", Title: cardsim.Text("Fair"), Cooldown: 3, Dismiss: cardsim.Text("No fair"), Options: []option{
				{Text: cardsim.Text("Go"), Choose: do(func(v *village) { v.Mood++ })},
			}},
		},
		Rules: []*cardsim.Rule[*village]{{Name: "end", Step: 1, Do: func(p player) error {
			switch {
			case p.Stats.Grain >= 60:
				p.End(cardsim.Ending{Name: "plenty", Won: true})
			case p.Stats.Grain <= 0:
				p.End(cardsim.Ending{Name: "hunger"})
			}
			return nil
		}}},
		MaxTurns: 40, Endings: []string{"plenty", "hunger"},
	})
}

func TestSound(t *testing.T) {
	r := check.Run(soundGame(t), check.Config{Games: 300, Seed: 7})
	assert.True(t, r.OK(), "%s", r)
	assert.Equal(t, 300, r.Games)
	assert.Positive(t, r.Guided, "plenty needs a guide")
	assert.Equal(t, []string{"plenty", "hunger", "time"}, []string{r.Endings[0].Name, r.Endings[1].Name, r.Endings[2].Name})
	assert.False(t, r.Endings[2].Listed)
	golden(t, "sound.txt", r)
	assert.Equal(t, r, check.Run(soundGame(t), check.Config{Games: 300, Seed: 7}))
	assert.NotEqual(t, r, check.Run(soundGame(t), check.Config{Games: 300, Seed: 8}))
}

// TestGuidedDismissal checks that guided games do not dismiss a card each time. Only guided games reach
// the card, and its option is enabled a turn later.
func TestGuidedDismissal(t *testing.T) {
	r := check.Run(build(t, game{
		Cards: []*card{
			{Name: "rats", Title: cardsim.Text("Rats"), Cooldown: 1, Options: []option{
				{Text: cardsim.Text("Cats"), Choose: do(func(v *village) { v.Grain -= 2 })},
				{Text: cardsim.Text("Dogs"), Choose: do(func(v *village) { v.Grain -= 2; v.Mood++ })},
				{Text: cardsim.Text("Traps"), Choose: do(func(v *village) { v.Grain += 2 })},
			}},
			{Name: "feast", Title: cardsim.Text("Feast"), Dismiss: cardsim.Text("No feast"), Options: []option{
				{Text: cardsim.Text("Eat"), Choose: do(func(v *village) { v.Mood++ }), Enabled: func(p player) (bool, cardsim.Message) {
					return p.Stats.Grain > 50, cardsim.Text("more than 50 grain")
				}},
			}},
		},
		Deck: []string{"rats", "rats"},
		Rules: []*cardsim.Rule[*village]{{Name: "harvest", Step: 1, Do: func(p player) error {
			switch {
			case p.Stats.Grain == 50 && p.Stats.Debt == 0:
				p.Stats.Debt = 1
				return p.Give("feast")
			case p.Stats.Grain <= 0:
				p.End(cardsim.Ending{Name: "hunger"})
			}
			return nil
		}}},
		HandLimit: 2, MaxTurns: 60, Endings: []string{"hunger"},
	}), check.Config{Games: 300, Seed: 7})
	assert.Zero(t, r.Cards[1].Games, "random games do not reach the card")
	assert.Positive(t, r.Cards[1].Guided)
	assert.Positive(t, r.Cards[1].Options[0].Chosen)
	assert.Zero(t, r.Cards[1].Dismissed, "the report counts random games")
	assert.True(t, r.OK(), "%s", r)
}

// brokenGame returns a game with failures, a frequent warning and unreached parts.
func brokenGame(t *testing.T) *game {
	never := func(player) bool { return false }
	again := func(name string) *card {
		return &card{Name: name, Title: cardsim.Text(name), Cooldown: 1, Options: []option{{Text: cardsim.Text("Well")}}}
	}
	closed := again("closed")
	closed.Options = append(closed.Options, option{Text: cardsim.Text("Open"), Enabled: func(player) (bool, cardsim.Message) { return false, cardsim.Text("it is locked") }})
	dead := again("dead")
	dead.When = never
	debt := again("debt")
	debt.Options = append(debt.Options, option{Text: cardsim.Text("Borrow"), Choose: func(p player) (cardsim.Message, error) {
		if p.Stats.Debt++; p.Stats.Debt == 3 {
			return cardsim.Message{}, errors.New("the bank is shut")
		}
		return cardsim.Message{}, cardsim.Warningf("there is debt")
	}})
	well := again("well")
	well.Options = append(well.Options, option{Text: cardsim.Text("Jump"), Choose: do(func(v *village) {
		if v.Debt == 2 {
			panic("too deep")
		}
	})})
	return build(t, game{
		Cards: []*card{closed, dead, debt, well, again("absent")},
		Deck:  []string{"closed", "dead", "debt", "well"},
		Actions: []*cardsim.Action[*village]{
			{Name: "pray", CardOption: option{Text: cardsim.Text("Pray")}, Hide: func(player) bool { return true }},
		},
		Rules: []*cardsim.Rule[*village]{{Name: "grow", Step: 1, Do: func(p player) error {
			p.Stats.Grain += 5
			return nil
		}}},
		MaxTurns: 80, Endings: []string{"glory"},
	})
}

func TestBroken(t *testing.T) {
	g := brokenGame(t)
	r := check.Run(g, check.Config{Games: 200})
	assert.False(t, r.OK())
	golden(t, "broken.txt", r)
	for _, f := range r.Findings {
		if f.Kind != check.Fault {
			continue
		}
		log, err := check.Repeat(g, uint64(f.Seed), f.Choices)
		require.NoError(t, err)
		assert.Equal(t, f.Log, log)
		assert.Contains(t, log[len(log)-1], "failure: ")
	}
	data, err := json.Marshal(r)
	require.NoError(t, err)
	var back check.Report
	require.NoError(t, json.Unmarshal(data, &back))
	assert.Equal(t, r.Findings, back.Findings)
}

func TestSoftLock(t *testing.T) {
	r := check.Run(build(t, game{
		Cards: []*card{
			{Name: "gate", Options: []option{{Text: cardsim.Text("Go"), Enabled: func(p player) (bool, cardsim.Message) { return false, cardsim.Text("the gate is shut") }}}},
			{Name: "wait", Options: []option{{Text: cardsim.Text("Wait")}}},
		},
		HandLimit: 1, MaxTurns: 60,
	}), check.Config{Games: 50})
	require.NotEmpty(t, r.Findings)
	assert.Equal(t, check.SoftLock, r.Findings[0].Kind)
	assert.NotEmpty(t, r.Findings[0].Log)
}

// TestEndless checks that the report names an endless turn. The only choice of the game is free and
// can be repeated.
func TestEndless(t *testing.T) {
	r := check.Run(build(t, game{
		Cards: []*card{{Name: "wait", Options: []option{{Text: cardsim.Text("Wait"), Choose: func(p player) (cardsim.Message, error) {
			p.Refund()
			return cardsim.Message{}, p.Give("wait")
		}}}}},
	}), check.Config{Games: 1})
	require.Len(t, r.Findings, 1)
	assert.Equal(t, check.Endless, r.Findings[0].Kind)
}

func TestProgressStops(t *testing.T) {
	var told []int
	r := check.Run(soundGame(t), check.Config{Games: 10, Progress: func(done, total int) bool {
		assert.Equal(t, 20, total)
		told = append(told, done)
		return done < 3
	}})
	assert.Equal(t, []int{1, 2, 3}, told)
	assert.Equal(t, 3, r.Games)
}

func TestRepeatRefuses(t *testing.T) {
	log, err := check.Repeat(soundGame(t), 1, []int{1, 9})
	require.EqualError(t, err, "choice 2 is option 9, but there are 2 options")
	assert.Len(t, log, 1)
}

func golden(t *testing.T, name string, r check.Report) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(r.String()), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), r.String())
}

func BenchmarkRun(b *testing.B) {
	g := soundGame(b)
	for b.Loop() {
		check.Run(g, check.Config{Games: 10})
	}
}
