package ai

import "gamed/state"

// A Search holds the parameters of ismcts. [ParseSearch] parses them from a bot's name, and
// [SearchParameters] lists the valid values.
type Search struct {
	Iterations int // per decision; with Time, the maximum
	// Time is the budget of a decision in milliseconds, or 0 for none. Without an Ask.Stop, the search
	// runs the default number of iterations instead.
	Time int
	// Scale makes the search measure C and Urgency in standard deviations of its rewards instead
	// of in rewards from 0 to 1.
	Scale bool
	C     float64 // the exploration constant of UCB1
	// Urgency is the bonus of an untried option over the mean of its siblings
	// (first-play urgency, Gelly and Wang 2006). With 0, every option is tried before any is
	// repeated.
	Urgency float64
	Final   Final
	Leaf    Leaf
	Turns   int     // turns per playout
	Chance  float64 // probability of a random option in a greedy or history playout
	Keep    float64 // share of the history kept for the next search
	Worlds  int     // iterations per sampled world
	// Reuse continues with the tree of the previous decision if no other seat has
	// moved since and the turn is the same.
	Reuse  bool
	Forced bool // whether to play an immediate win without a search
	// Counts makes UCB1 use the availability count of an option instead of its parent's visits.
	// This is correct when legal options differ between worlds.
	Counts bool
	Value  Value // evaluates leaves; nil for the ruleset's value
}

// A Value evaluates an unfinished game for seat, from 0 (lost) to 1 (won). It must not allocate.
type Value func(w state.Machine, seat state.Seat) float32

// A Final is the rule that selects the move after a search.
type Final uint8

const (
	FinalVisits Final = iota // most visits
	FinalReward              // highest mean reward
	FinalLower               // highest mean reward minus its standard error
)

var finals = []string{FinalVisits: "visits", FinalReward: "reward", FinalLower: "lower"}

// A Leaf is the playout policy from a leaf to the position that is evaluated.
type Leaf uint8

const (
	LeafTurn     Leaf = iota // random options
	LeafNow                  // no playout
	LeafDefaults             // default options
	LeafGreedy               // the option with the highest value right after it
	LeafHistory              // the option with the best mean in the search history
)

var leaves = []string{LeafTurn: "turn", LeafNow: "now", LeafDefaults: "defaults", LeafGreedy: "greedy", LeafHistory: "history"}

// DefaultSearch is the search for rulesets without an entry in the Search field of [Roster].
var DefaultSearch = Search{
	Iterations: 1000, Scale: true, C: 1, Final: FinalVisits,
	Leaf: LeafHistory, Turns: 1, Chance: 0.3, Keep: 0.5, Worlds: 1, Counts: true,
}

// New returns a bot with this search.
func (s Search) New(seed uint64) Bot {
	return &ismcts{Search: s, rand: state.NewRand(seed)}
}

// withArgs returns a constructor for a bot whose search is s, changed by the parameters from a
// bot's name.
func (s Search) withArgs(args string) (func(seed uint64) Bot, error) {
	if args == "" {
		return nil, errIterations
	}
	s, err := ParseSearch(s, args)
	return s.New, err
}
