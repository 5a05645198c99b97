package gamefile_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/rules/cardsim/gamefile"
	"gamed/state"
)

type game = cardsim.Game[*gamefile.State]

const exampleFile = "../../../examples/tortoise.yaml"

func example(t testing.TB) *game {
	data, err := os.ReadFile(exampleFile)
	require.NoError(t, err)
	g, err := gamefile.Load("tortoise.yaml", data)
	require.NoError(t, err)
	return g
}

func load(t testing.TB, text string) *game {
	g, err := gamefile.Load("test.yaml", []byte(text))
	require.NoError(t, err)
	return g
}

// deal starts a game with one seat.
func deal(t testing.TB, d state.Dealer, seed uint64) state.Machine {
	m, err := d.Deal(state.Setup{Seats: 1, Seed: state.Seed(seed)})
	require.NoError(t, err)
	return m
}

// dealDebug starts a game with one seat at a debug level.
func dealDebug(t testing.TB, d state.Dealer, level string) state.Machine {
	m, err := d.Deal(state.Setup{Seats: 1, Seed: 1, Table: map[string]string{"debug": level}})
	require.NoError(t, err)
	return m
}

// player returns the player of a game in a file.
func player(m state.Machine) *cardsim.Player[*gamefile.State] {
	return m.(*cardsim.Machine[*gamefile.State]).Player()
}

// choose takes the first option whose label ends with the text, and returns the texts of the
// events.
func choose(t testing.TB, m state.Machine, text string) (told []string) {
	var labels []string
	for _, o := range m.Options(0, nil) {
		label := m.Label(0, o).Text
		labels = append(labels, label)
		if strings.HasSuffix(label, text) {
			var log state.Log
			m.Apply(state.Request{Decision: m.Decision(0), Option: o}, &log)
			for _, e := range log.Events {
				told = append(told, m.Tell(e, 0).Text)
			}
			return told
		}
	}
	require.Fail(t, "no such option", "%q is none of %q", text, labels)
	return nil
}

// play plays a random game and returns the number of choices.
func play(t testing.TB, m state.Machine, r *state.Rand) (choices int) {
	var options []state.Option
	for {
		options = m.Options(0, options[:0])
		if len(options) == 0 {
			return choices
		}
		choices++
		require.Less(t, choices, 5000, "the game does not end")
		m.Apply(state.Request{Decision: m.Decision(0), Option: options[r.N(len(options))]}, nil)
	}
}

// TestExample checks that in a thousand random games of the example no game
// fails, all endings occur, and all cards are decided.
func TestExample(t *testing.T) {
	g := example(t)
	turns := 0
	endings, decided := make(map[string]int), make(map[string]int)
	for seed := range uint64(1000) {
		m, r := deal(t, g, seed), state.Rand(seed)
		play(t, m, &r)
		p := player(m)
		require.NoError(t, p.Failure(), "seed %d", seed)
		endings[p.Ended().Name]++
		turns += p.Turn
		for _, c := range g.Cards {
			decided[c.Name] += p.TimesPlayed(c.Name)
		}
	}
	for _, name := range g.Endings {
		assert.NotZero(t, endings[name], "ending %s", name)
	}
	assert.Len(t, endings, len(g.Endings), "%v", endings)
	for _, c := range g.Cards {
		assert.NotZero(t, decided[c.Name], "card %s", c.Name)
	}
}

// TestRepeats checks that two loads of a file play the same games, with equal bytes
// in all views and positions.
func TestRepeats(t *testing.T) {
	first, second := example(t), example(t)
	assert.Equal(t, first.Version, second.Version)
	for seed := range uint64(20) {
		a, b := deal(t, first, seed), deal(t, second, seed)
		r := state.Rand(seed)
		for options := a.Options(0, nil); len(options) > 0; options = a.Options(0, nil) {
			require.Equal(t, options, b.Options(0, nil))
			q := state.Request{Decision: a.Decision(0), Option: options[r.N(len(options))], Salt: r.Uint64()}
			var seen [2]state.Log
			a.Apply(q, &seen[0])
			b.Apply(q, &seen[1])
			require.Equal(t, string(a.AppendView(nil, 0)), string(b.AppendView(nil, 0)))
			require.Equal(t, string(a.AppendState(nil)), string(b.AppendState(nil)))
		}
	}
}

// TestForks checks that forks are equal to their original and independent of it.
func TestForks(t *testing.T) {
	g := example(t)
	for seed := range uint64(50) {
		m, r := deal(t, g, seed), state.Rand(seed)
		for range 3 {
			if o := m.Options(0, nil); len(o) > 0 {
				m.Apply(state.Request{Option: o[r.N(len(o))]}, nil)
			}
		}
		before := string(m.AppendState(nil))
		fork := m.Fork()
		again := r
		play(t, fork, &r)
		require.Equal(t, before, string(m.AppendState(nil)))
		play(t, m, &again)
		require.Equal(t, string(fork.AppendState(nil)), string(m.AppendState(nil)))
	}
}

// TestState checks that a position contains all stats except formulas.
func TestState(t *testing.T) {
	g := load(t, `
game: state
stats:
  zebra: {start: 1.5, round: 1}
  apple: {start: "a \"quoted\" text"}
  mango: {start: true}
  sum: {formula: zebra * 2}
cards:
  one: {title: One, options: [{text: go, add: {zebra: 0.25}}]}
`)
	m := deal(t, g, 1)
	assert.Contains(t, string(m.AppendState(nil)), `{"zebra":1.5,"apple":"a \"quoted\" text","mango":true}`)
	choose(t, m, "go")
	assert.Contains(t, string(m.AppendState(nil)), `{"zebra":1.8,"apple"`)
}

func TestReload(t *testing.T) {
	source := func(name, title, effect string) []byte {
		return fmt.Appendf(nil, "game: %s\nstats: {gold: {start: 1}}\ncards: {one: {title: %s, options: [{text: go, add: {gold: %s}}]}}\n", name, title, effect)
	}
	old, err := gamefile.Load("a.yaml", source("a", "One", "1"))
	require.NoError(t, err)
	running := deal(t, old, 1)

	same, err := gamefile.Reload(old, "a.yaml", source("a", "Won", "1"))
	require.NoError(t, err)
	assert.Equal(t, "Won", same.Cards[0].Title.String())
	assert.Equal(t, old.Version, same.Version, "a text can be corrected")

	other, err := gamefile.Reload(old, "a.yaml", source("a", "One", "2"))
	require.NoError(t, err)
	assert.NotEqual(t, old.Version, other.Version)

	kept, err := gamefile.Reload(old, "a.yaml", source("a", "One", "glod"))
	assert.ErrorContains(t, err, `a.yaml:3:60: cards.one.options[1].add.gold: unknown name "glod"`)
	assert.Same(t, old, kept)

	kept, err = gamefile.Reload(old, "a.yaml", source("b", "One", "1"))
	assert.ErrorContains(t, err, `the running game has the name "a"`)
	assert.Same(t, old, kept)

	choose(t, running, "go")
	assert.Equal(t, 2.0, player(running).Stats.Number("gold"))
}

// TestErrors checks that Load returns all errors of a file, each with its position, field and text.
func TestErrors(t *testing.T) {
	_, err := gamefile.Load("a.yaml", []byte("game: a\nstats: {gold: {start: 1}}\ncards:\n  one: {titel: x}\n"))
	var all gamefile.Errors
	require.ErrorAs(t, err, &all)
	require.Len(t, all, 3)
	assert.Equal(t, gamefile.Error{File: "a.yaml", Line: 4, Column: 9, Field: "cards.one", Text: `unknown key "titel": did you mean "title"?`}, *all[2])
	var one *gamefile.Error
	assert.ErrorAs(t, err, &one)
}

// TestManyErrors checks that Load lists 100 errors and adds an entry with the number of further errors.
func TestManyErrors(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "key%d: 1\n", i)
	}
	_, err := gamefile.Load("a.yaml", []byte(b.String()))
	var all gamefile.Errors
	require.ErrorAs(t, err, &all)
	assert.Len(t, all, 101)
	assert.True(t, slices.IsSortedFunc(all, func(a, b *gamefile.Error) int { return a.Line - b.Line }))
	assert.Contains(t, all[100].Text, "more errors are not listed")
}

// TestNumbers checks which values are numbers and which are texts, as in YAML 1.2.
func TestNumbers(t *testing.T) {
	load := func(stat, turns string) error {
		_, err := gamefile.Load("a.yaml", []byte("game: a\nstats: {a: {start: "+stat+"}}\ncards: {c: {title: C, cooldown: 1, options: [{text: go, add: {a: 1}}]}}\nheadline: a\nabout: x\nturns: "+turns+"\n"))
		return err
	}
	for _, number := range []string{"0o17", "0x1F", "017", "1.5e1", "1e3", "1."} {
		assert.NoError(t, load(number, "3"), number)
	}
	for _, text := range []string{"1_000", "0b11", "0X1F", "0x1p4", "1_0e3", "-0x1F"} {
		assert.ErrorContains(t, load(text, "3"), "text", text)
	}
	for _, number := range []string{"3", "010", "0o12", "0xA", "+10"} {
		assert.NoError(t, load("1", number), number)
	}
	for text, fault := range map[string]string{
		"1_0": `expected a whole number, got the text "1_0"`, "0b11": `expected a whole number, got the text "0b11"`, "1e1": "expected a whole number, got the number 1e1",
		"1.0": "expected a whole number, got the number 1.0", "99999999999999999999": "is too large",
	} {
		assert.ErrorContains(t, load("1", text), fault, text)
	}
}
