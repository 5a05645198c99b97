package ai

import (
	"fmt"
	"strconv"
	"strings"

	"gamed/state"
)

// Info is a bot as it is listed.
type Info struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// MaxIterations bounds the N of "ismcts:N": the tree grows by up to a node an
// iteration.
const MaxIterations = 1_000_000

// defaultIterations takes a few milliseconds a decision on one core.
const defaultIterations = 1000

// Names lists the bots, the weakest first.
func Names() []Info {
	return []Info{
		{"random", "Takes any option, all equally likely."},
		{"greedy", "Takes the option that leaves it best off if nobody does anything more this turn."},
		{"ismcts", fmt.Sprintf("Searches worlds that it cannot tell from the game; ismcts:N searches N times a decision (%d unless said).", defaultIterations)},
	}
}

// New returns the bot of that name: "random", "greedy", "ismcts", or "ismcts:N"
// with N iterations a decision, 1 to [MaxIterations]. An error says what is
// wrong with the name.
func New(name string, seed uint64) (Bot, error) {
	kind, arg, given := strings.Cut(name, ":")
	switch {
	case kind == "ismcts":
		n := defaultIterations
		if given {
			var err error
			if n, err = strconv.Atoi(arg); err != nil || n < 1 || n > MaxIterations {
				return nil, fmt.Errorf("bot %q: the number of iterations must be from 1 to %d", name, MaxIterations)
			}
		}
		return newISMCTS(seed, n), nil
	case name == "random":
		return newRandom(seed), nil
	case name == "greedy":
		return newGreedy(seed), nil
	}
	return nil, fmt.Errorf("no bot is called %q: there are random, greedy, ismcts and ismcts:N", name)
}

// stream returns the random source of a bot. Seeds that are near each other
// give sources that are not.
func stream(seed uint64) state.Rand {
	r := state.Rand(seed)
	return state.Rand(r.Uint64())
}
