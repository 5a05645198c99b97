package ai_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
)

func TestParseSearch(t *testing.T) {
	plain, err := ai.ParseSearch(ai.DefaultSearch, "")
	require.NoError(t, err)
	s, err := ai.ParseSearch(ai.DefaultSearch, "500,c=0.25,scale=no,urgency=0.5,final=reward,leaf=greedy,turns=3,chance=0.125,keep=0.75,worlds=20,reuse=yes,forced=yes,counts=no")
	require.NoError(t, err)
	assert.Equal(t, ai.Search{
		Iterations: 500, Exploration: 0.25, Urgency: 0.5, Final: ai.FinalReward, Leaf: ai.LeafGreedy, PlayoutTurns: 3,
		RandomChance: 0.125, KeepHistory: 0.75, IterationsPerWorld: 20, ReuseTree: true, PlayImmediateWin: true,
	}, s)
	s, err = ai.ParseSearch(ai.DefaultSearch, "c=2")
	require.NoError(t, err)
	plain.Exploration = 2
	assert.Equal(t, plain, s)
}

func TestParseSearchErrors(t *testing.T) {
	for args, want := range map[string]string{
		"0":                          "the number of iterations must be from 1 to 1000000",
		"1000001":                    "the number of iterations must be from 1 to 1000000",
		"9x":                         "the number of iterations must be from 1 to 1000000",
		",c=1":                       "the number of iterations must be from 1 to 1000000",
		"9,":                         `"" must be NAME=VALUE, as in c=0.4`,
		"c=1,9":                      `"9" must be NAME=VALUE, as in c=0.4`,
		"9,reuse":                    `"reuse" must be NAME=VALUE, as in c=0.4`,
		"9,=1":                       `unknown search parameter "": use one of c, scale, urgency, final, leaf, turns, chance, keep, worlds, reuse, forced, counts`,
		"9,C=1":                      `unknown search parameter "C": use one of c, scale, urgency, final, leaf, turns, chance, keep, worlds, reuse, forced, counts`,
		"c=1,c=1":                    "c is given twice",
		"c=-1":                       `c must be a number from 0 to 10, not "-1"`,
		"c=11":                       `c must be a number from 0 to 10, not "11"`,
		"c=0x1p1":                    `c must be a number from 0 to 10, not "0x1p1"`,
		"c=NaN":                      `c must be a number from 0 to 10, not "NaN"`,
		"c=":                         `c must be a number from 0 to 10, not ""`,
		"urgency=12":                 `urgency must be a number from 0 to 10, not "12"`,
		"chance=1.1":                 `chance must be a number from 0 to 1, not "1.1"`,
		"keep=x":                     `keep must be a number from 0 to 1, not "x"`,
		"worlds=0":                   `worlds must be a whole number from 1 to 1000, not "0"`,
		"worlds=1.5":                 `worlds must be a whole number from 1 to 1000, not "1.5"`,
		"turns=21":                   `turns must be a whole number from 1 to 20, not "21"`,
		"final=mean":                 `final must be visits or reward or lower, not "mean"`,
		"leaf=":                      `leaf must be turn or now or defaults or greedy or history, not ""`,
		"reuse=true":                 `reuse must be no or yes, not "true"`,
		"scale=1":                    `scale must be no or yes, not "1"`,
		"forced=on":                  `forced must be no or yes, not "on"`,
		"50001,turns=20":             "with leaf=history,turns=20 the number of iterations must be from 1 to 50000",
		"10001,turns=10,leaf=greedy": "with leaf=greedy,turns=10 the number of iterations must be from 1 to 10000",
		"counts=yes,final":           `"final" must be NAME=VALUE, as in c=0.4`,
	} {
		_, err := ai.ParseSearch(ai.DefaultSearch, args)
		require.EqualError(t, err, want, args)
	}
}

// TestSearchParameters checks that ParseSearch accepts all choices of the declared parameters, and
// that each range is valid.
func TestSearchParameters(t *testing.T) {
	for _, p := range ai.SearchParameters() {
		assert.NotEmpty(t, p.About)
		for _, value := range p.Choices {
			_, err := ai.ParseSearch(ai.DefaultSearch, p.Name+"="+value)
			assert.NoError(t, err)
		}
		if p.Choices == nil {
			assert.Less(t, p.Min, p.Max)
		}
	}
}

// duel plays a game of Elements between two bots. At each decision of the first bot, it also asks
// twin for the decision, in another world that looks the same to the seat. Both must choose the
// same option.
func duel(t *testing.T, first, other, twin ai.Bot, seed uint64) {
	t.Helper()
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: state.Seed(seed)})
	require.NoError(t, err)
	bots := [2]ai.Bot{first, other}
	r := state.Rand(seed)
	for m.Awaiting() != 0 {
		seat := m.Next()
		options := m.Options(seat, nil)
		answer := bots[seat].Choose(ai.NewAsk(m, seat, options))
		require.Contains(t, options, answer)
		if seat == 0 {
			world := m.Fork()
			world.Resample(seat, &r)
			require.Equal(t, answer, twin.Choose(ai.NewAsk(world, seat, options)))
		}
		m.Apply(state.Request{Seat: seat, Option: answer, Salt: r.Uint64()}, nil)
	}
}

// TestTreeThatGoesOn plays complete games with bots that reuse the tree of their previous decision.
// It checks that such a bot uses only information visible to its seat.
func TestTreeThatGoesOn(t *testing.T) {
	for _, name := range []string{"ismcts:60,reuse=yes", "ismcts:60,reuse=yes,leaf=now,worlds=3", "ismcts:3,reuse=yes"} {
		t.Run(name, func(t *testing.T) {
			duel(t, newBot(t, name, 1), newBot(t, "greedy", 2), newBot(t, name, 1), 5)
		})
	}
}

// TestForcedWin checks that the bot plays an immediate win without a search.
func TestForcedWin(t *testing.T) {
	m, err := nim.Deal(state.Setup{Seats: 2, Seed: 3})
	require.NoError(t, err)
	answer := newBot(t, "ismcts:1,forced=yes", 1).Choose(ai.NewAsk(m, 0, m.Options(0, nil)))
	assert.Equal(t, state.Option{Do: state.Take, Card: 3}, answer)
}

// TestValueJudges checks that a search evaluates leaves with the function in Search.Value.
func TestValueJudges(t *testing.T) {
	m, err := nim.Deal(state.Setup{Seats: 2, Seed: 100})
	require.NoError(t, err)
	for most, take := range map[bool]state.Card{true: 1, false: 3} {
		search, err := ai.ParseSearch(ai.DefaultSearch, "3,leaf=now,final=reward") // three iterations try each option once
		require.NoError(t, err)
		search.Value = func(w state.Machine, seat state.Seat) float32 {
			left := float32(w.Measure(seat, 0)) / 100
			if most {
				return left
			}
			return 1 - left
		}
		assert.Equal(t, state.Option{Do: state.Take, Card: take}, search.New(1).Choose(ai.NewAsk(m, 0, m.Options(0, nil))))
	}
}

// TestDominatedOptions checks that the bots never create an element that no card of their deck
// needs, even if most options create such an element.
func TestDominatedOptions(t *testing.T) {
	decks := []string{"3 Spark\n3 Ash Imp\n3 Furnace Ox\n3 Ember Adept\n3 Torch Runner\n3 War Shout\n3 Pit Bout", "orchard"}
	for _, name := range []string{"ismcts:20", "greedy"} {
		t.Run(name, func(t *testing.T) {
			var roster ai.Roster
			bot, err := roster.New("elements", name, 1)
			require.NoError(t, err)
			m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 1, Decks: decks})
			require.NoError(t, err)
			creations := 0
			for m.Awaiting() != 0 && creations < 12 {
				seat := m.Next()
				options := m.Options(seat, nil)
				o := bot.Choose(ai.NewAsk(m, seat, options))
				if text := m.Label(seat, o).Text; o.Do == elements.Create {
					creations++
					assert.Contains(t, [][]string{{"create red"}, {"create white", "create green"}}[seat], text)
				}
				m.Apply(state.Request{Seat: seat, Option: o}, nil)
			}
			assert.Positive(t, creations)
		})
	}
}

// BenchmarkSearch plays ismcts:200 against itself. One operation of the benchmark is a decision
// with two or more options and the forced moves before it.
func BenchmarkSearch(b *testing.B) {
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules} {
		b.Run(rules.Info().Name, func(b *testing.B) {
			start, err := rules.Deal(state.Setup{Seats: 2, Seed: 1})
			require.NoError(b, err)
			m := start.Fork()
			bots := [2]ai.Bot{newBot(b, "ismcts:200", 1), newBot(b, "ismcts:200", 2)}
			salts := state.Rand(1)
			var options []state.Option
			b.ReportAllocs()
			for b.Loop() {
				for open := false; !open; {
					if m.Awaiting() == 0 {
						m.Set(start)
					}
					seat := m.Next()
					options = m.Options(seat, options[:0])
					open = len(options) > 1
					answer := bots[seat].Choose(ai.NewAsk(m, seat, options))
					m.Apply(state.Request{Seat: seat, Option: answer, Salt: salts.Uint64()}, nil)
				}
			}
		})
	}
}
