package ai

import "gamed/state"

// A Search holds the parameters of ismcts. [ParseSearch] parses them from a bot's name, and
// [SearchParameters] lists the valid values.
type Search struct {
	Iterations int // number of iterations per decision; with Time, the maximum number
	// Time is the budget of a decision in milliseconds, or 0 for none. Without an Ask.Stop, the search
	// runs the default number of iterations instead.
	Time int
	// ScaleByDeviation makes the search measure Exploration and Urgency in standard deviations of
	// its rewards. Otherwise it measures them in rewards from 0 to 1.
	ScaleByDeviation bool
	Exploration      float64 // the exploration constant of UCB1
	// Urgency is the bonus of an untried option over the mean of its siblings (first-play urgency,
	// Gelly and Wang 2006). With 0, a search tries every option before it repeats one.
	Urgency            float64
	Final              FinalRule
	Leaf               LeafPolicy
	PlayoutTurns       int     // turns per playout
	RandomChance       float64 // probability of a random option in a greedy or history playout
	KeepHistory        float64 // share of the history kept for the next search
	IterationsPerWorld int     // iterations per sampled world
	// ReuseTree continues with the tree of the previous decision if no other seat has
	// moved since and the turn is the same.
	ReuseTree        bool
	PlayImmediateWin bool // whether to play an immediate win without a search
	// UseAvailability makes UCB1 use the availability count of an option instead of its parent's
	// visits. The availability count is correct when legal options differ between worlds.
	UseAvailability bool
	Value           Value // evaluates leaves; nil for the ruleset's value
	// ConstantSum says that the ruleset's values of both seats add up to 1000 in an unfinished game of two
	// seats. The search then computes one of them.
	ConstantSum bool
}

// A Value evaluates an unfinished game for seat, from 0 (lost) to 1 (won). It must not allocate.
type Value func(w state.Machine, seat state.Seat) float32

// A FinalRule is the rule that selects the move after a search.
type FinalRule uint8

const (
	FinalVisits FinalRule = iota // most visits
	FinalReward                  // highest mean reward
	FinalLower                   // highest mean reward minus its standard error
)

var finals = []string{FinalVisits: "visits", FinalReward: "reward", FinalLower: "lower"}

// A LeafPolicy is the playout policy from a leaf to the position that is evaluated.
type LeafPolicy uint8

const (
	LeafTurn     LeafPolicy = iota // random options
	LeafNow                        // no playout
	LeafDefaults                   // default options
	LeafGreedy                     // the option with the highest value right after it
	LeafHistory                    // the option with the best mean in the search history
)

var leaves = []string{LeafTurn: "turn", LeafNow: "now", LeafDefaults: "defaults", LeafGreedy: "greedy", LeafHistory: "history"}

// DefaultSearch is the search for rulesets without an entry in the Search field of [Roster].
var DefaultSearch = Search{
	Iterations: 1000, ScaleByDeviation: true, Exploration: 1, Final: FinalVisits,
	Leaf: LeafHistory, PlayoutTurns: 1, RandomChance: 0.3, KeepHistory: 0.5, IterationsPerWorld: 1, UseAvailability: true,
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
