package builtin

import (
	"gamed/ai"
	"gamed/ai/learned"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/rules/elements/puzzle"
)

// Elements returns the ruleset of Elements.
func Elements() rules.Ruleset {
	search := ai.DefaultSearch
	search.Exploration, search.RandomChance, search.IterationsPerWorld, search.ReuseTree, search.ConstantSum = 2, 0.1, 4, true, true
	return rules.Ruleset{
		Dealer: elements.Rules, View: elements.View{}, Component: "elements", DrawsFirstTurn: true,
		Bots: append(learned.ElementsBots(), puzzle.Bot()), Search: &search,
		Levels: [5]rules.Level{
			{Bot: "random", About: "Chooses at random."},
			{Bot: "ismcts:6", About: "Tries a few moves, then picks one. Start here.", Odds: "Beats random choices 29 to 1."},
			{Bot: "greedy", About: "Takes the move that looks best now, without a plan.", Odds: "Beats Easy 7 to 3."},
			{Bot: "learned:80", About: "Looks ahead and judges the whole table.", Odds: "Beats Medium 3 to 1."},
			{Bot: "learned:200", About: "Looks further ahead than Hard. The best bot here.", Odds: "Beats Hard 4 to 3."},
		},
		Lessons: elementsLessons, Puzzles: elementsPuzzles, Words: elementsWords,
		Usage: &rules.Usage{
			Uses: []rules.Use{{Name: "play", Do: elements.Play}, {Name: "power", Do: elements.Use}},
			Keep: elements.Keep, Redraw: elements.Mulligan,
			Standing: elements.Life, StandingName: "life", Cards: elements.DeckCardNames, UndeckedCards: elements.CardsInNoDeck(),
		},
		ReadDeck: readElementsDeck,
		Source:   &rules.Source{Import: "gamed/rules/elements", Expression: "elements.Rules"},
	}
}

func readElementsDeck(name, text string) (map[string]int, error) {
	deck, err := elements.ParseDeck(name, text)
	if err != nil {
		return nil, err
	}
	cards := elements.Rules.Info().Cards
	counts := make(map[string]int)
	for _, kind := range deck {
		counts[cards[kind-1].Name]++ // cards lists the kinds from 1
	}
	return counts, nil
}
