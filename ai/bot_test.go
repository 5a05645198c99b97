package ai_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/elements"
	"gamed/state"
)

// bots lists the bots that the tests cover. The ismcts bots use few iterations, and each
// parameter has a value other than its default in at least one of them.
var bots = []string{
	"random", "greedy", "ismcts:50",
	"ismcts:20,leaf=turn,c=0.4,scale=no,keep=0",
	"ismcts:20,leaf=now,reuse=yes,final=reward",
	"ismcts:20,leaf=defaults,forced=yes,counts=no,urgency=0.1",
	"ismcts:10,leaf=greedy,worlds=5,final=lower",
	"ismcts:20,leaf=history,turns=2,reuse=yes,worlds=7,chance=0.1,keep=0.9",
}

func newBot(t testing.TB, name string, seed uint64) ai.Bot {
	t.Helper()
	bot, err := ai.Roster{}.New("", name, seed)
	require.NoError(t, err)
	return bot
}

// decide plays a random game of Elements. It calls do with each decision that has several
// options, and with the random source of the game.
func decide(t testing.TB, seats int, seed uint64, do func(m state.Machine, a ai.Ask, r *state.Rand)) {
	t.Helper()
	m, err := elements.Rules.Deal(state.Setup{Seats: seats, Seed: state.Seed(seed)})
	require.NoError(t, err)
	r := state.Rand(seed)
	for m.Awaiting() != 0 {
		seat := m.Next()
		options := m.Options(seat, nil)
		if len(options) > 1 {
			do(m, ai.NewAsk(m, seat, options), &r)
		}
		m.Apply(state.Request{Seat: seat, Option: options[r.N(len(options))], Salt: r.Uint64()}, nil)
	}
}

// TestBotsDoNotCheat checks that a choice depends only on facts that the seat knows. It asks two
// equal bots for the same decision, one of them in another world that looks the same to its seat.
// Both choices must be legal and equal. Equal choices also show that the bots are reproducible.
func TestBotsDoNotCheat(t *testing.T) {
	for _, name := range bots {
		for seats := 2; seats <= 4; seats++ {
			t.Run(fmt.Sprintf("%s/%d", name, seats), func(t *testing.T) {
				bot, twin := newBot(t, name, 7), newBot(t, name, 7)
				decide(t, seats, uint64(seats), func(m state.Machine, a ai.Ask, r *state.Rand) {
					other := m.Fork()
					other.Resample(a.Seat, r)
					answer := bot.Choose(a)
					require.Contains(t, a.Options, answer)
					require.Equal(t, answer, twin.Choose(ai.NewAsk(other, a.Seat, a.Options)))
				})
			})
		}
	}
}

// TestSeedsDiffer checks that the bot "random" plays differently with another seed.
func TestSeedsDiffer(t *testing.T) {
	differ := false
	a, b := newBot(t, "random", 1), newBot(t, "random", 2)
	decide(t, 2, 1, func(_ state.Machine, ask ai.Ask, _ *state.Rand) {
		differ = differ || a.Choose(ask) != b.Choose(ask)
	})
	assert.True(t, differ)
}

func TestChooseDoesNotAllocate(t *testing.T) {
	for _, name := range bots {
		t.Run(name, func(t *testing.T) {
			bot, n := newBot(t, name, 1), 0
			decide(t, 2, 1, func(_ state.Machine, a ai.Ask, _ *state.Rand) {
				if n++; n%20 == 0 {
					bot.Choose(a)
					assert.Zero(t, testing.AllocsPerRun(5, func() { bot.Choose(a) }))
				}
			})
			assert.Greater(t, n, 20)
		})
	}
}

// TestNim checks the choices of greedy and ismcts in games of nim whose best move is known.
func TestNim(t *testing.T) {
	for _, test := range []struct {
		bot         string
		seats, left int
		take        state.Card
	}{
		{"greedy", 2, 1, 1},
		{"greedy", 2, 3, 3},
		{"greedy", 5, 2, 2},
		{"greedy", 2, 7, 1}, // finds no win and takes the default
		{"ismcts:2000", 2, 3, 3},
		{"ismcts:2000", 2, 5, 1},
		{"ismcts:2000", 2, 6, 2},
		{"ismcts:2000", 2, 7, 3},
		{"ismcts:2000", 2, 10, 2},
		{"ismcts:2000", 4, 3, 3},
		{"ismcts:2000", 3, 6, 1}, // otherwise the next two seats decide the game
	} {
		t.Run(fmt.Sprintf("%s takes from %d with %d seats", test.bot, test.left, test.seats), func(t *testing.T) {
			m, err := nim.Deal(state.Setup{Seats: test.seats, Seed: state.Seed(test.left)})
			require.NoError(t, err)
			answer := newBot(t, test.bot, 1).Choose(ai.NewAsk(m, 0, m.Options(0, nil)))
			assert.Equal(t, state.Option{Do: state.Take, Card: test.take}, answer)
		})
	}
}

// TestGreedyOn checks that a bot of NewGreedyOn maximizes its measure. The measures are the number
// of stones left and the negative of this number.
func TestGreedyOn(t *testing.T) {
	for m, take := range []state.Card{1, 3} { // the moves that leave most stones and fewest stones
		game, err := nim.Deal(state.Setup{Seats: 2, Seed: 7})
		require.NoError(t, err)
		bot := ai.NewGreedyOn(state.Measure(m), 1)
		assert.Equal(t, state.Option{Do: state.Take, Card: take}, bot.Choose(ai.NewAsk(game, 0, game.Options(0, nil))))
	}
}

// BenchmarkDecision measures a decision of each bot. The decisions come from one random game, in a
// loop.
func BenchmarkDecision(b *testing.B) {
	for _, info := range new(ai.Roster).All() {
		b.Run(info.Name, func(b *testing.B) {
			var asks []ai.Ask
			decide(b, 2, 1, func(m state.Machine, a ai.Ask, _ *state.Rand) {
				asks = append(asks, ai.NewAsk(m.Fork(), a.Seat, a.Options))
			})
			bot := newBot(b, info.Name, 1)
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				bot.Choose(asks[n%len(asks)])
			}
		})
	}
}
