package vector_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena/vector"
	"gamed/rules/builtin"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

func config(rules state.Dealer, games int) vector.Config {
	return vector.Config{
		Rules: rules, Setup: state.Setup{Seats: min(2, rules.Info().MaxSeats)}, Games: games, Seed: 7, Actions: 128, Limit: 10_000, Features: true,
	}
}

func newEnv(t testing.TB, c vector.Config) *vector.Env {
	e, err := vector.New(c)
	require.NoError(t, err)
	return e
}

// drawActions draws a legal action for each game.
func drawActions(e *vector.Env, r *state.Rand, actions []int32) {
	for i, count := range e.State().LegalActions {
		actions[i] = int32(r.N(int(count)))
	}
}

// playRandomly plays random actions and returns the state after each step.
func playRandomly(t testing.TB, e *vector.Env, games, steps int) (all []string) {
	r, actions := state.NewRand(1), make([]int32, games)
	for range steps {
		drawActions(e, &r, actions)
		require.NoError(t, e.Step(actions))
		all = append(all, fmt.Sprint(*e.State()))
	}
	return all
}

// TestGamesRepeat checks that the states depend only on the seed and the actions, and not on the
// number of goroutines.
func TestGamesRepeat(t *testing.T) {
	t.Parallel()
	for _, rules := range builtin.Rulesets() {
		t.Run(rules.Info().Name, func(t *testing.T) {
			t.Parallel()
			c := config(rules.Dealer, 50)
			c.Parallel = 1
			e := newEnv(t, c)
			first := playRandomly(t, e, 50, 40)
			require.NoError(t, e.Reset(7))
			assert.Equal(t, first, playRandomly(t, e, 50, 40), "after a reset")
			c.Parallel = 4
			assert.Equal(t, first, playRandomly(t, newEnv(t, c), 50, 40), "with 4 goroutines")
			require.NoError(t, e.Reset(8))
			assert.NotEqual(t, first, playRandomly(t, e, 50, 40), "with another seed")
		})
	}
}

// TestAgainstMachine plays one game with an environment and with a plain loop, and compares every
// state. Both draw their random numbers from the key of a match.
func TestAgainstMachine(t *testing.T) {
	t.Parallel()
	for _, rules := range builtin.Rulesets() {
		t.Run(rules.Info().Name, func(t *testing.T) {
			t.Parallel()
			const games, place = 3, 1
			c := config(rules.Dealer, games)
			c.FinalFeatures = true
			e := newEnv(t, c)
			s, seats := e.State(), min(2, rules.Info().MaxSeats)
			r, actions := state.NewRand(1), make([]int32, games)
			width := len(s.Features) / games
			for deal := range uint64(3) {
				chance := table.NewChance(table.KeyFrom(7, deal<<32|place))
				m, err := rules.Deal(state.Setup{Seats: seats, Seed: state.Seed(chance.Next())})
				require.NoError(t, err)
				for m.Awaiting() != 0 {
					seat := m.Next()
					options := m.Options(seat, nil)
					choice := 0
					if len(options) > 1 {
						require.EqualValues(t, seat, s.Seat[place])
						require.EqualValues(t, len(options), s.LegalActions[place])
						require.Equal(t, m.AppendFeatures([]float32{}, seat), s.Features[place*width:][:width])
						if !s.Terminated[place] {
							require.Equal(t, make([]float32, seats*width), s.Final[place*seats*width:][:seats*width], "the game has not ended in this step")
						}
						drawActions(e, &r, actions)
						choice = int(actions[place])
						require.NoError(t, e.Step(actions))
					}
					m.Apply(state.Request{Seat: seat, Option: options[choice], Salt: chance.Next()}, nil)
				}
				require.True(t, s.Terminated[place], "deal %d", deal)
				require.False(t, s.Truncated[place])
				last := []float32{}
				for seat := range seats {
					last = m.AppendFeatures(last, state.Seat(seat))
				}
				require.Equal(t, last, s.Final[place*seats*width:][:seats*width], "the last position")
				_, won := m.Result()
				for seat, reward := range s.Reward[place*seats:][:seats] {
					want := float32(0)
					if won.Has(state.Seat(seat)) {
						want = 1
					} else if won != 0 || seats == 1 {
						want = -1
					}
					assert.Equal(t, want, reward, "seat %d", seat)
				}
			}
		})
	}
}

// TestIllegalActions checks that illegal actions change nothing, or are replaced by option 0.
func TestIllegalActions(t *testing.T) {
	t.Parallel()
	e := newEnv(t, config(elements.Rules, 5))
	before := fmt.Sprint(*e.State())
	for _, action := range []int32{-1, e.State().LegalActions[3], 1 << 30, -1 << 31} {
		var refusal *vector.Refusal
		require.ErrorAs(t, e.Step([]int32{0, 0, 0, action, 0}), &refusal)
		count := e.State().LegalActions[3]
		assert.Equal(t, fmt.Sprintf("game 3: action %d is illegal: the legal actions are 0 to %d", action, count-1), refusal.Text)
		assert.Equal(t, []any{3, action, count}, []any{*refusal.Game, *refusal.Action, *refusal.Options})
		assert.Equal(t, before, fmt.Sprint(*e.State()))
	}
	assert.EqualError(t, e.Step(make([]int32, 4)), "vector: 4 actions: send one for each of 5 games")
	require.NoError(t, e.Step(make([]int32, 5)))
	want := *e.State()

	c := config(elements.Rules, 5)
	c.ReplaceIllegal = true
	e = newEnv(t, c)
	require.NoError(t, e.Step([]int32{0, -1, 0, 1 << 30, 0}))
	assert.Equal(t, []bool{false, true, false, true, false}, e.State().Masked)
	assert.Equal(t, want.Features, e.State().Features, "option 0 was taken")
	require.NoError(t, e.Step(make([]int32, 5)))
	assert.NotContains(t, e.State().Masked, true)
}

// TestLimit checks that games are cut off after the given number of choices, without a reward.
func TestLimit(t *testing.T) {
	t.Parallel()
	c := config(dominion.Rules, 8)
	c.Limit = 60
	e := newEnv(t, c)
	r, actions, cut := state.NewRand(1), make([]int32, 8), 0
	s := e.State()
	first := slices.Clone(s.Features)
	for range 60 {
		drawActions(e, &r, actions)
		require.NoError(t, e.Step(actions))
		for i, truncated := range s.Truncated {
			if truncated {
				cut++
				assert.False(t, s.Terminated[i])
				assert.Equal(t, []float32{0, 0}, s.Reward[2*i:][:2])
			}
		}
	}
	assert.GreaterOrEqual(t, cut, 8)
	assert.NotEqual(t, first, s.Features)
}

// TestActionLimit checks that options past the last action are not offered.
func TestActionLimit(t *testing.T) {
	t.Parallel()
	c := config(elements.Rules, 20)
	c.Actions, c.Features = 3, false
	e := newEnv(t, c)
	r, actions := state.NewRand(1), make([]int32, 20)
	for range 200 {
		drawActions(e, &r, actions)
		require.NoError(t, e.Step(actions))
		assert.LessOrEqual(t, slices.Max(e.State().LegalActions), int32(3))
	}
	assert.Empty(t, e.State().Features)
}

// TestBadConfig checks the errors for invalid values.
func TestBadConfig(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*vector.Config){
		"vector: 0 games: use at least 1":              func(c *vector.Config) { c.Games = 0 },
		"vector: 1 actions: use at least 2":            func(c *vector.Config) { c.Actions = 1 },
		"vector: a limit of 0 choices: use at least 1": func(c *vector.Config) { c.Limit = 0 },
		`deal the game: `:                              func(c *vector.Config) { c.Setup.Decks = []string{"none"} },
	} {
		c := config(elements.Rules, 2)
		change(&c)
		_, err := vector.New(c)
		assert.ErrorContains(t, err, want)
	}
}

// broken is a ruleset whose games panic at their second choice.
type broken struct{ state.Dealer }

func (b broken) Deal(s state.Setup) (state.Machine, error) {
	m, err := b.Dealer.Deal(s)
	return brokenGame{m}, err
}

type brokenGame struct{ state.Machine }

func (g brokenGame) Apply(q state.Request, log *state.Log) {
	if g.Seq() > 0 {
		panic("a bug")
	}
	g.Machine.Apply(q, log)
}

// TestBrokenRules checks that a panic in the rules becomes an error that names the game.
func TestBrokenRules(t *testing.T) {
	t.Parallel()
	_, err := vector.New(config(broken{dominion.Rules}, 3))
	if err == nil {
		e := newEnv(t, config(broken{dominion.Rules}, 3))
		for range 2 {
			err = e.Step(make([]int32, 3))
		}
	}
	assert.ErrorContains(t, err, "vector: game 0, deal 0, seed 7: the rules failed: a bug")
}

// TestHeader checks the header against the state.
func TestHeader(t *testing.T) {
	t.Parallel()
	c := config(dominion.Rules, 4)
	c.Setup.Seats, c.ReplaceIllegal = 3, true
	h := newEnv(t, c).Header()
	assert.Len(t, h.Features, dominion.Rules.Layout.Len())
	h.Features = h.Features[:2]
	text, err := json.Marshal(h)
	require.NoError(t, err)
	assert.JSONEq(t, fmt.Sprintf(`{
		"protocol": 1, "rules": "dominion", "version": %d, "games": 4, "seats": 3, "actions": 128, "limit": 10000, "illegal": "mask",
		"arrays": [
			{"name": "reward", "type": "float32", "shape": [4, 3], "low": -1, "high": 1},
			{"name": "features", "type": "float32", "shape": [4, %d], "low": null, "high": null},
			{"name": "options", "type": "int32", "shape": [4], "low": 2, "high": 128},
			{"name": "seat", "type": "int8", "shape": [4], "low": 0, "high": 2},
			{"name": "terminated", "type": "bool", "shape": [4], "low": 0, "high": 1},
			{"name": "truncated", "type": "bool", "shape": [4], "low": 0, "high": 1},
			{"name": "masked", "type": "bool", "shape": [4], "low": 0, "high": 1}
		],
		"features": ["%s", "%s"], "features_version": %d}`,
		dominion.Rules.Version, dominion.Rules.Layout.Len(), h.Features[0], h.Features[1], dominion.Rules.Layout.Version), string(text))
}

// BenchmarkStep steps 1,024 games with random actions. The metric decisions/s counts the actions.
func BenchmarkStep(b *testing.B) {
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules} {
		for _, features := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/features=%t", rules.Info().Name, features), func(b *testing.B) {
				c := config(rules, 1024)
				c.Features = features
				e := newEnv(b, c)
				r, actions := state.NewRand(1), make([]int32, c.Games)
				b.ReportAllocs()
				for b.Loop() {
					drawActions(e, &r, actions)
					if err := e.Step(actions); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*c.Games)/b.Elapsed().Seconds(), "decisions/s")
			})
		}
	}
}
