package puzzle

import (
	"gamed/ai"
	"gamed/rules/elements"
	"gamed/state"
)

// Name is the name of the bot that defends puzzles. Players see this name.
const Name = "Sphinx"

// maxPositions limits the positions that the bot searches for one choice. A search that reaches
// this limit takes about 0.2 s. The built-in puzzles need fewer positions.
const maxPositions = 2 * ratePositions

// A defender prevents or delays a forced win in another seat's turn. In its own turn and before the first
// turn, the defender plays like the bot greedy.
type defender struct {
	greedy ai.Bot
	rand   state.Rand
}

// Bot returns the registry entry of the bot that defends puzzles. In a puzzle the bot sees the
// cards of the other seat. In other games the bot searches a world with random hidden cards.
func Bot() ai.Entry {
	return ai.Entry{
		Info:     ai.Info{Name: Name, About: "Defends against a forced win in its opponent's turn; for puzzles.", Rules: elements.Rules.Name},
		Unlisted: true,
		New:      func(seed uint64) ai.Bot { return &defender{ai.NewGreedyBy(ai.Evaluate, seed), state.NewRand(seed)} },
	}
}

func (b *defender) Choose(a ai.Ask) state.Option {
	if len(a.Options) == 1 {
		return a.Options[0]
	}
	p := a.Fork(&b.rand).(*state.Game[elements.Position]).Position()
	if p.Active == a.Seat || p.Turn == 0 {
		return b.greedy.Choose(a)
	}
	return New(p, maxPositions, true).Defence(p, a.Seat)
}
