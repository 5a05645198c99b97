package ai

import "gamed/state"

// A Search is the parameters of ismcts. [ParseSearch] reads them from a bot's
// name, and [SearchParameters] says what they may be.
type Search struct {
	Iterations int // a decision
	// Scale has C and Urgency count in standard deviations of the rewards that the
	// search has had; else they are of rewards from 0 to 1.
	Scale bool
	C     float64 // the exploration constant of UCB1
	// Urgency is how far above the mean of the options beside it an untried one
	// counts (first-play urgency, Gelly and Wang 2006). With 0, which means no
	// urgency, no option is taken twice before all are tried.
	Urgency float64
	Final   Final
	Leaf    Leaf
	Turns   int     // to the end of how many turns a playout goes
	Chance  float64 // how often a greedy or history playout takes any option
	Keep    float64 // which part of its history a search leaves to the next one
	Worlds  int     // how many iterations a sampled world serves
	// Reuse goes on with the tree of the decision before, if nobody else has
	// moved since.
	Reuse  bool
	Forced bool // takes an option that wins at once without a search
	// Counts has UCB1 count how often an option was there, which is right where
	// worlds differ in what may be done, and not how often its parent was.
	Counts bool
	Value  Value // judges the leaves; nil is the ruleset's own
}

// A Value estimates how seat stands in a game that is not over, from 0, lost, to
// 1, won. It must not allocate.
type Value func(w state.Machine, seat state.Seat) float32

// A Final is the rule by which a search chooses in the end.
type Final uint8

const (
	FinalVisits Final = iota // the option that was taken most often
	FinalReward              // the one with the highest mean reward
	FinalLower               // the one whose mean is highest less its standard error
)

var finals = []string{FinalVisits: "visits", FinalReward: "reward", FinalLower: "lower"}

// A Leaf is how the game is played on from a leaf before it is judged.
type Leaf uint8

const (
	LeafTurn     Leaf = iota // at random
	LeafNow                  // not at all
	LeafDefaults             // by the defaults
	LeafGreedy               // by the value right after each option
	LeafHistory              // by what has gone best in the search so far
)

var leaves = []string{LeafTurn: "turn", LeafNow: "now", LeafDefaults: "defaults", LeafGreedy: "greedy", LeafHistory: "history"}

// plain is the search of rulesets that have none of their own.
var plain = Search{
	Iterations: 1000, Scale: true, C: 1, Final: FinalVisits,
	Leaf: LeafHistory, Turns: 1, Chance: 0.3, Keep: 0.5, Worlds: 1, Counts: true,
}

// searchFor returns the search that matches have settled for a ruleset: see
// [ismcts].
func searchFor(rules string) Search {
	s := plain
	switch rules {
	case "elements":
		s.C, s.Chance, s.Worlds, s.Reuse = 2, 0.1, 4, true
	case "dominion":
		s.Urgency, s.Keep = 1, 0
	}
	return s
}

// New returns a bot that searches so.
func (s Search) New(seed uint64) Bot {
	return &ismcts{Search: s, rand: state.NewRand(seed)}
}
