package cardsim_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
	"gamed/state/statetest"
)

// A knot holds stats that the library cannot copy, because they contain a pointer to their own
// type.
type knot struct {
	town
	self *knot
	seen map[string]int
}

func (k *knot) Stats() []cardsim.Stat { return cardsim.ExtractStats(&k.town) }

func knotGame(t *testing.T) *cardsim.Game[*knot] {
	type player = cardsim.Player[*knot]
	g := &cardsim.Game[*knot]{
		Name: "knot", HandLimit: 2, MaxTurns: 20, Seats: 2,
		New: func(*state.Rand) *knot {
			k := &knot{seen: map[string]int{}}
			k.self = k
			return k
		},
		Rules: []*cardsim.Rule[*knot]{{Name: "r", Do: func(p *player) error { p.Stats.self.Gold += p.Rand.N(10); return nil }}},
	}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		g.Cards = append(g.Cards, &cardsim.Card[*knot]{Name: name, Cooldown: 1, Options: []cardsim.CardOption[*knot]{
			{Text: cardsim.Text("see"), Choose: func(p *player) (cardsim.Message, error) { p.Stats.seen[name]++; return cardsim.Message{}, nil }},
			{Text: cardsim.Text("roll"), Choose: func(p *player) (cardsim.Message, error) { p.Stats.Score += p.Rand.N(6); return cardsim.Message{}, nil }},
		}})
	}
	g, err := g.Build()
	require.NoError(t, err)
	return g
}

// TestMachine plays random games and checks the contract of the machine.
func TestMachine(t *testing.T) {
	for name, rules := range map[string]state.Dealer{"usual": usualGame(t), "knots": knotGame(t), "town": build(t, debugGame())} {
		for seed := range uint64(4) {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				setup := state.Setup{Seats: 1 + int(seed)%rules.Info().MaxSeats, Seed: state.Seed(seed), Table: map[string]string{"debug": []string{"0", "2"}[seed/2]}}
				m, err := rules.Deal(setup)
				require.NoError(t, err)
				w := randomWalk(t, m, seed, 40)
				replay(t, rules, setup, w)
				if m.Awaiting() == 0 {
					err := m.Check(state.Request{})
					assert.EqualError(t, err, "game over: the game has ended")
				}

				require.NoError(t, m.Redeal(setup))
				fresh, err := rules.Deal(setup)
				require.NoError(t, err)
				assert.Equal(t, string(fresh.AppendState(nil)), string(m.AppendState(nil)))
				statetest.Forced(t, rules, setup)
			})
		}
	}
}

// TestResample checks that Resample keeps chosen slots, and that the world depends only on public
// facts and the random source.
func TestResample(t *testing.T) {
	cards, _ := letters(8)
	top := plainCard("top")
	s := play(t, game{Cards: append(cards, top), Deck: []string{"a", "b", "c", "d", "e", "f", "g", "h"}}, 0)
	s.p().Deck.InsertAt(0, top)
	deal := func(m state.Machine, seed uint64) string {
		w := m.Fork().(*cardsim.Machine[*town])
		r := state.Rand(seed)
		w.Resample(0, &r)
		text := string(w.AppendState(nil))
		assert.NotEqual(t, m.(*cardsim.Machine[*town]).Player().Rand, w.Player().Rand)
		order := drawAll(w.Player())
		assert.Equal(t, "top", order[:3])
		assert.Len(t, order, 10)
		return text
	}
	other := s.m.Fork().(*cardsim.Machine[*town])
	r := state.Rand(99)
	other.Resample(0, &r)
	assert.Equal(t, deal(s.m, 1), deal(other, 1), "the world before does not matter")
	assert.NotEqual(t, deal(s.m, 1), deal(s.m, 2))
	assert.NotEqual(t, string(s.m.AppendState(nil)), deal(s.m, 1))
}

// TestResampleCopies checks that a world does not depend on the previous order of the deck. The deck
// has copies of one card that can be drawn again in different turns.
func TestResampleCopies(t *testing.T) {
	slow := plainCard("slow")
	slow.Cooldown = 9
	s := play(t, game{Cards: []*card{slow}, Deck: []string{"slow", "slow", "slow", "slow"}}, 0)
	s.choose("go on", "go on", "go on")
	worlds := map[string]bool{}
	for seed := range state.Rand(20) {
		w := s.m.Fork()
		w.Resample(0, &seed)
		same := state.Rand(1)
		w.Resample(0, &same)
		worlds[string(w.AppendState(nil))] = true
	}
	assert.Len(t, worlds, 1)
}

// TestSalt checks that a salt changes the random numbers.
func TestSalt(t *testing.T) {
	m, err := usualGame(t).Deal(state.Setup{Seats: 1, Seed: 1})
	require.NoError(t, err)
	seen := map[string]bool{}
	for salt := range uint64(4) {
		f := m.Fork()
		f.Apply(state.Request{Option: f.Options(0, nil)[0], Salt: salt}, nil)
		seen[string(f.AppendState(nil))] = true
	}
	assert.Len(t, seen, 4)
}

func TestDealErrors(t *testing.T) {
	g := build(t, game{Seats: 2})
	for _, row := range []struct {
		setup state.Setup
		want  string
	}{
		{state.Setup{Seats: 0}, "town: 0 seats; the game has 1 to 2"},
		{state.Setup{Seats: 3}, "town: 3 seats; the game has 1 to 2"},
		{state.Setup{Seats: 1, Decks: []string{"x"}}, "town: this game has no decks to choose"},
		{state.Setup{Seats: 1, Table: map[string]string{"debug": "10"}}, `town: table option "debug" is "10"; it must be a level from 0 to 9`},
		{state.Setup{Seats: 1, Table: map[string]string{"debug": "x"}}, `town: table option "debug" is "x"; it must be a level from 0 to 9`},
		{state.Setup{Seats: 1, Table: map[string]string{"kingdom": "x"}}, `town: unknown table option "kingdom"; the only one is debug`},
	} {
		_, err := g.Deal(row.setup)
		assert.EqualError(t, err, row.want)
	}
	_, err := g.Deal(state.Setup{Seats: 2, Decks: []string{"", ""}})
	assert.NoError(t, err)
}

func TestMeasure(t *testing.T) {
	s := play(t, game{New: func(*state.Rand) *town { return &town{Score: -3, Plot: 9} }}, 0)
	assert.Equal(t, []int{-3000, 0, 0, 0}, []int{s.m.Measure(0, 0), s.m.Measure(0, 1), s.m.Measure(0, 2), s.m.Measure(0, 50)})
	assert.Zero(t, s.m.Measure(5, 0))
}
