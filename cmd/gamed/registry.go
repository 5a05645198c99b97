package main

import (
	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/arena"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
)

// A ruleset is a game, and what only this program needs of it.
type ruleset struct {
	state.Dealer
	// view is a value of the type of its views, for the schema.
	view any
	// readDeck reads a deck file and returns how many there are of each card.
	// name stands in the errors. It is nil where nobody chooses a deck.
	readDeck func(name, text string) (map[string]int, error)
	// forBots adds to the table what the bots need that is not said already, and
	// dealt what the deal has made of it. They are nil without such options.
	forBots func(bots []arena.Player, table map[string]string)
	dealt   func(m state.Machine, table map[string]string)
	// milestone is timed when one bot plays alone.
	milestone *arena.Milestone
}

// rulesets lists every game there is, in the order in which they are shown.
var rulesets = []ruleset{
	{Dealer: elements.Rules, view: elements.View{}, readDeck: elementsDeck},
	{
		Dealer: dominion.Rules, view: dominion.View{}, forBots: supplyFor, dealt: nameKingdom,
		milestone: &arena.Milestone{Name: "province", Measure: dominion.OwnedOf(dominion.Province), Most: 8},
	},
}

// roster is the bots of all games.
var roster = func() (all ai.Roster) {
	for _, s := range buyrules.Strategies {
		all = append(all, ai.Entry{Info: ai.Info{Name: s.Name, About: s.About, Rules: dominion.Rules.Name}, New: s.New})
	}
	return all
}()

func elementsDeck(name, text string) (map[string]int, error) {
	deck, err := elements.ParseDeck(name, text)
	if err != nil {
		return nil, err
	}
	cards := elements.Rules.Info().Cards
	counts := make(map[string]int)
	for _, kind := range deck {
		counts[cards[kind-1].Name]++ // the table lists every kind but 0
	}
	return counts, nil
}

// views returns a value of the type of each game's views, by the game's name.
func views() map[string]any {
	all := make(map[string]any)
	for _, r := range rulesets {
		all[r.Info().Name] = r.view
	}
	return all
}

// dealer returns a ruleset by its name, for logs that are run again.
func dealer(name string) (state.Dealer, error) { return findRules(name) }

// findRules returns a ruleset by its name.
func findRules(name string) (ruleset, error) {
	var names []string
	for _, r := range rulesets {
		if r.Info().Name == name {
			return r, nil
		}
		names = append(names, r.Info().Name)
	}
	return ruleset{}, unknown("game", name, names)
}
