package learned_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/ai/learned"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
)

func roster(t testing.TB) (all ai.Roster) {
	all.Bots = append(learned.ElementsBots(), learned.DominionBots()...)
	for _, e := range all.Bots {
		require.NoError(t, e.LoadError)
	}
	return all
}

// TestBrokenBots checks the error for a bot whose built-in net does not fit the program. It also
// checks that the bot plays with other weights that fit.
func TestBrokenBots(t *testing.T) {
	net, err := learned.Load(elements.Rules.Name, &elements.Rules.Layout)
	require.NoError(t, err)
	version := elements.Rules.Layout.Version
	t.Cleanup(func() { elements.Rules.Layout.Version = version })
	elements.Rules.Layout.Version++
	bots := ai.Roster{Bots: learned.ElementsBots()}
	for _, name := range []string{"learned", "learned:80", "learned-greedy"} {
		_, err := bots.Find("elements", name)
		require.ErrorContains(t, err, `bot "`+name+`": the weights for elements expect features version`)
	}
	assert.Len(t, bots.Names("elements"), 3, "lists have the general bots alone")
	net.Layout.Version++
	_, load, ok := bots.Weights("elements", "learned:80,weights=mine.net")
	require.True(t, ok)
	bot, err := load(net.Append(nil))
	require.NoError(t, err)
	assert.NotNil(t, bot(1))
}

// decide plays a random game until it is over or has had the given number of requests. It calls
// do with every decision that has several options.
func decide(t testing.TB, rules state.Dealer, seats int, seed uint64, most int, do func(m state.Machine, a ai.Ask, r *state.Rand)) {
	t.Helper()
	setup := state.Setup{Seats: seats, Seed: state.Seed(seed)}
	if rules.Info().Name == dominion.Rules.Name {
		setup.Table = map[string]string{"kingdom": "random"}
	}
	m, err := rules.Deal(setup)
	require.NoError(t, err)
	r := state.Rand(seed)
	for m.Awaiting() != 0 && int(m.Seq()) < most {
		seat := m.Next()
		options := m.Options(seat, nil)
		if len(options) > 1 {
			do(m, ai.NewAsk(m, seat, options), &r)
		}
		m.Apply(state.Request{Seat: seat, Option: options[r.N(len(options))], Salt: r.Uint64()}, nil)
	}
}

var bots = []struct {
	rules state.Dealer
	name  string
}{
	{elements.Rules, "learned-greedy"}, {elements.Rules, "learned:30"}, {dominion.Rules, "learned"},
}

// TestBotsDoNotCheat checks that a choice depends only on facts that the seat knows. It asks two
// equal bots for the same decision, one of them in another world that looks the same to its seat.
// Both choices must be legal and equal. Equal choices also show that the bots are reproducible.
func TestBotsDoNotCheat(t *testing.T) {
	for _, b := range bots {
		for seats := 2; seats <= 3; seats++ {
			t.Run(fmt.Sprintf("%s/%s/%d", b.rules.Info().Name, b.name, seats), func(t *testing.T) {
				bot, err := roster(t).New(b.rules.Info().Name, b.name, 7)
				require.NoError(t, err)
				twin, err := roster(t).New(b.rules.Info().Name, b.name, 7)
				require.NoError(t, err)
				decide(t, b.rules, seats, uint64(seats), 200, func(m state.Machine, a ai.Ask, r *state.Rand) {
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

func TestChooseDoesNotAllocate(t *testing.T) {
	for _, b := range bots {
		t.Run(b.rules.Info().Name+"/"+b.name, func(t *testing.T) {
			bot, err := roster(t).New(b.rules.Info().Name, b.name, 1)
			require.NoError(t, err)
			n := 0
			decide(t, b.rules, 2, 1, 400, func(_ state.Machine, a ai.Ask, _ *state.Rand) {
				if n++; n%20 == 0 {
					bot.Choose(a)
					assert.Zero(t, testing.AllocsPerRun(3, func() { bot.Choose(a) }))
				}
			})
			assert.Greater(t, n, 20)
		})
	}
}

// TestNames checks which bot names each ruleset accepts, and the errors for the others.
func TestNames(t *testing.T) {
	for _, test := range []struct{ rules, name, says string }{
		{"elements", "learned", ""},
		{"elements", "learned:50,c=1", ""},
		{"elements", "learned:c=1", ""},
		{"elements", "learned:many", `bot "learned:many"`},
		{"elements", "learned:50,c=x", "c must be a number"},
		{"dominion", "learned", ""},
		{"dominion", "learned:10", "plays elements only"},
		{"dominion", "learned-greedy", "plays elements only"},
	} {
		_, err := roster(t).New(test.rules, test.name, 1)
		if test.says == "" {
			assert.NoError(t, err, test.name)
			continue
		}
		assert.ErrorContains(t, err, test.says, test.name)
	}
}
