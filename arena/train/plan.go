package train

import (
	"gamed/ai/learned"
	"gamed/arena"
	"gamed/state"
)

// A Plan describes how to train the net of a ruleset.
type Plan struct {
	Rules  state.Dealer
	Layout *state.Layout // layout of the features
	// Setup returns a random setup for a game.
	Setup func(r *state.Rand) state.Setup
	// FirstGamesFactor multiplies the number of games of the first generation, whose bots may be
	// faster.
	FirstGamesFactor int
	// FirstPlayers lists the players in the first generation. Each seat gets a random player from the
	// list, so a repeated player plays more often.
	FirstPlayers []arena.Player
	// LaterPlayers returns the players in a later generation. The last element of nets is the net
	// from the previous generation.
	LaterPlayers func(nets []*learned.Net) []arena.Player
	// RandomPer1000 is the number of decisions per 1000 in which a random option replaces the bot's
	// choice.
	RandomPer1000 int
	// SamplesPer1000 is the number of positions per 1000 that become samples. FirstSamplesPer1000
	// is this number for the first position of each turn.
	SamplesPer1000, FirstSamplesPer1000 int
	// Lambda is the λ of TD(λ), from 0 to 1. With 1, the net learns only from final results.
	Lambda float32
	// FirstFit and LaterFit are the fit parameters for the first generation and for later
	// generations.
	FirstFit, LaterFit Fit
	// Match returns a match that measures the strength of a generation's net.
	Match func(net *learned.Net) arena.Match
}

// A Fit holds the number of passes over the samples (Epochs) and the initial learning rate. Many
// passes over few games lead to overfitting.
type Fit struct {
	Epochs int
	Rate   float64
}

// plans holds a function for each ruleset that has features. The function returns the plan of the
// ruleset.
var plans = []func() *Plan{elementsPlan, dominionPlan}

// PlanFor returns the plan for a ruleset, or nil if there is none.
func PlanFor(rules string) *Plan {
	for _, plan := range plans {
		if p := plan(); p.Rules.Info().Name == rules {
			return p
		}
	}
	return nil
}

// Trainable lists the rulesets with a plan.
func Trainable() (names []string) {
	for _, plan := range plans {
		names = append(names, plan().Rules.Info().Name)
	}
	return names
}
