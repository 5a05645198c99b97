package elements

import "gamed/state"

var phaseNames = [...]string{"sunrise", "main", "attack", "defend", "combat", "sunset"}

// layout names the features in order.
var layout = func() state.Layout {
	names := []string{"my turn", "others", "turn"}
	for _, whose := range []string{"my ", "their "} {
		for _, p := range phaseNames {
			names = append(names, whose+p+" phase")
		}
	}
	names = append(names, "hits", "hits me", "kills", "killed", "stacked", "they stacked")
	for _, whose := range []string{"my ", "their "} {
		for _, what := range []string{
			"life", "last lives", "low life", "hand", "future", "last cards", "karma", "active", "beings", "items", "attack", "health",
			"awake attack", "awake beings", "elusive attack", "best attack", "costs", "lethal", "not lethal", "playable", "playable next", "lacks",
		} {
			names = append(names, whose+what)
		}
		for _, what := range []string{"karma ", "active "} {
			for e := White; e < nElements; e++ {
				names = append(names, whose+what+elementNames[e])
			}
		}
	}
	for _, plane := range []string{"hand ", "mine ", "mine awake ", "mine stacked ", "theirs ", "theirs awake ", "theirs stacked "} {
		for k := range cards {
			names = append(names, plane+cards[k].Name)
		}
	}
	return state.Layout{Version: layoutVersion, Names: names}
}()

// noFeatures holds the zeros that features appends first.
var noFeatures = make([]float32, len(layout.Names))
