package ai

import (
	"fmt"
	"slices"
	"strings"
)

// A Roster holds the bots of a program. The zero value has those for any ruleset.
type Roster struct {
	Bots []Entry // those for one ruleset each
	// Search holds the default parameters of ismcts by the ruleset's name. Other
	// rulesets have [DefaultSearch].
	Search map[string]Search
}

// An Entry is a bot for the ruleset in its Info.
type Entry struct {
	Info
	New func(seed uint64) Bot
	// With makes the bot from the parameters after its name and a colon. It is nil
	// if the bot has none.
	With func(args string, seed uint64) (Bot, error)
	// Parameters are the settings that may follow the name.
	Parameters []Parameter
}

// Names lists the bots that play the named ruleset.
func (r Roster) Names(rules string) []Info {
	return slices.DeleteFunc(r.All(), func(i Info) bool { return i.Rules != "" && i.Rules != rules })
}

// All lists all bots, those for any ruleset first.
func (r Roster) All() []Info {
	all := names()
	for _, e := range r.Bots {
		all = append(all, e.Info)
	}
	return all
}

// New returns the named bot for a ruleset: "random", "greedy", "ismcts", "ismcts:"
// with parameters for [ParseSearch], or an entry.
func (r Roster) New(rules, name string, seed uint64) (Bot, error) {
	if bot, err := newBot(r.search(rules), name, seed); bot != nil || err != nil {
		return bot, err
	}
	var other string
	kind, args, given := strings.Cut(name, ":")
	for _, e := range r.Bots {
		with := given && e.Name == kind && e.With != nil
		switch {
		case e.Name != name && !with:
		case e.Rules != rules:
			other = e.Rules
		case with:
			bot, err := e.With(args, seed)
			if err != nil {
				return nil, fmt.Errorf("bot %q: %w", name, err)
			}
			return bot, nil
		default:
			return e.New(seed), nil
		}
	}
	if other != "" {
		return nil, fmt.Errorf("bot %q plays %s only, not %s", name, other, rules)
	}
	there := []string{"random", "greedy", "ismcts", "ismcts:N"}
	for _, i := range r.Names(rules)[len(names()):] {
		there = append(there, i.Name)
	}
	last := len(there) - 1
	return nil, fmt.Errorf("no bot is called %q: there are %s and %s", name, strings.Join(there[:last], ", "), there[last])
}

func (r Roster) search(rules string) Search {
	if s, ok := r.Search[rules]; ok {
		return s
	}
	return DefaultSearch
}

// Parameters lists the parameters of a named bot for a ruleset; any parameters in
// the name are ignored. It returns nil for unknown bots and bots without parameters.
func (r Roster) Parameters(rules, name string) []Parameter {
	kind, _, _ := strings.Cut(name, ":")
	if kind == "ismcts" {
		return SearchParameters()
	}
	for _, e := range r.Bots {
		if e.Name == kind && e.Rules == rules {
			return e.Parameters
		}
	}
	return nil
}
