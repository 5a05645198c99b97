package train

import (
	"gamed/ai/learned"
	"gamed/arena"
	"gamed/state"
)

// A Plan is how the net of a ruleset is trained.
type Plan struct {
	Rules  state.Dealer
	Layout *state.Layout // of its features
	// Setup draws what a game starts from.
	Setup func(r *state.Rand) state.Setup
	// Times is how many times as many games the first generation plays: its bots are
	// quicker.
	Times int
	// Start is who plays in the first generation. Each seat of each game draws from
	// the list, so that a bot on it twice plays twice as often.
	Start []arena.Player
	// Next returns who plays in a later one. The net of the generation before is the
	// last of the nets.
	Next func(nets []*learned.Net) []arena.Player
	// Stray is in how many of 1000 decisions any option is taken.
	Stray int
	// Keep is how many of 1000 positions are samples, and KeepFirst how many of those
	// that are the first of a turn.
	Keep, KeepFirst int
	// Lambda is that of TD(λ), from 0 to 1: 1 learns from how games end alone.
	Lambda float32
	// First and Later say how the net is fitted in the first generation and in the
	// later ones.
	First, Later Fit
	// Match is what each generation's net is measured by: its bot, and the one that it
	// plays.
	Match func(net *learned.Net) arena.Match
}

// A Fit is how a net is fitted to samples: how often it goes through them, and the
// step size at first. Few games that are gone through often are learned by heart.
type Fit struct {
	Epochs int
	Rate   float64
}

// plans are those of the rulesets with features.
var plans = []func() *Plan{elementsPlan, dominionPlan}

// PlanFor returns how the net of a ruleset is trained, nil if it has none.
func PlanFor(rules string) *Plan {
	for _, plan := range plans {
		if p := plan(); p.Rules.Info().Name == rules {
			return p
		}
	}
	return nil
}

// Trained lists the rulesets that have a plan.
func Trained() (names []string) {
	for _, plan := range plans {
		names = append(names, plan().Rules.Info().Name)
	}
	return names
}
