package cardsim_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// borough holds the stats of a game of typical size.
type borough struct {
	Coins, Trust, Health, Order, Nature, Trade, Schools, Roads int     `cardsim:"stat"`
	Growth                                                     float64 `cardsim:"round2"`
	Unrest, Debt                                               int     `cardsim:"hidden"`
}

func (b *borough) Stats() []cardsim.Stat { return cardsim.ExtractStats(b) }
func (b *borough) StatRating() int       { return (b.Trust + b.Health + b.Order) / 3 }

// counts returns pointers to the stats that cards and rules change.
func (b *borough) counts() []*int {
	return []*int{&b.Coins, &b.Trust, &b.Health, &b.Order, &b.Nature, &b.Trade, &b.Schools, &b.Roads, &b.Unrest, &b.Debt}
}

// usualGame returns a game with 40 cards of 2 to 4 options, some with conditions, and
// 15 rules in 5 steps.
func usualGame(t testing.TB) *cardsim.Game[*borough] {
	type player = cardsim.Player[*borough]
	g := &cardsim.Game[*borough]{
		Name: "borough", HandLimit: 3, Seats: 6, MaxTurns: 200,
		New:   func(*state.Rand) *borough { return &borough{Coins: 50, Trust: 50, Health: 50, Order: 50, Growth: 1} },
		Value: func(p *player) int { return 500 + p.Stats.StatRating() + p.Stats.Coins },
		Actions: []*cardsim.Action[*borough]{
			{Name: "tax", CardOption: cardsim.CardOption[*borough]{Text: cardsim.Text("raise a tax"), Choose: func(p *player) (cardsim.Message, error) {
				p.Stats.Coins += 10
				return cardsim.Message{}, nil
			}}},
		},
	}
	for i := range 40 {
		c := &cardsim.Card[*borough]{
			Name: fmt.Sprintf("card %d", i), Title: cardsim.Messagef("Matter %d", i), Text: cardsim.Text("Decide."),
			Cooldown: 5 + i%7, Weight: 1 + i%3, Urgent: i%13 == 5,
		}
		if i%4 == 3 {
			c.When = func(p *player) bool { return p.Stats.Trust > i }
		}
		for j := range 2 + i%3 {
			o := cardsim.CardOption[*borough]{Text: cardsim.Messagef("Way %d", j), Choose: func(p *player) (cardsim.Message, error) {
				up, down := p.Stats.counts()[(i+j)%10], p.Stats.counts()[(i*3+j)%10]
				*up, *down = *up+2+j, *down-3
				if j == 2 {
					*up += p.Rand.N(5)
				}
				return cardsim.Text("So be it."), nil
			}}
			if j == 1 {
				o.Enabled = func(p *player) (bool, cardsim.Message) { return p.Stats.Coins > 10, cardsim.Text("that costs 10") }
			}
			c.Options = append(c.Options, o)
		}
		g.Cards = append(g.Cards, c)
	}
	for i := range 15 {
		g.Rules = append(g.Rules, &cardsim.Rule[*borough]{Name: fmt.Sprintf("rule %d", i), Step: i / 3, Do: func(p *player) error {
			n := p.Stats.counts()[i%10]
			*n = max(0, min(*n+i%5-2, 100))
			return nil
		}})
	}
	built, err := g.Build()
	require.NoError(t, err)
	return built
}

// BenchmarkRandomTurns plays random games of typical size in a bare loop. The checksum is the
// number of choices in the first hundred games. If the checksum changes, the benchmark does
// different work.
func BenchmarkRandomTurns(b *testing.B) {
	g := usualGame(b)
	dealt, err := g.Deal(state.Setup{Seats: 1, Seed: 1})
	require.NoError(b, err)
	m := dealt.Fork()
	r := state.Rand(1)
	var options []state.Option
	turns, choices, games, checksum := 0, 0, 0, 0
	b.ReportAllocs()
	for b.Loop() {
		m.Set(dealt)
		m.Resample(0, &r)
		for m.Awaiting() != 0 {
			options = m.Options(0, options[:0])
			m.Apply(state.Request{Option: options[r.N(len(options))]}, nil)
			choices++
		}
		turns += m.Turn()
		if games++; games == 100 {
			checksum = choices
		}
	}
	b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
	b.ReportMetric(float64(checksum), "checksum")
}

func BenchmarkSet(b *testing.B) {
	m, err := usualGame(b).Deal(state.Setup{Seats: 1, Seed: 1})
	require.NoError(b, err)
	fork := m.Fork()
	b.ReportAllocs()
	for b.Loop() {
		fork.Set(m)
	}
}

// BenchmarkTold measures a choice that logs its events, and the view after the choice.
func BenchmarkTold(b *testing.B) {
	g := usualGame(b)
	dealt, err := g.Deal(state.Setup{Seats: 1, Seed: 1})
	require.NoError(b, err)
	m := dealt.Fork()
	var log state.Log
	var view []byte
	b.ReportAllocs()
	for b.Loop() {
		if m.Awaiting() == 0 {
			m.Set(dealt)
		}
		log.Events = log.Events[:0]
		m.Apply(state.Request{Option: m.Options(0, nil)[0]}, &log)
		view = m.AppendView(view[:0], 0)
	}
	b.ReportMetric(float64(len(view)), "bytes")
}
