package elements

import "gamed/state"

var phaseNames = [...]string{"sunrise", "main", "attack", "defend", "combat", "sunset"}

var layout = nameFeatures()

func nameFeatures() state.Layout {
	facts := []string{"my turn", "others", "turn"}
	for _, whose := range []string{"my ", "their "} {
		for _, p := range phaseNames {
			facts = append(facts, whose+p+" phase")
		}
	}
	facts = append(facts, "hits", "hits me", "kills", "killed", "stacked", "they stacked")
	for _, whose := range []string{"my ", "their "} {
		for _, what := range []string{
			"life", "last lives", "low life", "hand", "future", "last cards", "karma", "active", "beings", "items", "attack", "health",
			"awake attack", "awake beings", "elusive attack", "best attack", "costs", "lethal", "not lethal", "playable", "playable next", "lacks",
		} {
			facts = append(facts, whose+what)
		}
		for _, what := range []string{"karma ", "active "} {
			for e := White; e < nElements; e++ {
				facts = append(facts, whose+what+elementNames[e])
			}
		}
	}
	return state.Layout{
		Version: layoutVersion, Facts: facts, Cards: cardNames(),
		Planes: []string{"hand", "mine", "mine awake", "mine stacked", "theirs", "theirs awake", "theirs stacked"},
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
