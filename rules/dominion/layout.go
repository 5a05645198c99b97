package dominion

import "gamed/state"

var layout = nameFeatures()

func nameFeatures() state.Layout {
	facts := []string{
		"my turn", "others", "turn", "turns ahead", "provinces", "last ones", "colonies", "no colonies", "empty", "third pile",
		"lead", "ahead", "behind", "late lead", "action phase", "treasure phase", "buy phase", "actions", "buys", "coins", "potions", "their hand",
	}
	for _, whose := range []string{"my ", "their "} {
		for _, what := range []string{
			"size", "points", "money", "coin share", "draw share", "more actions share", "buy share", "action share", "end share", "dead share",
			"attacks", "curses", "waiting", "mats", "tokens",
		} {
			facts = append(facts, whose+what)
		}
	}
	return state.Layout{
		Version: layoutVersion, Facts: facts, Cards: cardNames(),
		Planes: []string{"mine", "my share", "theirs", "their share", "supply", "hand"},
	}
}

// noFeatures holds a 0 for each feature. Function features appends it and then sets some features.
var noFeatures = make([]float32, layout.Len())

func cardNames() (names []string) {
	for k := range cards {
		names = append(names, cards[k].Name)
	}
	return names
}
