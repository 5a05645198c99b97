package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	. "gamed/state"
)

// playedCard starts a game in which seat 0 has played a card of kind k and no seat has responded.
func playedCard(t *testing.T, k Kind, others ...[]Kind) *session {
	g := startWithHands(t, append([][]Kind{{k, gift, storm}}, others...)...)
	g.say(0, play, k)
	for ss := g.s.Playing; ss != 0; ss &= ss - 1 {
		g.pass(ss.First())
	}
	return g
}

func (g *session) optionsAre(seat Seat, want ...Option) {
	g.t.Helper()
	assert.Equal(g.t, want, tinyRules.Options(&g.s, seat, nil))
}

func TestMay(t *testing.T) {
	g := playedCard(t, offer, nil)
	g.stackIs("turn(0) > effect(0 offer) > ask(0 offer)")
	g.optionsAre(0, Option{Do: No}, Option{Do: Yes})
	g.optionsAre(1)
	yes := *g
	yes.say(0, Yes, 0)
	g.say(0, No, 0)
	assert.EqualValues(t, 1, g.s.Score[0], "the default skips the body")
	assert.EqualValues(t, 3, yes.s.Score[0])
}

// TestPick checks a card that lets its player pick up to two cards, in ascending order, and scores
// their number.
func TestPick(t *testing.T) {
	g := playedCard(t, harvest, nil)
	g.optionsAre(0, Option{Do: Take, Card: Card(gift)}, Option{Do: Take, Card: Card(storm)})
	g.say(0, Take, storm)
	assert.EqualValues(t, 2, g.s.Score[0], "no card above the storm is left, so the pick stops")
	assert.Equal(t, setOf(Card(gift)), g.s.Hand[0])

	g = playedCard(t, harvest, nil)
	g.say(0, Take, gift)
	g.stackIs("turn(0) > effect(0 harvest) > choice(0 harvest)")
	g.optionsAre(0, Option{Do: Done}, Option{Do: Take, Card: Card(storm)})
	g.say(0, Done, 0)
	assert.EqualValues(t, 2, g.s.Score[0])
	assert.Equal(t, setOf(Card(storm)), g.s.Hand[0])
}

func TestEachOther(t *testing.T) {
	g := playedCard(t, storm, nil, nil, nil)
	assert.Equal(t, [4]int8{0, -1, -1, -1}, g.s.Score)
}

// TestEachOtherSkipsDeparted checks that an EachOther skips seats that have left the game. One
// seat leaves before the EachOther, and another while the card asks it.
func TestEachOtherSkipsDeparted(t *testing.T) {
	g := startWithHands(t, []Kind{toll}, []Kind{gift}, []Kind{gift, storm}, []Kind{gift})
	g.say(1, Resign, 0)
	g.say(0, play, toll)
	g.pass(0, 2, 3)
	g.stackIs("turn(0) > effect(0 toll) > choice(0 toll)")
	assert.Equal(t, Only(2), g.s.Awaiting, "seat 1 is not asked")
	g.say(2, Resign, 0)
	assert.Equal(t, Only(3), g.s.Awaiting, "seat 2 has no further decision")
	g.say(3, Take, gift)
	g.stackIs("turn(0) > effect(0 toll) > ask(0 toll)")
	g.say(3, Yes, 0)
	g.stackIs("turn(0)")
	assert.Equal(t, [4]int8{0, 0, 0, -1}, g.s.Score)
	assert.Equal(t, 2, g.s.Hand[2].Len(), "the seat has discarded no card")
}

// TestResignInTheMiddleOfAChoice checks that the game continues after the seat that a card asks has
// resigned.
func TestResignInTheMiddleOfAChoice(t *testing.T) {
	for _, k := range []Kind{offer, harvest} {
		g := playedCard(t, k, nil, nil)
		g.say(0, Resign, 0)
		g.stackIs("turn(0)")
		assert.Equal(t, seatsOf(1, 2), g.s.Awaiting)
		assert.False(t, g.s.Over)
		g.pass(1, 2)
		g.stackIs("turn(1)")
	}
}

// TestResignOfTheSeatThatIsNotAsked checks that the decision of another seat stays open.
func TestResignOfTheSeatThatIsNotAsked(t *testing.T) {
	g := playedCard(t, offer, nil, nil)
	g.say(2, Resign, 0)
	g.stackIs("turn(0) > effect(0 offer) > ask(0 offer)")
	g.say(0, Yes, 0)
	assert.EqualValues(t, 3, g.s.Score[0])
}

// TestLastOneWins checks that the game ends immediately when one seat is left, even if frames
// remain on the stack.
func TestLastOneWins(t *testing.T) {
	g := playedCard(t, offer, nil)
	g.say(1, Resign, 0)
	assert.True(t, g.s.Over)
	assert.Equal(t, Only(0), g.s.Won)
	assert.Zero(t, g.s.Awaiting)
	g.optionsAre(0)
	err := request(&g.s, Request{Seat: 0, Option: Option{Do: Resign}}, nil)
	assert.Equal(t, &Refusal{Reason: GameOver}, err)
	g.s.End(AllSeats(2))
	assert.Equal(t, Only(0), g.s.Won, "the first end counts")
}

// TestTriggers checks that triggers wait for the effect that causes them, and that the last one
// resolves first.
func TestTriggers(t *testing.T) {
	g := playedCard(t, chime, nil)
	g.stackIs("turn(0) > bell(0 low bell) > bell(0 high bell)")
	assert.EqualValues(t, 1, g.s.Score[0], "the chime has gone on to its end")
	g.say(0, play, gift) // seats may respond to a bell as to a play
	g.stackIs("turn(0) > bell(0 low bell) > bell(0 high bell) > play(0 gift)")
	g.pass(0, 1)
	assert.EqualValues(t, 2, g.s.Score[0])
	g.pass(0, 1)
	g.stackIs("turn(0) > bell(0 low bell)")
	assert.EqualValues(t, 1, g.s.Score[0])
	g.pass(0, 1)
	g.stackIs("turn(0)")
	assert.EqualValues(t, 2, g.s.Score[0])
	var rung []Kind
	for _, e := range g.log.Events {
		if e.What == rang {
			rung = append(rung, e.Kind)
		}
	}
	assert.Equal(t, []Kind{highBell, lowBell}, rung)
	assert.Equal(t, [MaxDue]Frame{}, g.s.Due, "stacked triggers are forgotten")
}

// TestTriggersInterruptWithoutHolds checks that triggers interrupt an effect if its phase does
// not hold triggers.
func TestTriggersInterruptWithoutHolds(t *testing.T) {
	rules := *tinyRules
	rules.Phases = append([]Phase[tiny](nil), rules.Phases...)
	rules.Phases[effectPhase].Holds = false
	rules.Phases[effectPhase].Run = rules.RunCode
	s := startWithHands(t, []Kind{chime}, nil).s
	for _, o := range []Option{{Do: play, Card: Card(chime)}, {Do: pass}} {
		rules.Apply(&s, 0, o, nil)
	}
	rules.Apply(&s, 1, Option{Do: pass}, nil)
	assert.Equal(t, "turn(0) > effect(0 chime) > bell(0 low bell)", s.stack())
	assert.EqualValues(t, 0, s.Score[0])
}
