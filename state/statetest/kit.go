package statetest

import (
	"testing"

	"gamed/state"
	"gamed/state/statecheck"
)

// A Kit describes a ruleset to the tests.
type Kit[S comparable] struct {
	Rules *state.Ruleset[S]

	// Setups are the games to play, each several times with other seeds. They cover every number
	// of seats and every card.
	Setups []state.Setup

	// Requests is more than any game takes.
	Requests int

	// Check returns an error if s is no valid position of a game dealt as dealt: each card in one
	// place, none gained or lost, every count in range.
	Check func(dealt, s *S) error

	// Random play must reach all Cards. Played reports whether e shows e.Kind in play, not just
	// drawn.
	Cards  []state.Kind
	Played func(e state.Event) bool

	// Choose draws an option in every other game, to reach positions that random play rarely
	// reaches. Nil means that all options are equally likely.
	Choose func(s *S, seat state.Seat, options []state.Option, r *state.Rand) state.Option

	// Measures are checked for hidden facts.
	Measures []state.Measure

	// Reveals reports whether e shows a card that views need not keep showing, such as one that
	// the same request shuffles away. Nil means none does.
	Reveals func(e state.Event) bool
}

// Run tests the ruleset of k, each property as a subtest. The perft counts are in
// testdata/perft.txt.
func Run[S comparable](t *testing.T, k Kit[S]) {
	t.Run("plain value", k.testPlain)
	t.Run("set-ups", k.testSetups)
	t.Run("round trips", k.testRoundTrips)
	for _, c := range statecheck.Checks {
		t.Run(c.Name, func(t *testing.T) { k.testCheck(t, c) })
	}
	for _, test := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"asking tells nothing", k.testAsked},
		{"events tell no more than views", k.testEvents},
		{"resampled worlds differ", k.testHidden},
		{"playouts do not allocate", k.testAllocations},
		{"coverage", k.testCoverage},
		{"perft", k.testPerft},
	} {
		t.Run(test.name, test.run)
	}
}
