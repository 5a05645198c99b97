package cardsim_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
)

// TestTurnModel checks the turn model, with a row for each of its sentences.
func TestTurnModel(t *testing.T) {
	for _, row := range []struct {
		sentence string
		check    func(t *testing.T)
	}{
		{"Player has a hand of cards. Each card has one or more actions available.", func(t *testing.T) {
			two := &card{Name: "two", Options: []option{simpleOption(cardsim.Text("left"), nil), simpleOption(cardsim.Text("right"), nil)}}
			s := play(t, game{HandLimit: 2, Cards: []*card{two, plainCard("one")}, Deck: []string{"two", "one"}}, 0)
			assert.Len(t, s.p().Hand(), 2)
			assert.ElementsMatch(t, []string{"two: left", "two: right", "one: go on"}, s.labels())
		}},
		{"Player chooses one action on one card.", func(t *testing.T) {
			s := play(t, game{HandLimit: 2, Cards: []*card{plainCard("a"), plainCard("b")}}, 0)
			s.choose("b: go on")
			assert.Equal(t, []string{"b: go on"}, s.eventTexts("choose"))
			assert.Equal(t, 1, s.p().TimesPlayed("b"))
			assert.Zero(t, s.p().TimesPlayed("a"))
		}},
		{"Action runs.", func(t *testing.T) {
			c := &card{Name: "a", Options: []option{{Text: cardsim.Text("do"), Choose: func(p *player) (message, error) {
				p.Stats.Score += 5
				return cardsim.Text("it is done"), nil
			}}}}
			s := play(t, game{Cards: []*card{c, plainCard("b")}}, 0)
			if s.labels()[0] == "b: go on" {
				s.choose("go on")
			}
			s.choose("a: do")
			assert.Equal(t, 5, s.p().Stats.Score)
			assert.Equal(t, []string{"it is done"}, s.eventTexts("tell"))
		}},
		{"Card is removed (after its action has run, before the rules).", func(t *testing.T) {
			c := &card{Name: "a", Cooldown: 9, Options: []option{simpleOption(cardsim.Text("do"), func(p *player) { p.Stats.Gold = len(p.Hand()) })}}
			look := &rule{Name: "look", Do: func(p *player) error { p.Stats.Score = 10 + len(p.Hand()); return nil }}
			s := play(t, game{Cards: []*card{c}, Rules: []*rule{look}}, 0)
			s.choose("do")
			assert.Equal(t, 1, s.p().Stats.Gold)
			assert.Equal(t, 10, s.p().Stats.Score)
		}},
		{"Every rule in the player's rule collection runs, in order from lowest step to highest.", func(t *testing.T) {
			s := play(t, game{Rules: []*rule{ruleSaying("c", 30), ruleSaying("a", -1), ruleSaying("b", 2)}}, 0)
			s.choose("go on", "go on")
			assert.Equal(t, []string{"a", "b", "c", "a", "b", "c"}, s.p().Stats.Said)
		}},
		{"If multiple rules have the same step number, they are run in shuffled order.", func(t *testing.T) {
			s := play(t, game{Rules: []*rule{ruleSaying("first", 0), ruleSaying("a", 1), ruleSaying("b", 1), ruleSaying("last", 2)}}, 0)
			seen := map[string]int{}
			for range 40 {
				s.p().Stats.Said = nil
				s.choose("go on")
				said := s.p().Stats.Said
				assert.Equal(t, []string{"first", "last"}, []string{said[0], said[3]})
				seen[said[1]+said[2]]++
			}
			assert.Len(t, seen, 2)
		}},
		{"Any changes to the rule collection requested during rule evaluation are applied after rules are applied.", func(t *testing.T) {
			b, c := ruleSaying("b", 2), ruleSaying("c", 2)
			var swap *rule
			swap = &rule{Name: "swap", Step: 1, Do: func(p *player) error {
				p.Stats.say("swap")
				return errors.Join(p.Rules.Add(c), p.Rules.Remove(b), p.Rules.Remove(swap))
			}}
			s := play(t, game{Rules: []*rule{swap, b}}, 0)
			s.choose("go on")
			assert.Equal(t, []string{"swap", "b"}, s.p().Stats.Said, "an added rule waits, a removed one still runs")
			s.choose("go on")
			assert.Equal(t, []string{"swap", "b", "c"}, s.p().Stats.Said)
		}},
		{"Turn counter increments (after the rules).", func(t *testing.T) {
			look := &rule{Name: "look", Do: func(p *player) error { p.Stats.Score = p.Turn; return nil }}
			s := play(t, game{Rules: []*rule{look}}, 0)
			s.choose("go on")
			assert.Equal(t, 1, s.p().Stats.Score)
			assert.Equal(t, 2, s.p().Turn)
		}},
		{"Player draws back to their hand limit.", func(t *testing.T) {
			more := &rule{Name: "more", Do: func(p *player) error { p.HandLimit++; return nil }}
			s := play(t, game{HandLimit: 2, Cards: []*card{plainCard("a"), plainCard("b"), plainCard("c"), plainCard("d")}, Rules: []*rule{more}}, 0)
			assert.Len(t, s.p().Hand(), 2)
			s.choose("go on")
			assert.Len(t, s.p().Hand(), 3)
			assert.Len(t, s.eventTexts("draw"), 2)
		}},
		{"If the deck and hand are empty, the game ends with an \"end of history\" error.", func(t *testing.T) {
			once := plainCard("once")
			once.Cooldown = 0
			s := play(t, game{Cards: []*card{once}}, 0)
			s.choose("go on")
			assert.ErrorIs(t, s.p().Failure(), cardsim.EndOfHistory)
			assert.Equal(t, cardsim.EndHistory, s.p().Ended().Name)
			assert.Equal(t, []string{"end of history: the deck and the hand are empty"}, s.eventTexts("end"))
			over, won := s.m.Result()
			assert.True(t, over)
			assert.Zero(t, won)
			assert.Empty(t, s.labels())
		}},
		{"Game outputs all visible stats, deferred messages, warning messages, other game status updates.", func(t *testing.T) {
			c := &card{Name: "a", Cooldown: 1, Options: []option{{Text: cardsim.Text("do"), Choose: func(p *player) (message, error) {
				p.Defer(cardsim.Text("later"))
				p.Stats.Score = 3
				return cardsim.Text("now"), cardsim.Warningf("mind the gap")
			}}}}
			s := play(t, game{Cards: []*card{c}, Rules: []*rule{{Name: "r", Do: func(p *player) error { p.Tell(cardsim.Text("rule")); return cardsim.Warningf("odd") }}}}, 0)
			s.choose("do")
			assert.Equal(t, []string{
				"choose: a: do", "tell: now", "tell: rule", "turn: turn 2", "draw: a", "tell: later",
				`warning: card "a", option 1: mind the gap`, `warning: rule "r" of step 0: odd`,
			}, s.told)
			assert.Equal(t, []cardsim.StatView{{Name: "Score", Value: "3", Delta: "+3"}, {Name: "Gold", Value: "0"}}, s.view().Stats)
		}},
		{"Next turn.", func(t *testing.T) {
			s := play(t, game{}, 0)
			s.choose("go on", "go on", "go on")
			assert.Equal(t, 4, s.m.Turn())
			assert.Equal(t, uint32(3), s.m.Seq())
		}},
	} {
		t.Run(row.sentence, row.check)
	}
}

// TestSeveralActions checks that rules and draws wait for the last action of a turn, and that
// Refund and EndTurn change the number of actions. It also checks that warnings are repeated at the
// end of the turn.
func TestSeveralActions(t *testing.T) {
	cards := []*card{{Name: "a", Cooldown: 1, Options: []option{
		simpleOption(cardsim.Text("go on"), nil),
		simpleOption(cardsim.Text("for free"), func(p *player) { p.Refund() }),
		simpleOption(cardsim.Text("no more"), func(p *player) { p.EndTurn() }),
		fallibleOption(cardsim.Text("warn"), func(p *player) error { p.Defer(cardsim.Text("deferred")); return cardsim.Warningf("hm") }),
		simpleOption(cardsim.Text("gain"), func(p *player) { p.Refund(); p.Refund() }),
	}}}
	g := game{HandLimit: 9, ActionsPerTurn: 3, Cards: cards, Deck: []string{"a", "a", "a", "a", "a", "a", "a", "a", "a"}, Rules: []*rule{ruleSaying("r", 0)}}

	s := play(t, g, 0)
	s.choose("a: go on", "a: go on")
	assert.Equal(t, []int{1, 1}, []int{s.p().Turn, s.p().ActionsLeft})
	assert.Empty(t, s.p().Stats.Said, "rules wait for the last action")
	assert.Len(t, s.p().Hand(), 7, "so does the draw")
	s.choose("a: go on")
	assert.Equal(t, []int{2, 3}, []int{s.p().Turn, s.p().ActionsLeft})
	assert.Equal(t, []string{"r"}, s.p().Stats.Said)

	s.choose("for free", "for free")
	assert.Equal(t, 3, s.p().ActionsLeft, "a refunded choice costs nothing")
	s.choose("gain")
	assert.Equal(t, 4, s.p().ActionsLeft)
	s.choose("no more")
	assert.Equal(t, []int{3, 3}, []int{s.p().Turn, s.p().ActionsLeft}, "the turn ends although actions are left")

	s.choose("warn")
	assert.Equal(t, []string{`card "a", option 4: hm`}, s.eventTexts("warning"), "directly after the choice")
	assert.Empty(t, s.eventTexts("tell"))
	s.choose("a: go on")
	assert.Empty(t, s.eventTexts("warning"))
	s.choose("a: go on")
	assert.Equal(t, []string{`card "a", option 4: hm`}, s.eventTexts("warning"), "and again at the end of the turn")
	assert.Equal(t, []string{"deferred"}, s.eventTexts("tell"))
}

// TestRefundsEnd checks that the turn ends even if a card always refunds its action and
// returns to the hand.
func TestRefundsEnd(t *testing.T) {
	c := &card{Name: "loop", Options: []option{fallibleOption(cardsim.Text("again"), func(p *player) error { p.Refund(); return p.Give("loop") })}}
	s := play(t, game{Cards: []*card{c}}, 0)
	for range 1000 {
		require.Equal(t, 1, s.m.Turn())
		s.choose("again")
	}
	assert.Equal(t, 2, s.m.Turn())
	assert.Equal(t, []string{"turn: ended after 1000 choices"}, s.eventTexts("warning"))
}

// TestThen checks that Then runs before the option's error is handled.
func TestThen(t *testing.T) {
	var after []message
	c := &card{Name: "a", Options: []option{fallibleOption(cardsim.Text("fail"), func(p *player) error { return errors.New("bad luck") })}}
	c.Then = func(p *player, o *option) error {
		after = append(after, o.Text)
		assert.Nil(t, p.Ended())
		assert.Len(t, p.Hand(), 1)
		return cardsim.Warningf("then")
	}
	s := play(t, game{Cards: []*card{c}}, 0)
	s.choose("fail")
	assert.Equal(t, []message{cardsim.Text("fail")}, after)
	assert.Equal(t, []string{`turn 1: card "a", option 1 failed: bad luck`}, s.eventTexts("failure"))
	assert.Equal(t, []string{`card "a", option 1: then`}, s.eventTexts("warning"))

	thens := 0
	act := &action{Name: "act", CardOption: simpleOption(cardsim.Text("act"), nil), Then: func(*player) error { thens++; return errors.New("no") }}
	s = play(t, game{Actions: []*action{act}}, 0)
	thens = 0 // the preview tried it
	s.choose("act")
	assert.Equal(t, 1, thens)
	assert.Equal(t, []string{`turn 1: action "act" failed: no`}, s.eventTexts("failure"))
}

// TestEndings checks that the first ending counts, and that the turn's rules still run after a rule
// has called End. It also checks that the game ends after MaxTurns.
func TestEndings(t *testing.T) {
	end := &rule{Name: "end", Step: 1, Do: func(p *player) error {
		p.Defer(cardsim.Text("good bye"))
		p.End(cardsim.Ending{Name: "peace", Text: cardsim.Text("All is well."), Won: true})
		p.End(cardsim.Ending{Name: "war"})
		return nil
	}}
	s := play(t, game{Rules: []*rule{end, ruleSaying("after", 2)}}, 0)
	s.choose("go on")
	assert.Equal(t, []string{"after"}, s.p().Stats.Said)
	assert.Equal(t, []string{"choose: day: go on", "tell: good bye", "end: All is well."}, s.told)
	over, won := s.m.Result()
	assert.True(t, over && won.Has(0))
	v := s.view()
	assert.Equal(t, []any{"peace", "All is well.", true}, []any{v.Ending, v.EndingText, v.Won})
	assert.Equal(t, []string{"1 turn, 1 card decided", "Score: 0", "Gold: 0"}, v.Summary)
	assert.Equal(t, 1000, s.m.Value(0))

	s = play(t, game{MaxTurns: 2, Rules: []*rule{{Name: "r", Do: func(p *player) error { p.Stats.Score += 4; return nil }}}}, 0)
	s.choose("go on")
	assert.Nil(t, s.p().Ended())
	s.choose("go on")
	assert.Equal(t, cardsim.EndTime, s.p().Ended().Name)
	assert.Equal(t, []string{"3 turns, 2 cards decided", "Score: 0 → 8", "Gold: 0"}, s.view().Summary)
	assert.Contains(t, s.m.Draw(0), "Score: 0 → 8")
	assert.Equal(t, 500, s.m.Value(0), "the end of time does not count as a loss")
}
