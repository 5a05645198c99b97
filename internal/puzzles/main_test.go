package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/rules/builtin"
	"gamed/rules/elements"
	"gamed/rules/elements/puzzle"
	"gamed/state"
)

// TestPuzzles checks the solution of every puzzle that gamed contains. If the test fails after a
// change of the cards or the rules, run the command puzzles to find new puzzles.
func TestPuzzles(t *testing.T) {
	f := newFinder("greedy")
	puzzles := builtin.Elements().Puzzles
	assert.GreaterOrEqual(t, len(puzzles), 36)
	ids := map[string]bool{}
	luck := 1_000_000
	for _, one := range puzzles {
		assert.False(t, ids[one.ID], one.ID)
		ids[one.ID] = true
		decks := [2]string{one.Start.Seats[0].Deck, one.Start.Seats[1].Deck}
		p, err := f.position(f.spec(decks, one.Start.Chance), one.Start.Opening)
		require.NoError(t, err, one.ID)
		assert.EqualValues(t, 0, p.Active, one.ID)
		assert.EqualValues(t, one.Turn, p.Turn, one.ID)
		r, ok := puzzle.Rate(p)
		require.True(t, ok, "%s: no forced win", one.ID)
		assert.Equal(t, one.Card, r.Card, one.ID)
		assert.Equal(t, one.Luck, r.Luck, one.ID)
		assert.Equal(t, one.Solution, r.Solution, one.ID)
		assert.Equal(t, one.Solution, solve(p, one.Solution), one.ID)
		assert.LessOrEqual(t, one.Luck, luck, "%s is out of order", one.ID)
		luck = one.Luck
	}
}

// solve plays a solution against the puzzle's bot, as on a server. It returns the choices that were
// possible, or nil if the turn or the game ends and seat 0 has not won.
func solve(p *elements.Position, solution []string) (made []string) {
	m, bot := elements.Rules.At(*p), puzzle.Bot().New(1)
	for at := m.Position(); !at.Over && at.Turn == p.Turn; {
		seat := at.Awaiting.Without(0).First() // the bot answers first
		if at.Awaiting == state.Only(0) {
			seat = 0
		}
		options := elements.Rules.Options(at, seat, nil)
		choice := options[0]
		switch {
		case seat != 0:
			choice = bot.Choose(ai.NewAsk(m, seat, options))
		case len(options) > 1:
			i := slices.IndexFunc(options, func(o state.Option) bool {
				return len(made) < len(solution) && elements.Rules.Label(at, 0, o).Text == solution[len(made)]
			})
			if i < 0 {
				return made
			}
			choice, made = options[i], append(made, solution[len(made)])
		}
		m.Apply(state.Request{Seat: seat, Option: choice}, nil)
	}
	if m.Position().Won != state.Only(0) {
		return nil
	}
	return made
}

// TestFind checks that two finders with the same bot find the same puzzles.
func TestFind(t *testing.T) {
	found := [2][]puzzle.FoundPuzzle{}
	for i := range found {
		f := newFinder("greedy")
		for n := range 3 {
			one, err := f.findInGame(n)
			require.NoError(t, err)
			found[i] = append(found[i], one...)
		}
	}
	assert.Equal(t, found[0], found[1])
}

// TestChoose checks that choose limits the number of similar puzzles and sorts the puzzles.
func TestChoose(t *testing.T) {
	one := func(id, card string, luck int) puzzle.FoundPuzzle {
		return puzzle.FoundPuzzle{ID: id, Chance: id, Decks: [2]string{"a", id}, Rating: puzzle.Rating{Card: card, Luck: luck, Solution: []string{"play " + id + " on Sprout t1"}}}
	}
	again, alike := one("e", "Hush", 1), one("i", "Hush", 1)
	again.Chance = "d"
	alike.Solution = []string{"play d on Sprout t2"}
	chosen := choose([]puzzle.FoundPuzzle{one("a", "Spark", 1), one("b", "Spark", 9), one("c", "Ash Imp", 3), one("d", "Hush", 2), one("f", "Spark", 4), one("g", "Spark", 6), one("h", "Spark", 5), again, alike}, 9)
	var ids []string
	for _, one := range chosen {
		ids = append(ids, one.ID)
	}
	assert.Equal(t, []string{"b", "g", "h", "f", "c", "d"}, ids)
}

// TestDefence checks the puzzle's bot after each wrong first choice in twelve puzzles. Random play must
// then not win against the bot, and the bot's replies must not depend on its seed.
func TestDefence(t *testing.T) {
	f := newFinder("greedy")
	played := 0
	for _, one := range builtin.Elements().Puzzles[:12] {
		decks := [2]string{one.Start.Seats[0].Deck, one.Start.Seats[1].Deck}
		p, err := f.position(f.spec(decks, one.Start.Chance), one.Start.Opening)
		require.NoError(t, err, one.ID)
		for _, o := range elements.Rules.Options(p, 0, nil) {
			m := elements.Rules.At(*p)
			m.Apply(state.Request{Option: o}, nil)
			if puzzle.New(p, 100_000, true).Distance(m.Position()) != puzzle.Lost {
				continue
			}
			played++
			random, err := f.roster.New(elements.Rules.Name, "random", 1)
			require.NoError(t, err)
			for at := m.Position(); !at.Over && at.Turn == p.Turn; {
				seat := at.Next()
				ask := ai.NewAsk(m, seat, elements.Rules.Options(at, seat, nil))
				choice := state.Option{}
				if seat == 0 {
					choice = random.Choose(ask)
				} else {
					bot, again := puzzle.Bot().New(1), puzzle.Bot().New(2)
					choice = bot.Choose(ask)
					assert.Equal(t, choice, again.Choose(ask))
				}
				m.Apply(state.Request{Seat: seat, Option: choice}, nil)
			}
			assert.False(t, m.Position().Over, "%s after %v", one.ID, o)
		}
	}
	assert.Greater(t, played, 12)
}
