package train

import (
	"gamed/ai/learned"
	"gamed/arena"
	"gamed/state"
)

// A Plan describes how to train the net of a ruleset.
type Plan struct {
	Rules  state.Dealer
	Layout *state.Layout // of the features
	// Setup draws the setup of a game.
	Setup func(r *state.Rand) state.Setup
	// Times multiplies the games of the first generation, whose bots are faster.
	Times int
	// Start lists the players of the first generation. Each seat draws from the list,
	// so a repeated player plays more often.
	Start []arena.Player
	// Next lists the players of a later generation. The net of the generation before is
	// the last of nets.
	Next func(nets []*learned.Net) []arena.Player
	// Stray is the number of random decisions per 1000.
	Stray int
	// Keep is the number of positions per 1000 that become samples, KeepFirst the same
	// for the first position of a turn.
	Keep, KeepFirst int
	// Lambda is the λ of TD(λ), 0 to 1: 1 learns only from final results.
	Lambda float32
	// First and Later are the fits of the first and of later generations.
	First, Later Fit
	// Match returns the match that measures the net of a generation.
	Match func(net *learned.Net) arena.Match
}

// A Fit is the number of passes over the samples and the initial step size. Many passes
// over few games overfit.
type Fit struct {
	Epochs int
	Rate   float64
}

// plans holds the plans of the rulesets with features.
var plans = []func() *Plan{elementsPlan, dominionPlan}

// PlanFor returns the plan of a ruleset, or nil.
func PlanFor(rules string) *Plan {
	for _, plan := range plans {
		if p := plan(); p.Rules.Info().Name == rules {
			return p
		}
	}
	return nil
}

// Trained lists the rulesets with a plan.
func Trained() (names []string) {
	for _, plan := range plans {
		names = append(names, plan().Rules.Info().Name)
	}
	return names
}
