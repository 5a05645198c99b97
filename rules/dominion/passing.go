package dominion

import "gamed/state"

// passing configures automatic passing. Only an option to reveal a Reaction prevents it. Actions
// of other seats with their own cards are quiet. init sets Quiet.
var passing = state.Passing{
	Pass:  "pass",
	Needs: []string{"reveal"},
}
