package conformance

import (
	"bytes"
	"fmt"
	"time"

	"gamed/protocol"
)

// timed is what a bot gets for each decision in the steps about the clock, and
// timedAnswers how many decisions there are.
const (
	timed        = 2 * time.Second
	timedAnswers = 20
)

// slow is the budget of the step in which each world takes slowWorld to come: to use it
// up takes more time than there is.
var slow = protocol.Budget{Worlds: 16, Steps: 70}

const (
	slowWorld   = 40 * time.Millisecond
	slowAnswers = 2
)

// modelled is the budget in the steps about the forward model, and modelledAnswers how
// many decisions there are.
var modelled = protocol.Budget{Worlds: 16, Steps: 256}

const modelledAnswers = 3

const repeatsMend = `Draw all chance from the "seed" of joined, and let no clock and no order of a hash table decide. Or do not claim it: leave "repeats" out of the hello.`

// claimSteps are about what a bot says of itself, its clock, and what it may use.
var claimSteps = []botStep{
	{"repeats", "the same game is answered alike", repeatsMend, func(t *BotTest) string { return t.repeats(false) }},
	{"repeats", "so it is in another process", repeatsMend, func(t *BotTest) string { return t.repeats(true) }},
	{"clock", "answers come within their time", clockMend, func(t *BotTest) string {
		if took := t.clock(&usual, timedAnswers); took > timed {
			t.fail("an answer took %v, and its time was %v", took.Round(time.Millisecond), timed)
		}
		return ""
	}},
	{"clock", "they do when the arena stalls", clockMend + " Look at the clock before each fork and apply, and leave a margin.", func(t *BotTest) string {
		if took := t.clock(&slow, slowAnswers); took > timed {
			t.warn("an answer took %v, and its time was %v: each world took %v to come", took.Round(time.Millisecond), timed, slowWorld)
		}
		return ""
	}},
	{"forward model", "it plays without one", `Send a fork only if joined had a "budget".`, func(t *BotTest) string {
		if g := t.model(nil, false); g.forks > 0 {
			t.warn("it sent %s, and joined had no budget", plural(g.forks, "fork"))
		}
		return ""
	}},
	{"forward model", "it keeps within the budget", "Count worlds and steps, or release worlds that are not needed any more.", func(t *BotTest) string {
		g := t.model(&modelled, false)
		if g.refused > 0 {
			t.warn("%d of %d of its forks and applies were refused", g.refused, g.forks)
		}
		return fmt.Sprintf("%s and applies for %s", plural(g.forks, "fork"), plural(count(g.answers), "decision"))
	}},
	{"forward model", "it makes do with a small budget", "When a fork or an apply is refused with over_budget, choose with what you know by then.", func(t *BotTest) string {
		g := t.model(&protocol.Budget{Worlds: 1, Steps: 2}, false)
		return fmt.Sprintf("%d of %d refused", g.refused, g.forks)
	}},
	{"forward model", "its worlds may go while it looks ahead", "When an apply is refused with no_world the decision has changed: answer the one of the newest update.", func(t *BotTest) string {
		t.model(&modelled, true)
		return ""
	}},
}

const clockMend = `Keep to "ends_ms" of the decision: milliseconds from when it was sent until the default is chosen.`

// repeats plays a game twice, and compares the answers.
func (t *BotTest) repeats(anew bool) string {
	t.greeted()
	if !t.hello.Repeats {
		t.skip("it does not claim to repeat")
	}
	p := place{n: 200}
	first := t.whole(p)
	t.whole(place{n: 201}) // what it keeps between games shows
	if anew {
		t.drop()
	}
	if again := t.whole(p); !bytes.Equal(first.answers, again.answers) {
		t.fail("the same game, with the same seed, was answered otherwise:\n%s\n%s", clip(string(first.answers)), clip(string(again.answers)))
	}
	return plural(count(first.answers), "answer")
}

// clock plays some decisions with a time for each, and returns how long the slowest
// answer took. Worlds are slow if the budget is that.
func (t *BotTest) clock(budget *protocol.Budget, answers int) time.Duration {
	g := t.sit(place{n: 300, budget: budget, clock: &protocol.Clock{PerDecision: timed.Milliseconds(), Absent: protocol.AbsentForfeit}})
	g.slow = budget == &slow
	for n := 0; n < answers && g.slowest <= timed && g.advance(); n++ {
		t.ask(nil)
	}
	t.over()
	if g.slow && g.forks == 0 {
		t.skip("it uses no worlds, which could be slow")
	}
	return g.slowest
}

// model lets the bot play a few decisions with that budget, nil for none. With overtake a newer
// decision comes at its first apply.
func (t *BotTest) model(budget *protocol.Budget, overtake bool) *table {
	g := t.sit(place{n: 400, budget: budget, alone: budget == nil})
	g.overtake = overtake
	for n := 0; n < modelledAnswers && g.advance(); n++ {
		t.ask(nil)
	}
	t.over()
	if budget != nil && g.forks == 0 {
		t.skip("it does not use it")
	}
	return g
}
