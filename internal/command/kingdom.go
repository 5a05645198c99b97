package command

import (
	"strings"

	"gamed/ai/buyrules"
	"gamed/arena"
	"gamed/rules/dominion"
	"gamed/state"
)

// supplyFor puts the cards that the bots' rules name into the supply of a game of
// Dominion, unless the table says which ones there are.
func supplyFor(bots []arena.Player, table map[string]string) {
	if table["kingdom"] != "" {
		return
	}
	var kingdom []string
	named := make(map[state.Kind]bool)
	for _, bot := range bots {
		if bot.New == nil { // nobody knows what it buys
			continue
		}
		rules, ok := bot.New(0).(*buyrules.Rules)
		if !ok {
			continue
		}
		for _, k := range rules.Cards() {
			if d := dominion.DefOf(k); d.Set != "basic" && !named[k] {
				kingdom = append(kingdom, d.Name)
			}
			named[k] = true
		}
	}
	if len(kingdom) > 0 {
		table["kingdom"] = strings.Join(kingdom, ",")
	}
	if _, said := table["colony"]; !said && (named[dominion.Colony] || named[dominion.Platinum]) {
		table["colony"] = "yes"
	}
}

// nameKingdom says which kingdom has been dealt, unless each game draws its own.
func nameKingdom(m state.Machine, table map[string]string) {
	if table["kingdom"] == "random" {
		return
	}
	var kingdom []string
	for i := range dominion.Rules.Info().Cards {
		k := state.Kind(i + 1)
		if d := dominion.DefOf(k); d.Set != "basic" && m.Measure(0, dominion.LeftOf(k)) > 0 {
			kingdom = append(kingdom, d.Name)
		}
	}
	table["kingdom"] = strings.Join(kingdom, ",")
}
