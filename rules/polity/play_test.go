package polity

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A gameCounts counts events in many games.
type gameCounts struct {
	games, turns int
	endings      map[string]int
	choices      map[string]int // by card and option, or action
	laws         [lawCount]int
}

func newGameCounts() *gameCounts {
	return &gameCounts{endings: make(map[string]int), choices: make(map[string]int)}
}

func (y *gameCounts) play(t testing.TB, games int, choose chooser) {
	for seed := range games {
		p := play(t, uint64(seed), choose, func(m *machine, o state.Option) {
			switch p := m.Player(); o.Do {
			case cardsim.Choose:
				y.choices[choice(p.Hand()[o.Card-1].Name, int(o.Target))]++
			case cardsim.Act:
				y.choices[actions[o.Card-1].Name]++
			}
			for l, in := range m.Player().Stats.Laws {
				if in {
					y.laws[l]++
				}
			}
		})
		require.NoError(t, p.Failure())
		y.games++
		y.turns += p.Turn
		y.endings[p.Ended().Name]++
	}
}

func choice(card string, option int) string { return fmt.Sprintf("%s, option %d", card, option) }

// TestBalance checks the length of games, and that play reaches every card, option,
// action, law and ending. With -v it prints the counts.
func TestBalance(t *testing.T) {
	chance, skill := newGameCounts(), newGameCounts()
	chance.play(t, 2500, random)
	skill.play(t, 80, lookAhead)

	inChance, inSkill := float64(chance.turns)/float64(chance.games), float64(skill.turns)/float64(skill.games)
	t.Logf("turns: %.1f random, %.1f looking one choice ahead", inChance, inSkill)
	assert.InDelta(t, 42, inChance, 10, "turns of a random game")
	assert.Greater(t, inSkill, inChance)
	won := 0
	for _, e := range endings {
		if e.Won {
			won += skill.endings[e.Name]
		}
	}
	assert.Greater(t, won, skill.games/2, "looking ahead should mostly win")

	for _, c := range Game().Cards {
		for i := range c.Options {
			assert.Positive(t, chance.choices[choice(c.Name, i+1)], "never chosen: %s", choice(c.Name, i+1))
		}
	}
	for _, a := range actions {
		assert.Positive(t, chance.choices[a.Name], "never done: %s", a.Name)
	}
	for l := range laws {
		assert.Positive(t, chance.laws[l], "never in force: %s", laws[l].text)
	}

	crowned := lookAheadFor(func(p *player) int {
		if p.Stats.Laws[termless] && p.Ended() == nil {
			return value(p) + 1000
		}
		return value(p)
	})
	wilful := newGameCounts()
	for _, choose := range []chooser{
		crowned, maximize(speech), maximize(army), maximize(resentment), maximize(grudge), maximize(corruption), maximize(rumble), minimize(people), minimize(treasury),
		lookAheadFor(func(p *player) int { return p.Stats.StatLiberties() }),
	} {
		wilful.play(t, 12, choose)
	}
	byChance := 0
	for _, e := range endings {
		n, of := chance.endings[e.Name], "random"
		if n > 0 {
			byChance++
			assert.Less(t, n, chance.games*2/5, "too many games end with %s", e.Name)
		} else if n, of = skill.endings[e.Name], "greedy"; n == 0 {
			n, of = wilful.endings[e.Name], "wilful"
		}
		t.Logf("%-12s %4d of the %s games", e.Name, n, of)
		assert.Positive(t, n, "no game reached the ending %s", e.Name)
	}
	assert.GreaterOrEqual(t, byChance, 14, "endings that chance reaches")
	known := slices.Collect(maps.Keys(chance.endings))
	slices.SortFunc(known, cmp.Compare)
	assert.Subset(t, Game().Endings, known)
}

// idle goes fishing whenever it can. Otherwise it looks one choice ahead.
func idle(m *machine, options []state.Option, r *state.Rand) state.Option {
	for _, o := range options {
		if o.Do == cardsim.Act && actions[o.Card-1].Name == "go fishing" {
			return o
		}
	}
	return lookAhead(m, options, r)
}

// lookAhead looks one choice ahead for the best value.
var lookAhead = lookAheadFor(func(p *player) int { return value(p) })

// nearlyIdle returns a chooser that plays as idle does, except for one choice in four.
func nearlyIdle() chooser {
	made := 0
	return func(m *machine, options []state.Option, r *state.Rand) state.Option {
		if made++; made%4 == 0 {
			return lookAhead(m, options, r)
		}
		return idle(m, options, r)
	}
}

// TestIdleness checks that play that leaves most matters undecided wins no more often
// than random play. With -v it prints the shares of the endings for docs/cardsim.md.
func TestIdleness(t *testing.T) {
	var bots [3]*gameCounts
	for i, choose := range []chooser{random, idle, nearlyIdle()} {
		bots[i] = newGameCounts()
		bots[i].play(t, 500, choose)
	}
	won := func(y *gameCounts) (n int) {
		for _, e := range endings {
			if e.Won {
				n += y.endings[e.Name]
			}
		}
		return n
	}
	for _, e := range endings {
		t.Logf("%-12s random %5.1f %%, idle %5.1f %%, nearly idle %5.1f %%", e.Name,
			float64(bots[0].endings[e.Name])/5, float64(bots[1].endings[e.Name])/5, float64(bots[2].endings[e.Name])/5)
	}
	t.Logf("won: %d, %d and %d of 500", won(bots[0]), won(bots[1]), won(bots[2]))
	assert.Zero(t, won(bots[1]), "an idle Chancellor wins")
	assert.LessOrEqual(t, won(bots[2]), won(bots[0]), "a nearly idle Chancellor wins more often than chance")
}

// TestBounds checks that random play keeps every number within its limits.
func TestBounds(t *testing.T) {
	for seed := range uint64(150) {
		play(t, seed, random, func(m *machine, _ state.Option) {
			n := m.Player().Stats
			for i, f := range fields {
				if x := *f.pointer(n); x < f.least || x > f.most {
					require.Failf(t, "out of bounds", "seed %d, turn %d: field %d is %d", seed, m.Turn(), i, x)
				}
			}
			for _, x := range []int{n.StatLiberties(), n.StatProsperity(), n.StatOrder(), n.StatApproval()} {
				require.True(t, x >= 0 && x <= 100, "seed %d, turn %d: a rating is %d", seed, m.Turn(), x)
			}
			require.Less(t, len(m.Player().Hand()), 8, "seed %d, turn %d: the hand has grown", seed, m.Turn())
		})
	}
}

// TestNoWarnings checks that ordinary play causes no warnings. A warning would be a mistake in a card.
func TestNoWarnings(t *testing.T) {
	for seed := range uint64(25) {
		m, r := deal(t, seed), state.Rand(seed)
		for {
			options := m.Options(0, nil)
			if len(options) == 0 {
				break
			}
			var log state.Log
			m.Apply(state.Request{Option: options[r.N(len(options))]}, &log)
			for _, e := range log.Events {
				told := m.Tell(e, 0)
				require.NotEqual(t, "warning", told.What, "seed %d, turn %d: %s", seed, m.Turn(), told.Text)
			}
		}
	}
}

// TestReplay checks that games replay from seed and requests, with and without
// a log.
func TestReplay(t *testing.T) {
	for seed := range uint64(20) {
		var past []state.Request
		first, r := deal(t, seed), state.Rand(seed)
		for {
			options := first.Options(0, nil)
			if len(options) == 0 {
				break
			}
			q := state.Request{Decision: first.Decision(0), Option: options[r.N(len(options))], Salt: r.Uint64()}
			require.NoError(t, first.Check(q))
			past = append(past, q)
			first.Apply(q, nil)
		}
		again := deal(t, seed)
		for _, q := range past {
			again.Apply(q, new(state.Log))
		}
		require.Equal(t, string(first.AppendState(nil)), string(again.AppendState(nil)), "seed %d", seed)
	}
}

// TestFork checks that a fork and its original do not affect each other.
func TestFork(t *testing.T) {
	for seed := range uint64(20) {
		play(t, seed, random, func(m *machine, _ state.Option) {
			if m.Turn()%9 != 0 {
				return
			}
			before := m.AppendState(nil)
			one, other := m.Fork(), m.Fork()
			r := state.Rand(seed)
			for range 6 {
				options := one.Options(0, nil)
				if len(options) == 0 {
					break
				}
				q := state.Request{Option: options[r.N(len(options))], Salt: r.Uint64()}
				one.Apply(q, nil)
				require.True(t, bytes.Equal(before, m.AppendState(nil)), "seed %d: the fork changed the original", seed)
				other.Apply(q, nil)
				require.Equal(t, string(one.AppendState(nil)), string(other.AppendState(nil)), "seed %d", seed)
			}
		})
	}
}
