package dominion

import "gamed/state"

// passing configures automatic passing; init sets Quiet. Actions of others with their own cards are quiet; only a
// Reaction must not be passed.
var passing = state.Passing{
	Pass:  "pass",
	Needs: []string{"reveal"},
}
