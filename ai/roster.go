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
// "ismcts:N" with N iterations a decision, 1 to [MaxIterations], or one on the
// list. An error says what is wrong with the name.
func (r Roster) New(rules, name string, seed uint64) (Bot, error) {
	if bot, err := newBot(name, seed); bot != nil || err != nil {
		return bot, err
	}
	var other string
	for _, e := range r {
		if e.Name == name {
			if e.Rules == rules {
				return e.New(seed), nil
			}
			other = e.Rules
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
