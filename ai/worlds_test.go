package ai_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/ai"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/rules/polity"
	"gamed/state"
)

// underway plays part of a random game and returns the game before it is over.
func underway(t *rapid.T, rules state.Dealer) state.Machine {
	info := rules.Info()
	seats := rapid.IntRange(info.MinSeats, min(info.MaxSeats, 4)).Draw(t, "seats")
	seed := rapid.Uint64().Draw(t, "seed")
	m, err := rules.Deal(state.Setup{Seats: seats, Seed: state.Seed(seed)})
	require.NoError(t, err)
	next, r := m.Fork(), state.Rand(seed)
	var options []state.Option
	for range rapid.IntRange(0, 100).Draw(t, "requests") {
		seat := next.Next()
		options = next.Options(seat, options[:0])
		next.Apply(state.Request{Seat: seat, Option: options[r.N(len(options))], Salt: r.Uint64()}, nil)
		if next.Awaiting() == 0 {
			break
		}
		m.Set(next)
	}
	return m
}

// script makes random calls that depend on r alone. It returns the ids, the errors and
// the bytes of the worlds.
func script(w *ai.Worlds, r state.Rand, steps int) (log []string) {
	for range steps {
		id, err := uint32(r.N(6)), error(nil)
		switch r.N(5) {
		case 0:
			id, err = w.Draw(r.Uint64() % 4)
		case 1:
			id, err = w.Copy(id)
		case 2:
			err = w.Release(id)
		default:
			err = w.Apply(id, r.N(4), r.Uint64()%3)
		}
		line := fmt.Sprint(id, err)
		if m, err := w.World(id); err == nil {
			line += string(m.AppendState(nil))
		}
		log = append(log, line)
	}
	return log
}

// TestWorldsKnowNothing checks that worlds depend only on the seeds and the information visible
// to the seat. Two games that look the same to the seat give the same bytes. A new model gives
// the same bytes as a used one.
func TestWorldsKnowNothing(t *testing.T) {
	budget := ai.Budget{Worlds: 5, Steps: 30}
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules, polity.Game()} {
		t.Run(rules.Info().Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				truth := underway(t, rules)
				seat, r := truth.Next(), state.Rand(rapid.Uint64().Draw(t, "script"))
				options := truth.Options(seat, nil)
				before := string(truth.AppendState(nil))
				w := ai.NewWorlds(budget)
				w.Open(ai.NewAsk(truth, seat, options))
				want := script(w, r, 40)
				require.Equal(t, before, string(truth.AppendState(nil)), "the game itself has changed")

				other := truth.Fork()
				other.Resample(seat, &r)
				r = state.Rand(rapid.Uint64().Draw(t, "use"))
				script(w, r, 20)
				r = state.Rand(rapid.Uint64().Draw(t, "again"))
				w.Open(ai.NewAsk(truth, seat, options))
				fresh := ai.NewWorlds(budget)
				fresh.Open(ai.NewAsk(other, seat, options))
				require.Equal(t, script(w, r, 40), script(fresh, r, 40))
				require.NotEmpty(t, want)
			})
		})
	}
}

// nimAsk returns the decision of seat 0 in a two-player game of nim.
func nimAsk(t testing.TB, left int) ai.Ask {
	t.Helper()
	m, err := nim.Deal(state.Setup{Seats: 2, Seed: state.Seed(left)})
	require.NoError(t, err)
	return ai.NewAsk(m, 0, m.Options(0, nil))
}

// TestWorlds checks the ids, positions and budget of worlds that are drawn, copied and released.
func TestWorlds(t *testing.T) {
	w := ai.NewWorlds(ai.Budget{Worlds: 3, Steps: 10})
	w.Open(nimAsk(t, 5))
	root, err := w.Draw(1)
	require.NoError(t, err)
	require.NoError(t, w.Apply(root, 2, 0)) // seat 0 takes 3
	branch, err := w.Copy(root)
	require.NoError(t, err)
	assert.Equal(t, []uint32{1, 2}, []uint32{root, branch})
	require.NoError(t, w.Apply(branch, 1, 0)) // seat 1 takes the other 2
	for id, want := range map[uint32][2]int{root: {500, 500}, branch: {0, 1000}} {
		m, err := w.World(id)
		require.NoError(t, err)
		assert.Equal(t, want, [2]int{ai.Evaluate(m, 0), ai.Evaluate(m, 1)}, "world %d", id)
	}
	assert.Equal(t, ai.Budget{Worlds: 1, Steps: 6}, w.Budget())
	require.NoError(t, w.Release(root))
	assert.Equal(t, ai.Budget{Worlds: 2, Steps: 6}, w.Budget())

	// The next decision has the full budget again, and ids from 1.
	w.Open(nimAsk(t, 4))
	assert.Equal(t, ai.Budget{Worlds: 3, Steps: 10}, w.Budget())
	root, err = w.Draw(1)
	require.NoError(t, err)
	assert.EqualValues(t, 1, root)
}

// TestWorldsRefuse checks the error of each call that a forward model refuses.
func TestWorldsRefuse(t *testing.T) {
	failed := func(_ uint32, err error) error { return err }
	for _, test := range []struct {
		name string
		do   func(w *ai.Worlds) error
		want error
		text string
	}{
		{"a world too many", func(w *ai.Worlds) error { return failed(w.Draw(1)) }, ai.ErrOverBudget, "draw: over the budget of 2 worlds: release one"},
		{"a copy too many", func(w *ai.Worlds) error { return failed(w.Copy(1)) }, ai.ErrOverBudget, "copy: over the budget of 2 worlds: release one"},
		{"a step too many", func(w *ai.Worlds) error { return errors.Join(w.Apply(1, 0, 0), w.Apply(1, 0, 0)) }, ai.ErrOverBudget,
			"apply: over the budget of 3 steps per decision: choose an option"},
		{"a copy of none", func(w *ai.Worlds) error { return failed(w.Copy(3)) }, ai.ErrNoWorld, "copy: unknown world: 3"},
		{"an option in none", func(w *ai.Worlds) error { return w.Apply(0, 0, 0) }, ai.ErrNoWorld, "apply: unknown world: 0"},
		{"a world released", func(w *ai.Worlds) error { return errors.Join(w.Release(1), w.Apply(1, 0, 0)) }, ai.ErrNoWorld, "apply: unknown world: 1"},
		{"released twice", func(w *ai.Worlds) error { return errors.Join(w.Release(1), w.Release(1)) }, ai.ErrNoWorld, "release: unknown world: 1"},
		{"no such option", func(w *ai.Worlds) error { return w.Apply(2, 3, 0) }, ai.ErrIllegal, "apply: illegal option: option 3 in world 2 must be 0 to 2"},
		{"a negative option", func(w *ai.Worlds) error { return w.Apply(2, -1, 0) }, ai.ErrIllegal, "apply: illegal option: option -1 in world 2 must be 0 to 2"},
		{"a game that is over", func(w *ai.Worlds) error { return errors.Join(w.Apply(1, 2, 0), w.Apply(1, 0, 0)) }, ai.ErrIllegal,
			"apply: illegal option: the game is over in world 1"},
		{"another decision", func(w *ai.Worlds) error { w.Close(); return w.Apply(1, 0, 0) }, ai.ErrNoWorld, "apply: unknown world: 1"},
		{"no decision", func(w *ai.Worlds) error { w.Close(); return failed(w.Draw(1)) }, ai.ErrNotOpen, "draw: no decision is open"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := ai.NewWorlds(ai.Budget{Worlds: 2, Steps: 3})
			w.Open(nimAsk(t, 3))
			_, err := w.Draw(1)
			require.NoError(t, err)
			_, err = w.Draw(2)
			require.NoError(t, err)
			err = test.do(w)
			require.ErrorIs(t, err, test.want)
			assert.EqualError(t, err, test.text)
		})
	}
}

// TestSaltedWorlds checks that equal seeds of Draw and Apply give equal random outcomes, and that
// another seed of either gives another outcome.
func TestSaltedWorlds(t *testing.T) {
	m, err := dominion.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	w := ai.NewWorlds(ai.Budget{Worlds: 5, Steps: 100})
	w.Open(ai.NewAsk(m, m.Next(), m.Options(m.Next(), nil)))
	after := func(seed, salt uint64) string {
		id, err := w.Draw(seed)
		require.NoError(t, err)
		require.NoError(t, w.Apply(id, 0, salt))
		m, err := w.World(id)
		require.NoError(t, err)
		defer func() { require.NoError(t, w.Release(id)) }()
		return string(m.AppendState(nil))
	}
	assert.Equal(t, after(1, 2), after(1, 2))
	assert.NotEqual(t, after(1, 2), after(1, 3))
	assert.NotEqual(t, after(1, 2), after(1, 0))
	assert.NotEqual(t, after(1, 0), after(2, 0))
	assert.NotEqual(t, after(0, 0), after(1, 0))
}

func TestWorldsDoNotAllocate(t *testing.T) {
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules} {
		m, err := rules.Deal(state.Setup{Seats: 2, Seed: 1})
		require.NoError(t, err)
		w, a := ai.NewWorlds(ai.Budget{Worlds: 8, Steps: 1000}), ai.NewAsk(m, m.Next(), m.Options(m.Next(), nil))
		assert.Zero(t, testing.AllocsPerRun(10, func() {
			w.Open(a)
			for n := range uint64(4) {
				id, _ := w.Draw(n)
				again, _ := w.Copy(id)
				for range 5 {
					_ = w.Apply(again, 0, n)
				}
				_ = w.Release(id)
			}
		}), rules.Info().Name)
	}
}

// TestWorldsOfParallelDecisions checks positions that await several seats. The worlds of each seat must
// ask that seat first, so they accept the options of its decision.
func TestWorldsOfParallelDecisions(t *testing.T) {
	r, found := state.Rand(1), 0
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	w := ai.NewWorlds(ai.Budget{Worlds: 2, Steps: 10_000})
	for m.Awaiting() != 0 {
		for seats := m.Awaiting(); seats != 0; seats &= seats - 1 {
			seat := seats.First()
			options := m.Options(seat, nil)
			if seat == m.Next() || len(options) == len(m.Options(m.Next(), nil)) {
				continue
			}
			found++
			w.Open(ai.NewAsk(m, seat, options))
			paths := [][]int{}
			for i := range options {
				paths = append(paths, []int{i})
			}
			_, err := w.Rollout(ai.Rollouts{Seeds: []uint64{1, 2}, Paths: paths, Until: ai.UntilTurn}, func(state.Machine) {})
			require.NoError(t, err)
			id, err := w.Draw(1)
			require.NoError(t, err)
			world, err := w.World(id)
			require.NoError(t, err)
			assert.Equal(t, seat, w.SeatToChoose(world))
			require.NoError(t, w.Apply(id, len(options)-1, 0))
			assert.False(t, world.Awaiting() != 0 && w.SeatToChoose(world) == seat && world.Decision(seat) == m.Decision(seat))
		}
		seat := m.Next()
		options := m.Options(seat, nil)
		m.Apply(state.Request{Seat: seat, Option: options[r.N(len(options))]}, nil)
	}
	require.NotZero(t, found)
}
