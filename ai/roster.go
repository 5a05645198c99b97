package ai

import (
	"fmt"
	"slices"
	"strings"
)

// Info describes a bot in lists.
type Info struct {
	Name  string `json:"name"`
	About string `json:"about"`
	// Rules is the only ruleset that the bot plays. Rules is empty if the bot plays any ruleset.
	Rules string `json:"rules,omitempty"`
	// Command reports whether a server runs the bot as a separate process.
	Command bool `json:"command,omitempty"`
}

// A Roster holds the bots of a program. The zero value contains the general bots, which play any
// ruleset.
type Roster struct {
	Bots []Entry // bots that play one ruleset each
	// Search holds the default parameters of ismcts by ruleset name. Other rulesets use
	// [DefaultSearch].
	Search map[string]Search
}

// An Entry is a bot for the ruleset in its Info.
type Entry struct {
	Info
	New func(seed uint64) Bot
	// WithParameters returns a New function for the parameters after the bot's name and a colon.
	// WithParameters is nil if the bot has no parameters.
	WithParameters func(args string) (func(seed uint64) Bot, error)
	// WithWeights is like WithParameters, for a bot with other weights. The slice file holds the
	// contents of a weights file. WithWeights is nil if the bot has no weights.
	WithWeights func(args string, file []byte) (func(seed uint64) Bot, error)
	// Parameters are the settings that may follow the name.
	Parameters []Parameter
	// LoadError is the error from loading the bot's built-in weights, or nil. With an error, only
	// WithWeights returns a bot, and lists omit the entry.
	LoadError error
	// Unlisted reports whether lists omit the bot, because the bot serves a special purpose, such
	// as puzzles.
	Unlisted bool
}

var aboutSearch = fmt.Sprintf("Monte Carlo tree search over hidden information; ismcts:N runs N iterations per decision (default %d), ismcts:50ms searches for 50 ms, ismcts:N,NAME=VALUE,… sets parameters.", DefaultSearch.Iterations)

// entries lists all bots, with the default parameters that ismcts has for the named ruleset. The bots
// for any ruleset come first, weakest first.
func (r Roster) entries(rules string) []Entry {
	search, ok := r.Search[rules]
	if !ok {
		search = DefaultSearch
	}
	return append([]Entry{
		{Info: Info{Name: "random", About: "Plays random legal moves."}, New: newRandom},
		{Info: Info{Name: "greedy", About: "Plays the move that looks best right now."}, New: newGreedy},
		{Info: Info{Name: "ismcts", About: aboutSearch}, New: search.New, WithParameters: search.withArgs, Parameters: searchParameters},
	}, r.Bots...)
}

// Names lists the bots that play the named ruleset, except unlisted bots and bots with a LoadError.
func (r Roster) Names(rules string) []Info {
	return slices.DeleteFunc(r.All(), func(i Info) bool { return i.Rules != "" && i.Rules != rules })
}

// All lists all bots except unlisted bots and bots with a LoadError. The bots for any ruleset come
// first.
func (r Roster) All() (all []Info) {
	for _, e := range r.entries("") {
		if !e.Unlisted && e.LoadError == nil {
			all = append(all, e.Info)
		}
	}
	return all
}

// New returns the named bot for a ruleset. [Roster.Find] lists the valid names.
func (r Roster) New(rules, name string, seed uint64) (Bot, error) {
	bot, err := r.Find(rules, name)
	if err != nil {
		return nil, err
	}
	return bot(seed), nil
}

// Find returns a constructor for the named bot for a ruleset. The name is "random", "greedy",
// "ismcts", "ismcts:" with parameters for [ParseSearch], or the name of an entry, with or without its
// parameters.
func (r Roster) Find(rules, name string) (func(seed uint64) Bot, error) {
	var other string
	kind, args, given := strings.Cut(name, ":")
	for _, e := range r.entries(rules) {
		takesArgs := given && e.Name == kind && e.WithParameters != nil
		switch {
		case e.Name != name && !takesArgs:
		case e.Rules != "" && e.Rules != rules:
			other = e.Rules
		case e.LoadError != nil:
			return nil, fmt.Errorf("bot %q: %w", name, e.LoadError)
		case takesArgs:
			bot, err := e.WithParameters(args)
			if err != nil {
				return nil, fmt.Errorf("bot %q: %w", name, err)
			}
			return bot, nil
		default:
			return e.New, nil
		}
	}
	if other != "" {
		return nil, fmt.Errorf("bot %q plays %s only, not %s", name, other, rules)
	}
	var there []string
	for _, i := range r.Names(rules) {
		there = append(there, i.Name)
	}
	there = slices.Insert(there, 3, "ismcts:N")
	last := len(there) - 1
	return nil, fmt.Errorf("no bot is called %q: there are %s and %s", name, strings.Join(there[:last], ", "), there[last])
}

// Weights finds the parameter weights=FILE in a bot's name and returns FILE. Given the contents of
// FILE, load returns a constructor for the bot with its other parameters. Weights reports false for
// names without this parameter and for bots without weights.
func (r Roster) Weights(rules, name string) (file string, load func(weights []byte) (func(seed uint64) Bot, error), ok bool) {
	kind, args, _ := strings.Cut(name, ":")
	parts := strings.Split(args, ",")
	at := slices.IndexFunc(parts, func(part string) bool { return strings.HasPrefix(part, weights) })
	if at < 0 {
		return "", nil, false
	}
	for _, e := range r.entries(rules) {
		if e.Name != kind || e.WithWeights == nil || e.Rules != "" && e.Rules != rules {
			continue
		}
		others := strings.Join(slices.Delete(slices.Clone(parts), at, at+1), ",")
		return strings.TrimPrefix(parts[at], weights), func(weights []byte) (func(seed uint64) Bot, error) { return e.WithWeights(others, weights) }, true
	}
	return "", nil, false
}

const weights = "weights="

// Parameters lists the parameters of a named bot for a ruleset. It ignores any parameter values
// in the name. It returns nil for unknown bots and bots without parameters.
func (r Roster) Parameters(rules, name string) []Parameter {
	kind, _, _ := strings.Cut(name, ":")
	for _, e := range r.entries(rules) {
		if e.Name == kind && (e.Rules == "" || e.Rules == rules) && e.Parameters != nil {
			return e.Parameters
		}
	}
	return nil
}
