package cardsim_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/rules/cardsim"
	"gamed/state"
)

// TestUniformOrder checks that the six orders of three rules in one step are equally
// frequent over 10,000 turns. It also checks that the other steps keep their positions.
func TestUniformOrder(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3} {
		g := build(t, game{MaxTurns: 1_000_000, Rules: []*rule{ruleSaying("<", 1), ruleSaying("a", 2), ruleSaying("b", 2), ruleSaying("c", 2), ruleSaying(">", 3)}})
		s := deal(t, g, state.Setup{Seats: 1, Seed: state.Seed(seed)})
		const turns = 10_000
		orders := map[string]float64{}
		for range turns {
			s.p().Stats.Said = s.p().Stats.Said[:0]
			s.m.Apply(state.Request{Option: s.m.Options(0, nil)[0]}, nil)
			orders[strings.Join(s.p().Stats.Said, "")]++
		}
		chi := 0.0
		for _, order := range []string{"abc", "acb", "bac", "bca", "cab", "cba"} {
			d := orders["<"+order+">"] - turns/6.0
			chi += d * d / (turns / 6.0)
		}
		assert.Len(t, orders, 6)
		assert.Less(t, chi, 20.5, "chi-square of 5 degrees of freedom, one in a thousand; seed %d: %v", seed, orders)
	}
}

// TestDeferredAdd checks that a rule added by a rule of the same step first runs next
// turn.
func TestDeferredAdd(t *testing.T) {
	late := ruleSaying("late", 1)
	add := &rule{Name: "add", Step: 1, Do: func(p *player) error {
		p.Stats.say("add")
		assert.NoError(t, p.Rules.Add(late))
		assert.Nil(t, p.Rules.Find("late"))
		return cardsim.DeleteMe
	}}
	s := play(t, game{Rules: []*rule{add}}, 0)
	s.choose("go on")
	assert.Equal(t, []string{"add"}, s.p().Stats.Said)
	assert.Same(t, late, s.p().Rules.Find("late"))
	s.choose("go on")
	assert.Equal(t, []string{"add", "late"}, s.p().Stats.Said, "the rule that removes itself has run exactly once")
}

// TestImmediateEdits checks that the rules that an option adds or removes change at once.
func TestImmediateEdits(t *testing.T) {
	a, b := ruleSaying("a", 1), ruleSaying("b", 0)
	c := &card{Name: "c", Cooldown: 1, Options: []option{
		fallibleOption(cardsim.Text("swap"), func(p *player) error {
			err := errors.Join(p.Rules.Remove(a), p.Rules.Add(b))
			assert.Len(t, p.Rules.All(), 1)
			return err
		}),
		fallibleOption(cardsim.Text("twice"), func(p *player) error { return p.Rules.Add(b) }),
		fallibleOption(cardsim.Text("gone"), func(p *player) error { return p.Rules.Remove(a) }),
		fallibleOption(cardsim.Text("nil"), func(p *player) error { return errors.Join(p.Rules.Add(nil), p.Rules.Add(&rule{Name: "idle"})) }),
	}}
	s := play(t, game{Cards: []*card{c}, Rules: []*rule{a}}, 0)
	s.choose("swap")
	assert.Equal(t, []string{"b"}, s.p().Stats.Said)
	s.choose("twice")
	assert.Equal(t, []string{`card "c", option 2: rule "b" was already added`}, s.eventTexts("warning"))
	assert.Equal(t, []string{"b", "b"}, s.p().Stats.Said)
	s.choose("gone")
	assert.Equal(t, []string{`card "c", option 3: rule "a" cannot be removed: it was not added`}, s.eventTexts("warning"))
	s.choose("nil")
	assert.Len(t, s.eventTexts("warning"), 2)
	assert.Nil(t, s.p().Ended())
}

// TestLastWriteWins checks that the last of several changes of a rule in one turn counts.
func TestLastWriteWins(t *testing.T) {
	const twice = `rules: rule "x" was changed more than once this turn; the last change counts`
	for _, row := range []struct {
		asked  string // + adds and - removes
		before bool
		after  bool
		warns  []string
	}{
		{"+", false, true, nil},
		{"-", true, false, nil},
		{"+", true, true, []string{`rules: rule "x" was already added`}},
		{"-", false, false, []string{`rules: rule "x" cannot be removed: it was not added`}},
		{"+-", false, false, []string{twice}},
		{"-+", true, true, []string{twice}},
		{"++", false, true, []string{twice}},
		{"--", true, false, []string{twice}},
		{"-+-", true, false, []string{twice}},
	} {
		t.Run(fmt.Sprintf("%s %v", row.asked, row.before), func(t *testing.T) {
			x := ruleSaying("x", 5)
			twin := ruleSaying("x", 5) // another rule with the same name
			edit := &rule{Name: "edit", Do: func(p *player) error {
				for _, ask := range row.asked {
					if ask == '+' {
						assert.NoError(t, p.Rules.Add(x))
					} else {
						assert.NoError(t, p.Rules.Remove(x))
					}
				}
				return cardsim.DeleteMe
			}}
			start := &card{Name: "start", Cooldown: 1, Options: []option{fallibleOption(cardsim.Text("go"), func(p *player) error {
				if row.before {
					_ = p.Rules.Add(x)
				}
				return errors.Join(p.Rules.Add(edit), p.Rules.Add(twin))
			}), simpleOption(cardsim.Text("on"), nil)}}
			s := play(t, game{Cards: []*card{start}}, 0)
			s.choose("go")
			assert.Equal(t, row.warns, s.eventTexts("warning"))
			want := 1
			if row.after {
				want = 2
			}
			assert.Len(t, s.p().Rules.All(), want)
			s.p().Stats.Said = nil
			s.choose("on")
			assert.Len(t, s.p().Stats.Said, want)
		})
	}
}

// TestSpecialErrors checks the errors that control which rules run.
func TestSpecialErrors(t *testing.T) {
	speak := func(err error) *rule {
		return &rule{Name: "speak", Step: 1, Do: func(p *player) error { p.Stats.say("speak"); return err }}
	}
	for _, row := range []struct {
		name  string
		err   error
		said  string // in the first turn, then in the second
		warns int
	}{
		{"nil", nil, "speak last|speak last", 0},
		{"delete me", cardsim.DeleteMe, "speak last|last", 0},
		{"wrapped", fmt.Errorf("enough: %w", cardsim.DeleteMe), "speak last|last", 0},
		{"with a warning", errors.Join(cardsim.DeleteMe, cardsim.Warningf("over")), "speak last|last", 1},
		{"in a warning", cardsim.Warningf("over: %w", cardsim.DeleteMe), "speak last|last", 1},
		{"stop rules", cardsim.StopRules, "speak|speak", 0},
		{"stop and go", errors.Join(cardsim.StopRules, cardsim.DeleteMe), "speak|last", 0},
		{"stop step", cardsim.StopStep, "speak last|speak last", 0},
		{"a warning that is nil", cardsim.Warn(nil), "speak last|speak last", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := play(t, game{Rules: []*rule{speak(row.err), ruleSaying("last", 2)}}, 0)
			s.choose("go on")
			first := strings.Join(s.p().Stats.Said, " ")
			assert.Len(t, s.eventTexts("warning"), row.warns)
			s.p().Stats.Said = nil
			s.choose("go on")
			assert.Equal(t, row.said, first+"|"+strings.Join(s.p().Stats.Said, " "))
			assert.Nil(t, s.p().Ended())
		})
	}

	stop := func(name string) *rule {
		return &rule{Name: name, Step: 1, Do: func(p *player) error { p.Stats.say(name); return cardsim.StopStep }}
	}
	s := play(t, game{Rules: []*rule{stop("a"), stop("b"), stop("c"), ruleSaying("last", 2)}}, 0)
	for range 5 {
		s.p().Stats.Said = nil
		s.choose("go on")
		assert.Len(t, s.p().Stats.Said, 2, "one of the step, then the next step")
	}

	c := &card{Name: "c", Cooldown: 1, Options: []option{fallibleOption(cardsim.Text("delete"), func(*player) error { return cardsim.DeleteMe })}}
	s = play(t, game{Cards: []*card{c}}, 0)
	s.choose("delete")
	assert.Equal(t, []string{`card "c", option 1: cardsim: delete this rule: only a rule can return this`}, s.eventTexts("warning"))

	nested := &rule{Name: "nested", Do: func(p *player) error { return p.Rules.Run(p) }}
	s = play(t, game{Rules: []*rule{nested}}, 0)
	s.choose("go on")
	assert.Equal(t, []string{`rule "nested" of step 0: the rules are already running`}, s.eventTexts("warning"))
}
