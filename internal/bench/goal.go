package bench

// A Bound says on which side of its target a figure should be.
type Bound string

// The bounds of a figure with a target. The bound of any other figure is empty.
const (
	AtMost  Bound = "at most"
	AtLeast Bound = "at least"
)

// A Goal is a figure to measure, its target, and the same figure of other programs.
type Goal struct {
	Name   string  `json:"name"`
	Unit   string  `json:"unit"`
	Bound  Bound   `json:"bound,omitempty"`
	Target float64 `json:"target,omitempty"`
	Peers  []Peer  `json:"peers,omitempty"`
}

// A Peer is another program that does the same work, with the range of its figures. The figures of
// a Peer come from the same kind of machine as the figures of gamed; docs/performance.md names the
// sources.
type Peer struct {
	Name string  `json:"name"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// The goals, in the order of the report. compare.sh matches the rows of two versions by name, and
// reads only names that begin with a lower-case letter.
var (
	randomGames     = Goal{"elements, random games, direct lane", "games/s", AtLeast, 56_000, nil}
	randomDecision  = Goal{"elements, a decision in them", "ns", AtMost, 95, []Peer{{"OpenSpiel C++", 393, 438}, {"sketch of a smaller duel", 118, 118}}}
	openDecision    = Goal{"elements, a decision with two or more options", "ns", "", 0, nil}
	allocations     = Goal{"elements, allocations in such a game", "allocations", AtMost, 0, nil}
	checkedRequest  = Goal{"elements, a checked request", "ns", AtMost, 500, nil}
	clone           = Goal{"elements, a clone", "ns", AtMost, 50, nil}
	comparison      = Goal{"elements, a comparison", "ns", AtMost, 50, nil}
	encodedView     = Goal{"elements, a view encoded", "ns", "", 0, nil}
	dominionGames   = Goal{"dominion, random games", "games/s", AtLeast, 31_000, nil}
	moneyLoop       = Goal{"dominion, big money mirror in a bare loop", "games/s", AtLeast, 204_000, []Peer{{"Rust", 204_000, 204_000}}}
	moneyMatch      = Goal{"dominion, big money mirror in a match", "games/s", AtLeast, 140_000, []Peer{{"Java", 6000, 6000}}}
	matchToRules    = Goal{"elements, a match relative to the rules alone", "×", AtLeast, 0.8, nil}
	matchToLoop     = Goal{"elements, a match relative to a loop with its bots and deals", "×", AtLeast, 0.95, nil}
	searchDecisions = Goal{"elements, decisions of ismcts:200", "decisions/s", AtLeast, 2790, nil}
	evaluation      = Goal{"elements, an evaluation by the learned network", "µs", AtMost, 0.5, nil}
	actorRequest    = Goal{"elements, the actor with two JSON bots, a request", "µs", AtMost, 6, []Peer{{"bare Go with JSON", 0.4, 0.4}}}
	starts          = Goal{"elements, idle games started", "games/s", AtLeast, 60_000, []Peer{{"Nakama", 13_000, 22_000}}}
	threadsMatch    = Goal{"two threads relative to two processes, random match", "×", AtLeast, 0.95, nil}
	threadsSearch   = Goal{"two threads relative to two processes, self-play of learned:80", "×", AtLeast, 0.95, nil}
	silentLive      = Goal{"an idle game with two WebSockets, live memory", "KB", AtMost, 18, []Peer{{"Nakama", 24, 28}, {"Colyseus", 67, 84}}}
	silentResident  = Goal{"an idle game with two WebSockets, resident memory", "KB", AtMost, 40, nil}
	updateTime      = Goal{"2,000 games over WebSockets, update p99 beyond ping p99 and fsync p99", "ms", AtMost, 1, nil}
)
