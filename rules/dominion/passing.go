package dominion

import "gamed/state"

// passing says what a player who passes by itself need not be asked about: whatever
// others do with cards of their own is quiet, a Reaction is not to be missed.
var passing = state.Passing{
	Pass:  "pass",
	Quiet: telling.Quiet(),
	Needs: []string{"reveal"},
}
