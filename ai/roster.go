package ai

import (
	"fmt"
	"slices"
	"strings"
)

// A Roster is the bots that a program has: those that play any ruleset, which are
// always there, and the ones on the list, each of which plays one.
type Roster []Entry

// An Entry is a bot for one ruleset, which its Info names.
type Entry struct {
	Info
	New func(seed uint64) Bot
	// With makes the bot from what follows its name and a colon, nil if nothing
	// may. An error says what is wrong with that.
	With func(args string, seed uint64) (Bot, error)
	// Parameters are what may follow the name, as [SearchParameters] is for ismcts.
	Parameters []Parameter
}

// Names lists the bots that play the ruleset of that name.
func (r Roster) Names(rules string) []Info {
	return slices.DeleteFunc(r.All(), func(i Info) bool { return i.Rules != "" && i.Rules != rules })
}

// All lists all bots, those that play any ruleset first.
func (r Roster) All() []Info {
	all := names()
	for _, e := range r {
		all = append(all, e.Info)
	}
	return all
}

// New returns the bot of that name for a ruleset: "random", "greedy", "ismcts",
// "ismcts:" and what [ParseSearch] reads, or one on the list. An error says what is
// wrong with the name.
func (r Roster) New(rules, name string, seed uint64) (Bot, error) {
	if bot, err := newBot(rules, name, seed); bot != nil || err != nil {
		return bot, err
	}
	var other string
	kind, args, given := strings.Cut(name, ":")
	for _, e := range r {
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

// Parameters lists what may be set in the name of a bot for a ruleset, with or
// without what follows the name already; nothing if there is no such bot or it
// takes none.
func (r Roster) Parameters(rules, name string) []Parameter {
	kind, _, _ := strings.Cut(name, ":")
	if kind == "ismcts" {
		return SearchParameters()
	}
	for _, e := range r {
		if e.Name == kind && e.Rules == rules {
			return e.Parameters
		}
	}
	return nil
}
