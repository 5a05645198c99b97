package dominion

import "gamed/state"

// layout names the features in order.
var layout = func() state.Layout {
	names := []string{
		"my turn", "others", "turn", "turns ahead", "provinces", "last ones", "colonies", "no colonies", "empty", "third pile",
		"lead", "ahead", "behind", "late lead", "action phase", "treasure phase", "buy phase", "actions", "buys", "coins", "potions", "their hand",
	}
	for _, whose := range []string{"my ", "their "} {
		for _, what := range []string{
			"size", "points", "money", "coin share", "draw share", "more actions share", "buy share", "action share", "end share", "dead share",
			"attacks", "curses", "waiting", "mats", "tokens",
		} {
			names = append(names, whose+what)
		}
	}
	for _, plane := range []string{"mine ", "my share ", "theirs ", "their share ", "supply ", "hand "} {
		for k := range cards {
			names = append(names, plane+cards[k].Name)
		}
	}
	return state.Layout{Version: layoutVersion, Names: names}
}()

// noFeatures holds the zeros that features appends first.
var noFeatures = make([]float32, len(layout.Names))
