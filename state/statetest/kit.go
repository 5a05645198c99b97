package statetest

import (
	"testing"

	"gamed/state"
	"gamed/state/statecheck"
)

// A Kit describes a ruleset to the tests.
type Kit[S comparable] struct {
	Rules *state.Ruleset[S]

	// Setups are the games to play. The tests play each of them several times with different
	// seeds. The setups must cover every number of seats and every card.
	Setups []state.Setup

	// Requests is an upper limit on the number of requests in a game.
	Requests int

	// Check returns an error if s is not a valid position, given the position after the deal. Each
	// dealt card must be in exactly one zone, and every count must be in range.
	Check func(dealt, s *S) error

	// Cards lists the cards that random play must reach. IsPlay reports whether an event shows
	// that a seat has played the card e.Kind.
	Cards  []state.Kind
	IsPlay func(e state.Event) bool

	// Choose draws the options in every second game. It can reach positions that uniform random
	// play rarely reaches. If Choose is nil, every game draws its options uniformly.
	Choose func(s *S, seat state.Seat, options []state.Option, r *state.Rand) state.Option

	// SmallGames lists start positions of small games by name. For each name, Run visits the positions
	// that are reachable from its start positions, up to the number in the flag -explore.
	SmallGames map[string][]S

	// ClearUnread clears the fields that no rule reads, such as the number of tokens so far.
	// Positions of small games that differ only in these fields then count as equal. Run itself
	// clears the random source and the numbers of requests. A nil ClearUnread clears no other
	// field.
	ClearUnread func(s *S)

	// Measures lists the measures that must not reveal hidden facts.
	Measures []state.Measure

	// Reveals reports whether an event shows a card that later views may hide again. An example is
	// a card that the same request shuffles away. Nil means that no event does.
	Reveals func(e state.Event) bool
}

// Run tests the ruleset of k, with a subtest for each property. Most subtests run in parallel, but
// not the one that counts allocations. Run compares the perft counts with testdata/perft.txt.
func Run[S comparable](t *testing.T, k Kit[S]) {
	t.Run("plain value", k.testPlain)
	t.Run("set-ups", k.testSetups)
	t.Run("playouts do not allocate", k.testAllocations)
	parallel := func(name string, test func(*testing.T)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
	parallel("round trips", k.testRoundTrips)
	parallel("derived facts", k.testDerived)
	parallel("forced play", k.testForced)
	for _, c := range statecheck.Checks {
		parallel(c.Name, func(t *testing.T) { k.testCheck(t, c) })
	}
	parallel("the awaited seats depend on public facts only", k.testAsked)
	parallel("events reveal no more than views", k.testEvents)
	parallel("resampled worlds differ", k.testHidden)
	parallel("coverage", k.testCoverage)
	parallel("perft", k.testPerft)
	if len(k.SmallGames) > 0 {
		parallel("exploration", k.testExplore)
	}
}
