package conformance

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
	"gamed/state/statecheck"
	"gamed/table"
)

// wrongRules is Elements with a fault.
type wrongRules struct {
	state.Dealer
	wrong func(*wrongGame) // adds a fault to a game; nil adds no fault
	info  func(*state.Info)
}

func (r wrongRules) Info() state.Info {
	info := r.Dealer.Info()
	if r.info != nil {
		r.info(&info)
	}
	return info
}

func (r wrongRules) Deal(setup state.Setup) (state.Machine, error) {
	m, err := r.Dealer.Deal(setup)
	if err != nil {
		return nil, err
	}
	g := &wrongGame{Machine: m}
	if r.wrong != nil {
		r.wrong(g)
	}
	return g, nil
}

// A wrongGame replaces some methods of a machine.
type wrongGame struct {
	state.Machine
	view     func(m state.Machine, seat state.Seat) state.Seat
	label    func(state.Label) state.Label
	apply    func(g *wrongGame, q *state.Request)
	value    func(int) int
	resample func(m state.Machine, seat state.Seat, r *state.Rand)
	check    func(m state.Machine, q state.Request) error
	shared   *int // shared by all copies
}

func (g *wrongGame) Fork() state.Machine {
	fork := *g
	fork.Machine = g.Machine.Fork()
	return &fork
}

func (g *wrongGame) Set(from state.Machine) { g.Machine.Set(from.(*wrongGame).Machine) }

func (g *wrongGame) Undo(before state.Machine) { g.Machine.Undo(before.(*wrongGame).Machine) }

func (g *wrongGame) AppendView(dst []byte, seat state.Seat) []byte {
	if g.view != nil {
		seat = g.view(g.Machine, seat)
	}
	return g.Machine.AppendView(dst, seat)
}

func (g *wrongGame) Label(seat state.Seat, o state.Option) state.Label {
	if g.label != nil {
		return g.label(g.Machine.Label(seat, o))
	}
	return g.Machine.Label(seat, o)
}

func (g *wrongGame) Apply(q state.Request, log *state.Log) {
	if g.apply != nil {
		g.apply(g, &q)
	}
	g.Machine.Apply(q, log)
}

func (g *wrongGame) Value(seat state.Seat) int {
	if g.value != nil {
		return g.value(g.Machine.Value(seat))
	}
	return g.Machine.Value(seat)
}

func (g *wrongGame) Resample(seat state.Seat, r *state.Rand) {
	if g.resample != nil {
		g.resample(g.Machine, seat, r)
		return
	}
	g.Machine.Resample(seat, r)
}

func (g *wrongGame) Check(q state.Request) error {
	if g.check != nil {
		return g.check(g.Machine, q)
	}
	return g.Machine.Check(q)
}

func TestGoodGame(t *testing.T) {
	t.Parallel()
	test := GameTest{Rules: wrongRules{Dealer: elements.Rules}, View: elements.View{}, Games: 1, Seed: 1}
	played := 0
	test.Progress = func(n int) { played = n }
	report, err := test.Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, test.Total(), played)
	for _, s := range report {
		assert.Equal(t, OK, s.Outcome, s)
		assert.Empty(t, s.Fix)
	}
	assert.Len(t, report, 22)
	assert.Regexp(t, `^\d+ random games/s on one core$`, report[len(report)-1].Note)
}

func TestWrongGames(t *testing.T) {
	t.Parallel()
	for _, w := range []struct {
		name, step, what string
		rules            wrongRules
	}{
		{"name", "is described", `name "El Ements" must be`, wrongRules{info: func(i *state.Info) { i.Name = "El Ements" }}},
		{"seats", "deal", "the rules allow 2 to 3", wrongRules{info: func(i *state.Info) { i.MaxSeats = 3 }}},
		{"labels", "options", "two options have the text", wrongRules{wrong: func(g *wrongGame) {
			g.label = func(l state.Label) state.Label { l.Text = l.Do; return l }
		}}},
		{"anything goes", "refusals", "instead of the refusal stale", wrongRules{wrong: func(g *wrongGame) {
			g.check = func(m state.Machine, q state.Request) error { q.Decision = m.Decision(q.Seat); return m.Check(q) }
		}}},
		{"a shared counter", "clones", "a clone diverges", wrongRules{wrong: func(g *wrongGame) {
			g.shared = new(int)
			g.apply = func(g *wrongGame, q *state.Request) { *g.shared++; q.Salt += uint64(*g.shared) }
		}}},
		{"hands are shown", "nothing hidden is told", "can distinguish the worlds", wrongRules{wrong: func(g *wrongGame) {
			g.view = func(m state.Machine, seat state.Seat) state.Seat {
				if seat == 0 {
					return state.Everything
				}
				return seat
			}
		}}},
		{"worlds are true", "worlds forget", "does not change future chance", wrongRules{wrong: func(g *wrongGame) {
			g.resample = func(state.Machine, state.Seat, *state.Rand) {}
		}}},
		{"values", "value in range", "the value of seat 0 is", wrongRules{wrong: func(g *wrongGame) {
			g.value = func(v int) int { return v + 1001 }
		}}},
		{"chance from outside", "replay", "replay", wrongRules{wrong: func(g *wrongGame) {
			g.apply = func(_ *wrongGame, q *state.Request) { outside++; q.Salt += outside }
		}}},
	} {
		w.rules.Dealer = elements.Rules
		test := GameTest{Rules: w.rules, Games: 2, Seed: 1}
		failed := test.checkInfo()
		for _, c := range statecheck.Checks {
			if c.Name == w.step {
				require.NoError(t, test.check(context.Background(), c))
				failed = test.report[0]
			}
		}
		assert.Equal(t, Failed, failed.Outcome, "%s: %s", w.name, failed)
		assert.Contains(t, failed.Error, w.what, w.name)
		assert.NotEmpty(t, failed.Fix, w.name)
	}
}

var outside uint64

// TestFailedGame checks that the log of a failed game replays up to the panic in its rules.
func TestFailedGame(t *testing.T) {
	t.Parallel()
	rules := wrongRules{Dealer: elements.Rules, wrong: func(g *wrongGame) {
		g.apply = func(g *wrongGame, _ *state.Request) {
			if g.Turn() == 3 {
				panic("a bug in the rules")
			}
		}
	}}
	test := GameTest{Rules: rules, Games: 1, Seed: 7}
	require.NoError(t, test.check(t.Context(), statecheck.Checks[1]))
	failed := test.report[0]
	require.Equal(t, Failed, failed.Outcome)
	assert.Contains(t, failed.Error, "the rules panic: a bug in the rules")
	assert.Contains(t, failed.Error, filepath.Join("conformance", "game_test.go"), "with the stack")
	assert.Contains(t, failed.Position, ": turn 3, after")
	replay, err := table.Open(bytes.Split(bytes.TrimSpace(failed.Log), []byte("\n")), table.SameRules(rules))
	require.NoError(t, err)
	assert.ErrorContains(t, replay.Run(), "its rules panic: a bug in the rules")
}
