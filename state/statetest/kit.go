package statetest

import (
	"testing"

	"gamed/state"
	"gamed/state/statecheck"
)

// A Kit is what the tests need to know of a ruleset.
type Kit[S comparable] struct {
	Rules *state.Ruleset[S]

	// Setups are the games to play, each several times from other seeds. They
	// cover every number of seats and together bring every card into play.
	Setups []state.Setup

	// Requests is more than any game takes.
	Requests int

	// Check returns an error unless s is as every position of a game dealt as
	// dealt must be: each card in one place, none gained or lost, every count
	// in range.
	Check func(dealt, s *S) error

	// Cards are the kinds that play at random must reach: Played reports
	// whether e shows the card e.Kind in play, not just drawn.
	Cards  []state.Kind
	Played func(e state.Event) bool

	// Choose plays every other game: it draws one of the options, so that games
	// get to where play at random hardly ever does. Nil means that all options
	// are equally likely.
	Choose func(s *S, seat state.Seat, options []state.Option, r *state.Rand) state.Option

	// Measures are those to be held to what each seat may know, if the ruleset
	// has any.
	Measures []state.Measure

	// Reveals reports whether e shows a card that views need not go on showing:
	// one that is turned up and shuffled away by the same request. Nil means that
	// none does.
	Reveals func(e state.Event) bool
}

// Run tests the ruleset of k, each property as a subtest. The perft counts are
// in testdata/perft.txt.
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
