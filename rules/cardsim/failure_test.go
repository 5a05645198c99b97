package cardsim_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

var errPlain = errors.New("the dam breaks")

// TestFailures checks that an error or a panic in a designer's code ends only that game,
// with a message that names the failing part.
func TestFailures(t *testing.T) {
	boom := func() { panic("boom") }
	late := func(p *player) bool { return p.Turn > 1 } // because Deal refuses a game that fails in turn 1
	for _, row := range []struct {
		name string
		game game
		want string
	}{
		{"rule error", game{Rules: []*rule{ruleSaying("x", 1), {Name: "flood", Step: 7, Do: func(*player) error { return errPlain }}}},
			`turn 1: rule "flood" of step 7 failed: the dam breaks`},
		{"rule error, wrapped", game{Rules: []*rule{{Name: "flood", Do: func(*player) error { return fmt.Errorf("north: %w", errPlain) }}}},
			`turn 1: rule "flood" of step 0 failed: north: the dam breaks`},
		{"rule error beside a warning", game{Rules: []*rule{{Name: "flood", Do: func(*player) error {
			return errors.Join(cardsim.Warningf("w"), errPlain)
		}}}}, "turn 1: rule \"flood\" of step 0 failed: w\nthe dam breaks"},
		{"rule panic", game{Rules: []*rule{{Name: "flood", Step: 2, Do: func(p *player) error { boom(); return nil }}}},
			`turn 1: rule "flood" of step 2 failed: panic: boom`},
		{"rule nil pointer", game{Rules: []*rule{{Name: "flood", Step: 2, Do: func(p *player) error { p.Stats = nil; p.Stats.Score++; return nil }}}},
			`turn 1: rule "flood" of step 2 failed: panic: runtime error: invalid memory address or nil pointer dereference`},
		{"option error", game{Cards: []*card{{Name: "a", Options: []option{fallibleOption(cardsim.Text("go on"), func(*player) error { return errPlain })}}}},
			`turn 1: card "a", option 1 failed: the dam breaks`},
		{"option panic", game{Cards: []*card{{Name: "a", Options: []option{simpleOption(cardsim.Text("x"), nil), simpleOption(cardsim.Text("go on"), func(*player) { boom() })}}}},
			`turn 1: card "a", option 2 failed: panic: boom`},
		{"action panic", game{Actions: []*action{{Name: "act", CardOption: simpleOption(cardsim.Text("go on"), func(*player) { boom() })}}, Cards: []*card{
			{Name: "a", Options: []option{simpleOption(cardsim.Text("other"), nil)}}}},
			`turn 1: action "act" failed: panic: boom`},
		{"then panic", game{Cards: []*card{{Name: "a", Options: []option{simpleOption(cardsim.Text("go on"), nil)}, Then: func(*player, *option) error { boom(); return nil }}}},
			`turn 1: card "a", option 1 failed: panic: boom`},
		{"when panic", game{Cards: []*card{plainCard("a"), {Name: "b", Options: []option{simpleOption(cardsim.Text("go on"), nil)}, When: func(p *player) bool {
			if late(p) {
				boom()
			}
			return false
		}}}}, `turn 2: card "b", When failed: panic: boom`},
		{"enabled panic", game{Cards: []*card{{Name: "a", Cooldown: 1, Options: []option{{Text: cardsim.Text("go on"), Enabled: func(p *player) (bool, message) {
			if late(p) {
				boom()
			}
			return true, cardsim.Message{}
		}}}}}}, `turn 2: card "a", option 1, Enabled failed: panic: boom`},
		{"hide panic", game{Actions: []*action{{Name: "act", CardOption: simpleOption(cardsim.Text("act"), nil), Hide: func(p *player) bool {
			if late(p) {
				boom()
			}
			return false
		}}}}, `turn 2: action "act", Hide failed: panic: boom`},
		{"enabled that changes the hand", game{Cards: []*card{{Name: "a", Cooldown: 1, Options: []option{simpleOption(cardsim.Text("go on"), nil)}}},
			Actions: []*action{{Name: "act", CardOption: option{Text: cardsim.Text("act"), Enabled: func(p *player) (bool, message) {
				if late(p) {
					p.StripHand(func(*card) bool { return true })
				}
				return true, cardsim.Message{}
			}}}}}, `turn 2: action "act", Enabled failed: an Enabled or Hide function changed the hand or the debug level; these functions must not change anything`},
		{"expired error", game{HandLimit: 2, Cards: []*card{plainCard("a"), {Name: "b", Expires: 1, Options: []option{simpleOption(cardsim.Text("other"), nil)},
			Expired: func(*player) (message, error) { return cardsim.Message{}, errPlain }}}},
			`turn 2: card "b", Expired failed: the dam breaks`},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, debug := range []int{0, 1} {
				g := build(t, row.game)
				setup := state.Setup{Seats: 1, Seed: 1, Table: map[string]string{"debug": fmt.Sprint(debug)}}
				s, other := deal(t, g, setup), deal(t, g, setup)
				s.choose("go on")
				require.NotNil(t, s.p().Ended())
				assert.Equal(t, cardsim.EndFailure, s.p().Ended().Name)
				failure := new(cardsim.Failure)
				require.ErrorAs(t, s.p().Failure(), &failure)
				assert.Equal(t, row.want, failure.Error())
				lines := s.eventTexts("failure")
				want := row.want
				if debug == 0 { // a player reads the text of an action, not its name
					want = strings.Replace(want, `action "act" failed`, `action "go on" failed`, 1)
				}
				require.Len(t, lines, 1, "%q", s.told)
				assert.True(t, strings.HasPrefix(lines[0], want))
				if debug == 0 {
					assert.Equal(t, want, lines[0])
				} else if strings.Contains(row.want, "panic") {
					assert.Contains(t, lines[0], "_test.go:", "a stack in debug mode")
				}
				view := s.view()
				assert.Equal(t, want, view.EndingText)
				over, won := s.m.Result()
				assert.True(t, over && won == 0)
				assert.Zero(t, s.m.Value(0))
				assert.NotEmpty(t, s.m.Draw(0))
				assert.Equal(t, uint32(0), other.m.Seq())
				assert.Nil(t, other.p().Ended())
			}
		})
	}
}

// TestWarnings checks that warnings never end a game, and that only debug mode shows
// their stack.
func TestWarnings(t *testing.T) {
	warn := func() error { return cardsim.Warningf("careful: %w", errPlain) }
	g := game{
		HandLimit: 3,
		Cards: []*card{
			{Name: "a", Cooldown: 1, Options: []option{fallibleOption(cardsim.Text("go on"), func(*player) error { return warn() })}, Then: func(*player, *option) error { return warn() }},
			{Name: "b", Expires: 1, Expired: func(*player) (message, error) { return cardsim.Message{}, warn() }, Options: []option{simpleOption(cardsim.Text("x"), nil)}},
			plainCard("c"),
		},
		Rules: []*rule{{Name: "r", Step: 3, Do: func(*player) error { return fmt.Errorf("wrapped: %w", warn()) }}},
	}
	s := play(t, g, 0)
	s.choose("a: go on")
	assert.Equal(t, []string{
		`card "a", option 1: careful: the dam breaks`, `card "a", option 1: careful: the dam breaks`,
		`rule "r" of step 3: wrapped: careful: the dam breaks`, `card "b", Expired: careful: the dam breaks`,
		"deck: no other card suits now: the hand holds 2 of 3",
	}, s.eventTexts("warning"))
	assert.Nil(t, s.p().Ended())
	assert.NotContains(t, s.allShown(), "_test.go")

	s = play(t, g, 1)
	s.choose("a: go on")
	warnings := s.eventTexts("warning")
	for _, w := range warnings[:4] {
		assert.Contains(t, w, "failure_test.go:")
		assert.NotContains(t, w, "turn.go", "the stack omits the engine and its callers")
		assert.NotContains(t, w, "testing")
	}
	assert.NotContains(t, warnings[4], "\n", "the library's own warnings have no stack")
}

func TestIsWarning(t *testing.T) {
	w := cardsim.Warningf("w")
	for _, row := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{w, true},
		{cardsim.Warn(errPlain), true},
		{fmt.Errorf("x: %w", w), true},
		{errors.Join(w, w), true},
		{errors.Join(w, cardsim.StopStep), true},
		{fmt.Errorf("%w and %w", w, w), true},
		{errPlain, false},
		{errors.Join(w, errPlain), false},
		{fmt.Errorf("x: %w", errors.Join(errPlain, w)), false},
		{cardsim.DeleteMe, false},
		{fmt.Errorf("x: %w", nil), false}, //nolint
	} {
		assert.Equal(t, row.want, cardsim.IsWarning(row.err), "%v", row.err)
	}
	assert.ErrorIs(t, cardsim.Warningf("x: %w", errPlain), errPlain)
	assert.ErrorIs(t, cardsim.Warn(errPlain), errPlain)
	assert.Contains(t, w.Stack(), "TestIsWarning (failure_test.go:")
}

// TestBrokenStart checks that Deal returns an error if the game fails before the first
// choice.
func TestBrokenStart(t *testing.T) {
	for _, row := range []struct {
		name string
		game game
		want string
	}{
		{"when", game{Cards: []*card{{Name: "a", When: func(*player) bool { panic("x") }, Options: []option{simpleOption(cardsim.Text("x"), nil)}}}}, `card "a", When failed: panic: x`},
		{"enabled", game{Cards: []*card{{Name: "a", Options: []option{{Text: cardsim.Text("x"), Enabled: func(*player) (bool, message) { panic("x") }}}}}}, "Enabled failed: panic: x"},
		{"show", game{Prompt: &panel{Show: func(*player) []message { panic("x") }}}, "Show failed: panic: x"},
		{"new", game{New: func(r *state.Rand) *town {
			if *r != 1 {
				panic("x")
			}
			return &town{}
		}}, "town: New failed: panic: x"},
		{"stats", game{New: func(r *state.Rand) *town { return &town{Broken: *r != 1} }}, "stats failed: panic: the books are lost"},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := build(t, row.game).Deal(state.Setup{Seats: 1, Seed: 2})
			assert.ErrorContains(t, err, row.want)
		})
	}
}

// TestBrokenValue checks that a failing Value does not stop bots.
func TestBrokenValue(t *testing.T) {
	s := play(t, game{Value: func(*player) int { panic("x") }}, 0)
	assert.Equal(t, 500, s.m.Value(0))
}
