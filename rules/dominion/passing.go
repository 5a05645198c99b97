package dominion

import "gamed/state"

// passing says what a player who passes by itself need not be asked about: whatever
// others do with cards of their own is quiet, a Reaction is not to be missed.
var passing = state.Passing{
	Pass: "pass",
	Quiet: []string{
		telling[began].what, telling[beganPossessed].what, telling[lasted].what, telling[drew].what, telling[shuffled].what,
		telling[placedStash].what, telling[played].what, telling[coined].what, telling[bought].what, telling[gained].what,
		telling[discarded].what, telling[revealed].what, telling[looked].what, telling[toppedDeck].what, telling[tookBack].what,
		telling[havened].what, telling[islanded].what, telling[wentNative].what, telling[tookToken].what, telling[cleanedUp].what,
	},
	Needs: []string{"reveal"},
}
