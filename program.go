package gamed

import (
	"fmt"
	"os"
	"slices"

	"gamed/internal/command"
	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/rules/cardsim"
	"gamed/rules/cardsim/gamefile"
)

// Main runs the command line of this process and exits. It uses the built-in
// rulesets as changed by options. The exit code is 0 on success, 1 if the
// command fails and 2 if the command line is invalid.
func Main(options ...Option) {
	list, err := rulesets(options)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	command.Main(list)
}

// An Option changes the rulesets of [Main].
type Option func(rules.List) (rules.List, error)

// rulesets applies options, in order, to the built-in rulesets.
func rulesets(options []Option) (list rules.List, err error) {
	list = builtin.Rulesets()
	for _, o := range options {
		if list, err = o(list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// WithRuleset adds a ruleset. [Main] fails if a ruleset of this name already exists.
func WithRuleset(r rules.Ruleset) Option {
	return func(list rules.List) (rules.List, error) {
		name := r.Info().Name
		if _, exists := list.Find(name); exists {
			return nil, fmt.Errorf("gamed: ruleset %q already exists; choose another name", name)
		}
		return append(list, r), nil
	}
}

// WithGame adds a decision game that is written in Go, as [WithRuleset] does.
func WithGame[C cardsim.StatsCollection](g *cardsim.Game[C]) Option {
	return WithRuleset(rules.OfDecisions(g))
}

// WithGameFile adds the decision game in a game file, as [WithRuleset] does. text is the
// content of the file, and name names the file in errors.
func WithGameFile(name string, text []byte) Option {
	return func(list rules.List) (rules.List, error) {
		g, err := gamefile.Load(name, text)
		if err != nil {
			return nil, err
		}
		return WithGame(g)(list)
	}
}

// Without removes the rulesets with the given names, such as built-in ones. It ignores
// unknown names.
func Without(names ...string) Option {
	return func(list rules.List) (rules.List, error) {
		return slices.DeleteFunc(list, func(r rules.Ruleset) bool { return slices.Contains(names, r.Info().Name) }), nil
	}
}
