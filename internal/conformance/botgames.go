package conformance

import (
	"fmt"

	"gamed/state"
)

const newMend = "Forget the game before when a joined comes: ids of decisions begin anew, and the seat and the number of seats may be others."

// gameSteps are about several games in a row.
var gameSteps = []botStep{
	{"games", "the end of a game is not answered", "After over wait for the next joined; say nothing.", func(t *BotTest) string {
		t.ask(nil)
		t.over()
		t.quiet("the game was over")
		return ""
	}},
	{"games", "a second game begins from nothing", newMend, func(t *BotTest) string {
		for range 2 {
			t.sit(place{n: 3})
			t.asked()
			t.ask(nil)
			t.over()
		}
		return ""
	}},
	{"games", "it plays from another seat", newMend, func(t *BotTest) string {
		if t.Rules[0].Info().MaxSeats < 2 {
			t.skip("%s has one seat", t.Rules[0].Info().Name)
		}
		for seat := range 2 {
			t.sit(place{n: 4, seat: seat})
			t.ask(nil)
			t.over()
		}
		return ""
	}},
	{"games", "it plays with another number of seats", newMend, func(t *BotTest) string {
		info := t.Rules[0].Info()
		if info.MinSeats == info.MaxSeats {
			t.skip("%s always has %s", info.Name, plural(info.MinSeats, "seat"))
		}
		for _, seats := range []int{info.MaxSeats, info.MinSeats} {
			t.sit(place{n: 5, seats: seats, seat: seats - 1})
			t.ask(nil)
			t.over()
		}
		return ""
	}},
	{"games", "a game may end before it is asked", "Wait for a decision or for over, whatever comes.", func(t *BotTest) string {
		t.sit(place{n: 6})
		t.over()
		t.quiet("the game was over")
		return ""
	}},
	{"games", "a game may be broken off", newMend + " This holds for a game that was not over, and in the middle of a decision.", func(t *BotTest) string {
		g := t.sit(place{n: 7})
		if g.advance() {
			t.write(g.update(true))
		}
		t.table = nil // it is not told that this one is over
		t.sit(place{n: 8})
		t.ask(nil)
		return ""
	}},
	{"games", "bye ends it in the middle of a game", byeMend, func(t *BotTest) string {
		g := t.asked()
		t.write(g.update(true))
		t.choice()
		t.bye()
		return ""
	}},
}

// playSteps are whole games of a ruleset.
func playSteps(rules state.Dealer) []botStep {
	info := rules.Info()
	part := "whole games of " + info.Name
	var resigned bool
	return []botStep{
		{part, "all answers are legal", "Choose among the options of the decision that came last; nothing else is legal.", func(t *BotTest) string {
			answers := 0
			for n := range t.Games {
				seats := info.MinSeats + n%(info.MaxSeats-info.MinSeats+1)
				g := t.whole(place{rules: rules, seats: seats, seat: n, n: 100 + n})
				resigned = resigned || g.resigned
				answers += count(g.answers)
			}
			return fmt.Sprintf("%s, %s", plural(t.Games, "game"), plural(answers, "answer"))
		}},
		{part, "it does not resign", "Resign only where a game is lost: it counts as one.", func(t *BotTest) string {
			if resigned {
				t.warn("it has resigned")
			}
			return ""
		}},
	}
}

// whole plays a game to its end.
func (t *BotTest) whole(p place) *table {
	g := t.sit(p)
	for g.advance() {
		t.ask(nil)
	}
	t.over()
	return g
}

func count(answers []byte) (n int) {
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
