package ai

import (
	"fmt"
	"strings"
)

// Info describes a bot in lists.
type Info struct {
	Name  string `json:"name"`
	About string `json:"about"`
	// Rules is the only ruleset that the bot plays, empty for any.
	Rules string `json:"rules,omitempty"`
	// Command reports whether a server runs the bot as a separate process.
	Command bool `json:"command,omitempty"`
}

// MaxIterations bounds the N of "ismcts:N". The tree grows by at most one node per
// iteration.
const MaxIterations = 1_000_000

// names lists the bots for any ruleset, the weakest first.
func names() []Info {
	return []Info{
		{Name: "random", About: "Plays random legal moves."},
		{Name: "greedy", About: "Plays the move that looks best right now."},
		{Name: "ismcts", About: fmt.Sprintf("Monte Carlo tree search over hidden information; ismcts:N runs N iterations per decision (default %d), ismcts:N,NAME=VALUE,… sets parameters.", DefaultSearch.Iterations)},
	}
}

// newBot returns the bot called name if it plays any ruleset, else nil. A search has
// the parameters of defaults that name leaves out. It returns an error if the
// parameters after the name are invalid.
func newBot(defaults Search, name string, seed uint64) (Bot, error) {
	switch kind, args, given := strings.Cut(name, ":"); {
	case kind == "ismcts":
		search, err := ParseSearch(defaults, args)
		if given && args == "" {
			err = errIterations
		}
		if err != nil {
			return nil, fmt.Errorf("bot %q: %w", name, err)
		}
		return search.New(seed), nil
	case name == "random":
		return newRandom(seed), nil
	case name == "greedy":
		return NewGreedyBy(worth, seed), nil
	}
	return nil, nil
}
