package learned

import (
	"fmt"
	"strings"

	"gamed/ai"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
)

// ElementsBots returns the bots that play Elements with the built-in net. If [Load] fails, LoadError has
// the error.
func ElementsBots() []ai.Entry {
	rules := elements.Rules.Name
	net, broken := Load(rules, &elements.Rules.Layout)
	search, err := ElementsSearch("")
	if err != nil {
		panic(err) // the defaults are valid
	}
	return []ai.Entry{
		{
			Info:        ai.Info{Name: "learned-greedy", Rules: rules, About: "Plays the move that its neural network rates best right now."},
			New:         func(seed uint64) ai.Bot { return NewGreedy(net, seed) },
			WithWeights: weightsOnly(rules, &elements.Rules.Layout, NewGreedy), LoadError: broken,
		},
		{
			Info: ai.Info{Name: "learned", Rules: rules, About: fmt.Sprintf("Tree search with a neural network; learned:N runs N iterations per decision (default %d). weights=FILE loads what gamed train wrote.", search.Iterations)},
			New:  func(seed uint64) ai.Bot { return NewSearch(net, search, seed) },
			WithParameters: func(args string) (func(seed uint64) ai.Bot, error) {
				s, err := ElementsSearch(args)
				return func(seed uint64) ai.Bot { return NewSearch(net, s, seed) }, err
			},
			WithWeights: func(args string, file []byte) (func(seed uint64) ai.Bot, error) {
				net, err := Parse(file, rules, &elements.Rules.Layout)
				if err != nil {
					return nil, err
				}
				s, err := ElementsSearch(args)
				return func(seed uint64) ai.Bot { return NewSearch(net, s, seed) }, err
			},
			Parameters: ai.SearchParameters(), LoadError: broken,
		},
	}
}

// elementsDefaults are the search parameters for the net, tuned in matches. The search has no
// playouts, because the net evaluates the leaves. The list has every parameter that a search
// without playouts uses, so that a change of [ai.DefaultSearch] does not affect training.
var elementsDefaults = []string{
	"c=0.2", "scale=no", "urgency=0", "final=lower", "leaf=now", "chance=0.1", "worlds=1", "reuse=yes", "forced=no", "counts=yes",
}

// ElementsSearch parses the parameters of a search with a net, in the format of
// [ai.ParseSearch]. Missing parameters get the values in elementsDefaults.
func ElementsSearch(args string) (ai.Search, error) {
	var all []string
	if args != "" {
		all = append(all, args)
	}
	for _, d := range elementsDefaults {
		if name, _, _ := strings.Cut(d, "="); !strings.Contains(","+args, ","+name+"=") {
			all = append(all, d)
		}
	}
	return ai.ParseSearch(ai.DefaultSearch, strings.Join(all, ","))
}

// DominionBots returns the bots that play Dominion with the built-in net. If [Load] fails, LoadError has
// the error.
func DominionBots() []ai.Entry {
	rules := dominion.Rules.Name
	net, broken := Load(rules, &dominion.Rules.Layout)
	return []ai.Entry{{
		Info:        ai.Info{Name: "learned", Rules: rules, About: "Buys the card that its neural network rates best, and plays cards by rule."},
		New:         func(seed uint64) ai.Bot { return NewBuyer(net, seed) },
		WithWeights: weightsOnly(rules, &dominion.Rules.Layout, NewBuyer), LoadError: broken,
	}}
}

// weightsOnly returns the WithWeights function of a bot whose only parameter is weights=FILE.
func weightsOnly(rules string, layout *state.Layout, bot func(*Net, uint64) ai.Bot) func(string, []byte) (func(uint64) ai.Bot, error) {
	return func(args string, file []byte) (func(seed uint64) ai.Bot, error) {
		if args != "" {
			return nil, fmt.Errorf("unknown parameter %q: this bot has only weights=FILE", args)
		}
		net, err := Parse(file, rules, layout)
		return func(seed uint64) ai.Bot { return bot(net, seed) }, err
	}
}
