// Package builtin lists the rulesets of the program gamed.
package builtin

import (
	"gamed/examples"
	"gamed/rules"
	"gamed/rules/cardsim/gamefile"
	"gamed/rules/polity"
)

// Rulesets returns the rulesets of the program, in the order in which commands and the page list them.
func Rulesets() rules.List {
	return rules.List{
		Elements(),
		Dominion(),
		Polity(),
		tortoise(),
	}
}

// Polity returns the ruleset of Polity.
func Polity() rules.Ruleset {
	r := rules.OfDecisions(polity.Game())
	r.Lessons, r.Words = polityLessons, polityWords
	r.Source = &rules.Source{Import: "gamed/rules/polity", Expression: "polity.Game()"}
	return r
}

func tortoise() rules.Ruleset {
	g, err := gamefile.Load("tortoise.yaml", examples.Tortoise)
	if err != nil {
		panic(err) // cannot happen: the file is part of the program, and tests play the game
	}
	r := rules.OfDecisions(g)
	r.Lessons, r.Words = tortoiseLessons, tortoiseWords
	return r
}
