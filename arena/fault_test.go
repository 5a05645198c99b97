package arena_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/arena/stats"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// TestUnreliable checks that every verdict on a bot that fails in more than 1 % of its games says so.
func TestUnreliable(t *testing.T) {
	assert.Empty(t, arena.Unreliable("b", 0, 0))
	assert.Empty(t, arena.Unreliable("b", 1, 100))
	assert.Equal(t, "b failed in 3.2 % of its games", arena.Unreliable("b", 32, 1000))

	m := match(t, 1000, "random", "random")
	m.Bots[1] = badBot(func() state.Option { panic("out of ideas") })
	m.SPRT = &stats.SPRT{Elo1: 30, Alpha: .05, Beta: .05, Model: stats.Normalized}
	r := run(t, m)
	assert.Equal(t, []int{0, r.Games}, r.FailedGames)
	assert.Equal(t, []string{"bad failed in 100.0 % of its games"}, r.Unreliable)
	assert.Regexp(t, `(?m)^  random against bad\n(    .*\n)*    nElo is .* Unreliable: bad failed in 100\.0 % of its games\.$`, r.String())
	assert.Regexp(t, `(?m)^  SPRT: accepted H1 .*; bad failed in 100\.0 % of its games$`, r.String())
}

// A bad bot takes the default option a few times and then misbehaves.
type bad struct {
	good int
	then func() state.Option
}

func (b *bad) Choose(a ai.Ask) state.Option {
	if b.good--; b.good >= 0 {
		return a.Options[0]
	}
	return b.then()
}

func badBot(then func() state.Option) arena.Player {
	return arena.Player{Name: "bad", New: func(seed uint64) ai.Bot { return &bad{int(seed % 8), then} }}
}

// TestFaults checks that a crash and an illegal option cost the bot its game, in both lanes.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		kind arena.End
		text string
		then func() state.Option
	}{
		{"crash", "panic: out of ideas", func() state.Option { panic("out of ideas") }},
		{"illegal", "is not among its", func() state.Option { return state.Option{Do: 99} }},
	} {
		lines := map[string]bool{}
		for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
			m := match(t, 20, "random", "random")
			m.Bots[0], m.Lane, m.FaultFolder = badBot(test.then), lane, t.TempDir()
			r, out := runWithOutput(t, m)
			lines[out] = true
			assert.Equal(t, []arena.Counts{{test.kind: 20}, {}}, r.Faults)
			assert.Equal(t, []arena.Counts{{test.kind: 20}, {arena.Normal: 20}}, r.Ends)
			assert.Equal(t, []int{0, 20}, r.Wins)
			assert.Equal(t, 20, r.FaultCount())
			assert.Regexp(t, "(?m)^  faults +"+string(test.kind)+"\n    bad +20\n    random +0$", r.String())
			for _, g := range games(t, out) {
				require.Len(t, g.Faults, 1)
				f := g.Faults[0]
				assert.Equal(t, "bad", g.Seats[f.Seat])
				assert.Equal(t, test.kind, arena.End(f.Kind))
				assert.Equal(t, test.kind, g.End)
				assert.Contains(t, f.Text, test.text)
				assert.True(t, f.Lost)
				replays(t, filepath.Join(m.FaultFolder, g.Replay), g)
			}
		}
		assert.Len(t, lines, 1, "both lanes play the same games")
	}
}

// replays checks that a log replays to the end of the game.
func replays(t *testing.T, path string, g arena.Game) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	records, err := store.Lines(file)
	require.NoError(t, err)
	r, err := table.Open(records, func(h *table.Header) (state.Dealer, error) {
		return map[string]state.Dealer{"elements": elements.Rules, "dominion": dominion.Rules}[h.Rules], nil
	})
	require.NoError(t, err)
	require.NoError(t, r.Run())
	assert.Equal(t, g.Requests, int(r.Table.Machine.Seq()))
	assert.NotNil(t, r.Table.End)
	for i, seat := range r.Table.Seats {
		assert.Equal(t, g.Seats[i], seat.Name)
	}
}

// TestPolicies checks each policy in games with more than three faults.
func TestPolicies(t *testing.T) {
	for policy, check := range map[string]func(r arena.Result){
		"lose": func(r arena.Result) {
			assert.Equal(t, 20, r.FaultCount())
			assert.Equal(t, 20, r.Ends[0]["illegal"])
		},
		"default": func(r arena.Result) {
			assert.Greater(t, r.FaultCount(), 100)
			assert.Equal(t, 20, r.Ends[0][arena.Normal])
		},
		"strikes:3": func(r arena.Result) {
			assert.Equal(t, 20, r.Ends[0]["illegal"])
			assert.Equal(t, 80, r.FaultCount())
		},
	} {
		lines := map[string]bool{}
		for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
			m := match(t, 20, "random", "random")
			m.Bots[0] = arena.Player{Name: "bad", New: func(uint64) ai.Bot { return &bad{0, func() state.Option { return state.Option{Do: 99} }} }}
			var err error
			m.OnFault, err = arena.ParsePolicy(policy)
			require.NoError(t, err)
			assert.Equal(t, policy, m.OnFault.String())
			m.Lane = lane
			r, out := runWithOutput(t, m)
			check(r)
			lines[out] = true
		}
		assert.Len(t, lines, 1, policy)
	}
	for _, wrong := range []string{"", "win", "strikes", "strikes:", "strikes:0", "strikes:x", "strikes:1001"} {
		_, err := arena.ParsePolicy(wrong)
		assert.ErrorContains(t, err, "use lose, default or strikes:N")
	}
}

// TestConcede checks that a bot can resign, although resigning is never among its options.
func TestConcede(t *testing.T) {
	lines := map[string]bool{}
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		m := match(t, 20, "random", "random")
		m.Bots[0], m.Lane = badBot(func() state.Option { return state.Option{Do: state.Resign} }), lane
		r, out := runWithOutput(t, m)
		lines[out] = true
		assert.Zero(t, r.FaultCount())
		assert.Equal(t, 20, r.Ends[0][arena.Conceded])
		assert.Regexp(t, `(?m)^  ends of games +concede +normal\n    bad +20 +0\n    random +0 +20$`, r.String())
		assert.Equal(t, arena.Conceded, games(t, out)[0].End)
		assert.Len(t, games(t, out)[0].Conceded, 1)
	}
	assert.Len(t, lines, 1)
}

// TestFaultAtATableOfThree checks that the other two bots continue the game after a fault.
func TestFaultAtATableOfThree(t *testing.T) {
	m := match(t, 12, "random", "random", "random")
	m.Bots[1] = badBot(func() state.Option { panic("at once") })
	r := run(t, m)
	assert.Equal(t, 12, r.Faults[1]["crash"])
	assert.Equal(t, 12, r.Ends[2][arena.Normal])
	assert.Zero(t, r.Wins[1])
	assert.NotZero(t, r.Wins[0])
	assert.NotZero(t, r.Wins[2])
}

// badRules is a ruleset in which a quarter of the deals panic in turn 3.
type badRules struct{ state.Dealer }

func (d badRules) Deal(setup state.Setup) (state.Machine, error) {
	m, err := d.Dealer.Deal(setup)
	return &badGame{m, setup.Seed>>1%4 == 0}, err
}

type badGame struct {
	state.Machine
	bad bool
}

func (g *badGame) Redeal(setup state.Setup) error {
	g.bad = setup.Seed>>1%4 == 0
	return g.Machine.Redeal(setup)
}

func (g *badGame) Fork() state.Machine { return &badGame{g.Machine.Fork(), g.bad} }

func (g *badGame) Set(from state.Machine) {
	other := from.(*badGame)
	g.bad = other.bad
	g.Machine.Set(other.Machine)
}

func (g *badGame) PlayForced(p state.ForcedPlay, dst []state.Option) (state.Seat, []state.Option) {
	if g.bad {
		p.BeforeTurn = 3
	}
	seat, options := g.Machine.PlayForced(p, dst)
	if len(options) == 0 && g.bad && g.Turn() == 3 {
		panic("a bug in the rules")
	}
	return seat, options
}

func (g *badGame) Apply(q state.Request, log *state.Log) {
	if g.bad && g.Turn() == 3 {
		panic("a bug in the rules")
	}
	g.Machine.Apply(q, log)
}

// TestRulesPanic checks that pairs in which the rules panic do not count.
func TestRulesPanic(t *testing.T) {
	lines := map[string]bool{}
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		m := match(t, 80, "random", "random")
		m.Rules, m.Lane, m.FaultFolder = badRules{elements.Rules}, lane, t.TempDir()
		r, out := runWithOutput(t, m)
		lines[out] = true
		assert.Equal(t, 80, r.Games+r.EngineErrors)
		assert.Greater(t, r.EngineErrors, 4)
		assert.Equal(t, r.Games, r.Wins[0]+r.Wins[1]+r.Draws)
		assert.Contains(t, r.FirstPanic, "the rules panicked: a bug in the rules")
		assert.Contains(t, r.FirstPanic, "fault_test.go", "with the stack")
		for _, g := range games(t, out) {
			if g.End == arena.EngineError {
				assert.FileExists(t, filepath.Join(m.FaultFolder, g.Replay))
			}
		}
	}
	assert.Len(t, lines, 1)
}
