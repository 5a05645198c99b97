package ai

import "gamed/state"

// A Search is the parameters of ismcts. [ParseSearch] reads them from a bot's
// name, and [SearchParameters] says what they may be.
type Search struct {
	Iterations int // per decision
	// Scale measures C and Urgency in standard deviations of the search's rewards,
	// instead of in rewards from 0 to 1.
	Scale bool
	C     float64 // the exploration constant of UCB1
	// Urgency is the bonus of an untried option over the mean of its siblings
	// (first-play urgency, Gelly and Wang 2006). With 0 every option is tried
	// before any is repeated.
	Urgency float64
	Final   Final
	Leaf    Leaf
	Turns   int     // turns that a playout lasts
	Chance  float64 // probability of a random option in a greedy or history playout
	Keep    float64 // share of the history kept for the next search
	Worlds  int     // iterations per sampled world
	// Reuse continues with the tree of the previous decision if no other seat has
	// moved since.
	Reuse  bool
	Forced bool // plays an immediate win without a search
	// Counts makes UCB1 use the availability of an option, which is right where
	// legal options differ between worlds, instead of its parent's visits.
	Counts bool
	Value  Value // judges leaves; nil for the ruleset's value
}

// A Value estimates the standing of seat in an unfinished game, from 0 (lost) to 1
// (won). It must not allocate.
type Value func(w state.Machine, seat state.Seat) float32

// A Final is the rule for the final choice of a search.
type Final uint8

const (
	FinalVisits Final = iota // most visits
	FinalReward              // highest mean reward
	FinalLower               // highest mean reward minus its standard error
)

var finals = []string{FinalVisits: "visits", FinalReward: "reward", FinalLower: "lower"}

// A Leaf tells how a game continues from a leaf before it is judged.
type Leaf uint8

const (
	LeafTurn     Leaf = iota // at random
	LeafNow                  // not at all
	LeafDefaults             // by the defaults
	LeafGreedy               // by the value directly after each option
	LeafHistory              // by the history of the search
)

var leaves = []string{LeafTurn: "turn", LeafNow: "now", LeafDefaults: "defaults", LeafGreedy: "greedy", LeafHistory: "history"}

// DefaultSearch is the search of rulesets without their own: see [Roster].
var DefaultSearch = Search{
	Iterations: 1000, Scale: true, C: 1, Final: FinalVisits,
	Leaf: LeafHistory, Turns: 1, Chance: 0.3, Keep: 0.5, Worlds: 1, Counts: true,
}

// New returns a bot with this search.
func (s Search) New(seed uint64) Bot {
	return &ismcts{Search: s, rand: state.NewRand(seed)}
}

// with returns New of this search, changed by the parameters in a bot's name.
func (s Search) with(args string) (func(seed uint64) Bot, error) {
	if args == "" {
		return nil, errIterations
	}
	s, err := ParseSearch(s, args)
	return s.New, err
}
