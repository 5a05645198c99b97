package conformance

import (
	"bytes"
	"fmt"
	"time"

	"gamed/protocol"
	"gamed/state"
)

const newFix = "Reset all state at a joined: decision ids start again, and the seat and number of seats may differ."

// gameSteps tests consecutive games.
var gameSteps = []botStep{
	{"games", "it is silent after a game", "After an over message, wait for the next joined message.", func(t *BotTest) {
		t.ask(nil)
		t.sendOver()
		t.checkQuiet("after the game")
	}},
	{"games", "it forgets the previous game", newFix, func(t *BotTest) {
		for range 2 {
			t.startGame(dealSpec{number: 3})
			t.askedGame()
			t.ask(nil)
			t.sendOver()
		}
	}},
	{"games", "it plays from a different seat", newFix, func(t *BotTest) {
		if t.Rules[0].Info().MaxSeats < 2 {
			t.skip("%s has one seat", t.Rules[0].Info().Name)
		}
		for seat := range 2 {
			t.startGame(dealSpec{number: 4, seat: seat})
			t.ask(nil)
			t.sendOver()
		}
	}},
	{"games", "it plays with a different number of seats", newFix, func(t *BotTest) {
		info := t.Rules[0].Info()
		if info.MinSeats == info.MaxSeats {
			t.skip("%s always has %s", info.Name, plural(info.MinSeats, "seat"))
		}
		for _, seats := range []int{info.MaxSeats, info.MinSeats} {
			t.startGame(dealSpec{number: 5, seats: seats, seat: seats - 1})
			t.ask(nil)
			t.sendOver()
		}
	}},
	{"games", "it accepts a game that ends before its first decision", "Handle an over at any time.", func(t *BotTest) {
		t.startGame(dealSpec{number: 6})
		t.sendOver()
		t.checkQuiet("after the game")
	}},
	{"games", "it accepts a joined in the middle of a game", newFix + " A game may end without an over, even during a decision.", func(t *BotTest) {
		g := t.startGame(dealSpec{number: 7})
		if g.advance() {
			t.write(g.update(true))
		}
		t.game = nil // so that no over is sent
		t.startGame(dealSpec{number: 8})
		t.ask(nil)
	}},
	{"games", "bye ends it in the middle of a game", byeFix, func(t *BotTest) {
		g := t.askedGame()
		t.write(g.update(true))
		t.awaitReply()
		t.bye()
	}},
}

// playSteps returns the steps that play whole games of a ruleset.
func playSteps(rules state.Dealer) []botStep {
	info := rules.Info()
	part := "whole games of " + info.Name
	var resigned bool
	return []botStep{
		{part, "all answers are legal", "Choose only options of the latest decision.", func(t *BotTest) {
			answers := 0
			for n := range t.Games {
				seats := info.MinSeats + n%(info.MaxSeats-info.MinSeats+1)
				g := t.playWhole(dealSpec{rules: rules, seats: seats, seat: n, number: 100 + n})
				resigned = resigned || g.resigned
				answers += countAnswers(g.answers)
			}
			t.note = fmt.Sprintf("%s, %s", plural(t.Games, "game"), plural(answers, "answer"))
		}},
		{part, "it does not resign", "Do not resign: it counts as a loss.", func(t *BotTest) {
			if resigned {
				t.warn("it resigned")
			}
		}},
	}
}

// playWhole plays a game until it ends.
func (t *BotTest) playWhole(p dealSpec) *botGame {
	g := t.startGame(p)
	for g.advance() {
		t.ask(nil)
	}
	t.sendOver()
	return g
}

func countAnswers(answers []byte) (n int) {
	for _, c := range answers {
		if c == ' ' {
			n++
		}
	}
	return n
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// clockLimit is the time per decision in the clock steps. clockAnswers is the number of decisions.
const (
	clockLimit   = 2 * time.Second
	clockAnswers = 20
)

// slowBudget is the budget in the step with slow worlds. A bot that uses all of it takes longer
// than clockLimit.
var slowBudget = protocol.Budget{Worlds: 16, Steps: 70}

const (
	slowWorld   = 40 * time.Millisecond
	slowAnswers = 2
)

// modelBudget is the budget in most of the forward model steps. modelAnswers is the number of
// decisions.
var modelBudget = protocol.Budget{Worlds: 16, Steps: 256}

const modelAnswers = 3

const repeatsFix = `Take all random numbers from the "seed" of joined, and depend on no clock or hash order. Or remove "repeats" from the hello.`

// claimSteps tests the clock, the forward model, and the claim "repeats" in the bot's hello.
var claimSteps = []botStep{
	{"repeats", "it repeats its answers", repeatsFix, func(t *BotTest) { t.checkRepeats(false) }},
	{"repeats", "it repeats its answers in a new process", repeatsFix, func(t *BotTest) { t.checkRepeats(true) }},
	{"clock", "it answers in time", clockFix, func(t *BotTest) {
		if took := t.playTimed(&usualBudget, clockAnswers); took > clockLimit+t.Slack {
			t.fail("an answer took %v of %v", took.Round(time.Millisecond), clockLimit)
		}
	}},
	{"clock", "it answers in time when worlds are slow", clockFix + " Check the clock before each fork and apply, and leave a margin.", func(t *BotTest) {
		if took := t.playTimed(&slowBudget, slowAnswers); took > clockLimit+t.Slack {
			t.warn("an answer took %v of %v; each world took %v", took.Round(time.Millisecond), clockLimit, slowWorld)
		}
	}},
	{"forward model", "it plays without a forward model", `Send forks only if joined has a "budget".`, func(t *BotTest) {
		if t.ensureGreeted(); t.hello.Forks {
			t.skip("its hello has forks, so it has a forward model in every game")
		}
		if g := t.playModel(nil, false); g.forks > 0 {
			t.warn("it sent %s without a budget", plural(g.forks, "fork"))
		}
	}},
	{"forward model", "it stays within the budget", "Count worlds and steps, and release worlds you no longer need.", func(t *BotTest) {
		g := t.playModel(&modelBudget, false)
		if g.refused > 0 {
			t.warn("%d of %d forks and applies refused", g.refused, g.forks)
		}
		t.note = fmt.Sprintf("%s and applies for %s", plural(g.forks, "fork"), plural(countAnswers(g.answers), "decision"))
	}},
	{"forward model", "it plays with a small budget", "After the error over_budget, choose with the results so far.", func(t *BotTest) {
		g := t.playModel(&protocol.Budget{Worlds: 1, Steps: 2}, false)
		t.note = fmt.Sprintf("%d of %d refused", g.refused, g.forks)
	}},
	{"forward model", "it accepts the loss of its worlds", "After the error no_world, answer the decision of the newest update.", func(t *BotTest) { t.playModel(&modelBudget, true) }},
}

const clockFix = `Answer within "ends_ms" of the decision, in milliseconds since it was sent.`

// checkRepeats plays the same game twice, with another game in between, and compares the answers. If
// anew is set, a new process plays the second time.
func (t *BotTest) checkRepeats(anew bool) {
	t.ensureGreeted()
	if !t.hello.Repeats {
		t.skip("its hello has no repeats")
	}
	p := dealSpec{number: 200}
	first := t.playWhole(p)
	t.playWhole(dealSpec{number: 201}) // reveals state that the bot keeps between games
	if anew {
		t.endBot()
	}
	if again := t.playWhole(p); !bytes.Equal(first.answers, again.answers) {
		t.fail("its answers differ for the same seed:\n%s\n%s", clip(string(first.answers)), clip(string(again.answers)))
	}
	t.note = plural(countAnswers(first.answers), "answer")
}

// playTimed plays some decisions with a clock and returns the longest answer time. With slowBudget,
// worlds are delayed.
func (t *BotTest) playTimed(budget *protocol.Budget, answers int) time.Duration {
	g := t.startGame(dealSpec{number: 300, budget: budget, clock: &protocol.Clock{PerDecision: clockLimit.Milliseconds(), Absent: protocol.AbsentForfeit}})
	g.delayWorlds = budget == &slowBudget
	for n := 0; n < answers && g.slowest <= clockLimit+t.Slack && g.advance(); n++ {
		t.ask(nil)
	}
	t.sendOver()
	if g.delayWorlds && g.forks == 0 {
		t.skip("it does not use the forward model")
	}
	return g.slowest
}

// playModel plays some decisions with a budget, or without a forward model if budget is nil. If
// overtake is set, a newer decision arrives at the first apply.
func (t *BotTest) playModel(budget *protocol.Budget, overtake bool) *botGame {
	g := t.startGame(dealSpec{number: 400, budget: budget, withoutModel: budget == nil})
	g.overtakeAtApply = overtake
	for n := 0; n < modelAnswers && g.advance(); n++ {
		t.ask(nil)
	}
	t.sendOver()
	if budget != nil && g.forks == 0 {
		t.skip("it does not use the forward model")
	}
	return g
}
