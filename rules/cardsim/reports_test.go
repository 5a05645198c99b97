package cardsim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// wind is a Setter: a stat that is not a field.
type wind struct{ strength *int }

func (w wind) StatName() string { return "Wind" }
func (w wind) String() string   { return []string{"calm", "breeze", "gale"}[max(0, min(*w.strength, 2))] }
func (w wind) Visible() bool    { return true }
func (w wind) Value() any       { return float64(*w.strength) }
func (w wind) Set(value any)    { *w.strength = int(value.(float64)) }

var _ cardsim.Setter = wind{}

type sea struct {
	Depth    int `cardsim:"hidden"`
	Fish     int `cardsim:"stat"`
	Name     string
	strength int
}

func (s *sea) Stats() []cardsim.Stat {
	return append(cardsim.ExtractStats(s), wind{&s.strength}, cardsim.StatLiteral{Name: "Boats", Value: 2})
}

func seaGame(t *testing.T) *cardsim.Game[*sea] {
	g, err := (&cardsim.Game[*sea]{
		Name: "sea", New: func(*state.Rand) *sea { return &sea{Depth: 9, Fish: 30, Name: "Grey"} },
		Cards: []*cardsim.Card[*sea]{{Name: "day", Cooldown: 1, Options: []cardsim.CardOption[*sea]{{
			Text: cardsim.Text("go on"), Choose: func(*cardsim.Player[*sea]) (cardsim.Message, error) {
				return cardsim.Message{}, cardsim.Warningf("fog")
			},
		}}}},
	}).Build()
	require.NoError(t, err)
	return g
}

// TestSetter checks that debug mode can change a Setter.
func TestSetter(t *testing.T) {
	m, err := seaGame(t).Deal(state.Setup{Seats: 1, Seed: 1, Table: map[string]string{"debug": "1"}})
	require.NoError(t, err)
	p := m.(*cardsim.Machine[*sea]).Player()
	assert.True(t, p.Debug())
	found := false
	for _, o := range m.Options(0, nil) {
		if m.Label(0, o).Text == "debug: Wind +1" {
			m.Apply(state.Request{Option: o}, new(state.Log))
			found = true
		}
	}
	require.True(t, found)
	assert.Equal(t, "breeze", p.Stats.Stats()[2].String())
	assert.Equal(t, 9, p.Stats.Depth)
}

// TestMeasures checks that the measures are the visible numeric stats.
func TestMeasures(t *testing.T) {
	g := seaGame(t)
	assert.Equal(t, []string{"", "Fish", "", "Boats"}, g.Measures())
	m, err := g.Deal(state.Setup{Seats: 1, Seed: 1})
	require.NoError(t, err)
	for n, want := range []int{0, 30_000, 0, 2000, 0} {
		assert.Equal(t, want, m.Measure(0, state.Measure(n)))
	}
	assert.Zero(t, m.Measure(state.Watcher, 1))
}

// TestRanks checks that games in debug mode do not count in rankings.
func TestRanks(t *testing.T) {
	g := seaGame(t)
	for level, want := range map[string]bool{"": true, "0": true, "1": false, "9": false} {
		setup := state.Setup{Seats: 1}
		if level != "" {
			setup.Table = map[string]string{"debug": level}
		}
		assert.Equal(t, want, g.Ranks(setup), level)
	}
}

func TestWarningsOfAChoice(t *testing.T) {
	m, err := seaGame(t).Deal(state.Setup{Seats: 1, Seed: 1})
	require.NoError(t, err)
	p := m.(*cardsim.Machine[*sea]).Player()
	assert.Empty(t, p.Warnings())
	m.Apply(state.Request{Option: m.Options(0, nil)[0]}, nil)
	assert.Equal(t, []string{`card "day", option 1: fog`}, p.Warnings())
}

// TestWatch checks that Watch reports which rules and options changed the player or failed, and
// does not affect the game.
func TestWatch(t *testing.T) {
	g := build(t, game{Rules: []*rule{
		{Name: "draw", Step: 1, Do: func(p *player) error { p.Rand.Uint64(); return nil }},
		{Name: "earn", Step: 2, Do: func(p *player) error { p.Stats.Gold++; return nil }},
		{Name: "skip", Step: 3, Do: func(p *player) error { p.Stats.Score++; return nil }},
		{Name: "fail", Step: 4, Do: func(p *player) error { return errPlain }},
	}})
	told := map[string]bool{}
	watched := g.Watch(cardsim.Watcher[*town]{
		Rule: func(r *rule) func(bool) {
			if r.Name == "skip" {
				return nil
			}
			return func(changed bool) { told[r.Name] = changed }
		},
		Option:  func(o *option) func(bool) { return func(changed bool) { told[o.Text.String()] = changed } },
		Expired: func(*card) {},
		Branch:  func(string, bool) {},
	})
	setup := state.Setup{Seats: 1, Seed: 1}
	a, b := deal(t, g, setup), deal(t, watched, setup)
	a.choose("go on")
	b.choose("go on")
	assert.Equal(t, map[string]bool{"draw": false, "earn": true, "fail": true, "go on": false}, told)
	requireSame(t, string(a.m.AppendState(nil)), string(b.m.AppendState(nil)), "watched or not")
}
