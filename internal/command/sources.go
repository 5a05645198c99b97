package command

import (
	"gamed/replay"
	"gamed/rules/dominion"
	"gamed/rules/elements"
)

// sources are where the rules are that a game can be copied from as a Go test.
var sources = map[string]replay.Source{
	elements.Rules.Name: {Import: "gamed/rules/elements", Rules: "elements.Rules"},
	dominion.Rules.Name: {Import: "gamed/rules/dominion", Rules: "dominion.Rules"},
	"polity":            {Import: "gamed/rules/polity", Rules: "polity.Game()"},
}
