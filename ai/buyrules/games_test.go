package buyrules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/arena"
	"gamed/rules/dominion"
	"gamed/state"
)

// decide plays a game between bots and calls do before every decision. The slice bots has one bot
// per seat.
func decide(t testing.TB, setup state.Setup, bots []*buyrules.Rules, do func(m state.Machine, r *buyrules.Rules, a ai.Ask)) {
	t.Helper()
	setup.Seats = len(bots)
	m, err := dominion.Rules.Deal(setup)
	require.NoError(t, err)
	salt := state.Rand(setup.Seed)
	for n := 0; m.Awaiting() != 0; n++ {
		require.Less(t, n, 50_000, "it does not end")
		seat := m.Next()
		a := ai.NewAsk(m, seat, m.Options(seat, nil))
		do(m, bots[seat], a)
		m.Apply(state.Request{Seat: seat, Option: bots[seat].Choose(a), Salt: salt.Uint64()}, nil)
	}
}

// everything returns rules that buy Provinces and Colonies first, then up to three of each kingdom
// card, then Treasures.
func everything(t testing.TB) *buyrules.Rules {
	lines := []string{"Province", "Colony"}
	for i := range dominion.Rules.Info().Cards {
		d := dominion.DefOf(state.Kind(i + 1))
		if d.Set != "basic" {
			lines = append(lines, d.Name+" if owned("+d.Name+") < 3")
		}
	}
	return parse(t, strings.Join(append(lines, "Potion if owned(Potion) < 1", "Gold", "Silver"), "\n"))
}

// TestPlaysEverything checks games with random kingdoms. Each choice must be legal. The bot must
// choose the same in another world that looks the same to the seat. Each game must end within
// 50,000 decisions.
func TestPlaysEverything(t *testing.T) {
	bot := everything(t)
	asked := map[string]bool{}
	for seed := range uint64(120) {
		bots := []*buyrules.Rules{bot, bot, bot}[:1+seed%3]
		table := map[string]string{"kingdom": "random", "colony": []string{"yes", "no"}[seed%2]}
		if seed%3 == 0 {
			table["printing"] = "current"
		}
		r := state.Rand(seed)
		decide(t, state.Setup{Seed: state.Seed(seed), Table: table}, bots, func(m state.Machine, _ *buyrules.Rules, a ai.Ask) {
			answer := bot.Choose(a)
			require.Contains(t, a.Options, answer)
			other := m.Fork()
			other.Resample(a.Seat, &r)
			require.Equal(t, answer, bot.Choose(ai.NewAsk(other, a.Seat, a.Options)), "of %+v", a.Options)
			if k := a.Measure(dominion.Asking); k != 0 {
				asked[fmt.Sprint(dominion.DefOf(state.Kind(k)).Name, a.Measure(dominion.FateOfPick))] = true
			}
		})
	}
	assert.Greater(t, len(asked), 25, "cards that ask: %v", asked)
}

func TestChooseDoesNotAllocate(t *testing.T) {
	bot, n := everything(t), 0
	for seed := range uint64(20) {
		decide(t, state.Setup{Seed: state.Seed(seed), Table: map[string]string{"kingdom": "random"}}, []*buyrules.Rules{bot, bot},
			func(_ state.Machine, r *buyrules.Rules, a ai.Ask) {
				if n++; n%3 == 0 {
					require.Zero(t, testing.AllocsPerRun(1, func() { r.Choose(a) }))
				}
			})
	}
}

// TestReferenceRows plays matches for which several other Dominion simulators agree, and checks
// that the results match theirs. The bounds are slightly wider than three standard deviations. The
// test also checks that doublewitch beats bigmoney.
func TestReferenceRows(t *testing.T) {
	players := map[string]arena.Player{}
	for _, s := range buyrules.Strategies {
		players[s.Name] = arena.Player{Name: s.Name, New: s.New}
	}
	for _, row := range []struct {
		first, second           string
		wins, loses, ties, each float64
	}{
		{"bigmoney", "bigmoney", 24.1, 42.6, 33.3, 17.10},
		{"bigmoney-ultimate", "bigmoney-ultimate", 52.0, 40.9, 7.1, 19.10},
		{"bigmoney-ultimate", "smithy", 27.5, 68.6, 3.9, 18.32},
		{"smithy", "smithy", 52.6, 40.5, 6.9, 17.59},
	} {
		r, err := arena.Match{
			Rules: dominion.Rules, Bots: []arena.Player{players[row.first], players[row.second]}, Games: 6000, Seed: 1, NoSwap: true,
		}.Run(t.Context())
		require.NoError(t, err)
		assert.InDelta(t, row.wins, r.PositionWinPercents[0], 2.2, "%v", r)
		assert.InDelta(t, row.loses, r.PositionWinPercents[1], 2.2, "%v", r)
		assert.InDelta(t, row.ties, r.DrawPercent, 2.2, "%v", r)
		assert.InDelta(t, row.each, r.MeanRounds, .15, "%v", r)
	}
	r, err := arena.Match{
		Rules: dominion.Rules, Bots: []arena.Player{players["doublewitch"], players["bigmoney"]}, Games: 1000, Seed: 1,
		Table: map[string]string{"kingdom": "Witch"},
	}.Run(t.Context())
	require.NoError(t, err)
	assert.Greater(t, r.Scores[0], .9, "%v", r)
}

// BenchmarkBuy measures a mid-game decision with smithy, which has as many rules as the longest
// strategy.
func BenchmarkBuy(b *testing.B) {
	r := buyrules.Strategies[2].Rules
	m, err := dominion.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
	require.NoError(b, err)
	for m.Options(m.Next(), nil)[0].Do != dominion.Pass {
		m.Apply(state.Request{Seat: m.Next(), Option: m.Options(m.Next(), nil)[0]}, nil)
	}
	a := ai.NewAsk(m, m.Next(), m.Options(m.Next(), nil))
	b.ReportAllocs()
	for b.Loop() {
		r.Choose(a)
	}
}
