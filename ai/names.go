package ai

import (
	"fmt"
	"strings"
)

// Info is a bot as it is listed.
type Info struct {
	Name  string `json:"name"`
	About string `json:"about"`
	// Rules is the only ruleset that the bot plays, empty if it plays any.
	Rules string `json:"rules,omitempty"`
	// Command is whether a server runs it from a command, in a process of its own.
	Command bool `json:"command,omitempty"`
}

// MaxIterations bounds the N of "ismcts:N": the tree grows by up to a node an
// iteration.
const MaxIterations = 1_000_000

// names lists the bots that play any ruleset, the weakest first.
func names() []Info {
	return []Info{
		{Name: "random", About: "Takes any option, all equally likely."},
		{Name: "greedy", About: "Takes the option that leaves it best off if nobody does anything more this turn."},
		{Name: "ismcts", About: fmt.Sprintf("Searches worlds that it cannot tell from the game; ismcts:N searches N times a decision (%d unless said), ismcts:N,NAME=VALUE,… in another way.", plain.Iterations)},
	}
}

// newBot returns the bot of that name which plays any ruleset, for rules, nil if
// there is none. An error says what is wrong with what follows the name.
func newBot(rules, name string, seed uint64) (Bot, error) {
	switch kind, args, given := strings.Cut(name, ":"); {
	case kind == "ismcts":
		search, err := ParseSearch(rules, args)
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
