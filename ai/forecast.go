package ai

import (
	"fmt"

	"gamed/state"
)

// A Forecaster estimates winning chances in games of one ruleset. It is not safe for concurrent
// use.
type Forecaster interface {
	// Chances estimates the outcome for each seat, from 0 (lost) to 1 (won). It uses only
	// information visible to viewpoint: a seat, a spectator or [state.Everything]. The chances
	// of several seats add up to 1. A draw gives all seats the same chance. The result depends
	// only on the visible information and on seed.
	Chances(m state.Machine, viewpoint state.Seat, seed uint64) []float64
}

// Forecaster returns a forecaster for a ruleset, and the name of the bot whose search computes the
// forecasts. The bot is learned if the ruleset has a learned search, otherwise ismcts. Each
// forecast runs the given number of iterations. Forecaster panics unless the number is from 1 to
// [MaxIterations].
func (r Roster) Forecaster(rules string, iterations int) (f Forecaster, name string) {
	for _, kind := range []string{"learned", "ismcts"} {
		name = fmt.Sprintf("%s:%d", kind, iterations)
		if bot, err := r.New(rules, name, 0); err == nil {
			if f, ok := bot.(Forecaster); ok {
				return f, name
			}
		}
	}
	// ismcts supports every ruleset, so the number of iterations is invalid.
	panic(fmt.Sprintf("ai: a forecast has 1 to %d iterations, not %d", MaxIterations, iterations))
}

// Chances averages the rewards of all iterations of a search. A grown tree predicts moves better,
// so the later iterations assume almost perfect play. The earlier iterations also try worse moves,
// which makes the mean steadier and a better estimate for players that err. If the game is over,
// the result determines the chances.
func (b *ismcts) Chances(m state.Machine, viewpoint state.Seat, seed uint64) []float64 {
	chances := make([]float64, m.Seats())
	if m.Awaiting() == 0 {
		for seat := range chances {
			chances[seat] = float64(Evaluate(m, state.Seat(seat))) / 1000
		}
		normalize(chances)
		return chances
	}
	a := Ask{Seat: viewpoint, game: m}
	a = b.prepare(a) // forks worlds on the first call
	b.rand = state.NewRand(seed)
	b.tree.clear()
	b.history.decay(0)
	b.lastChoice = root
	b.forecasting = true
	defer func() { b.forecasting = false }()
	first := m.Next()
	for i := range b.Iterations {
		b.drawWorld(a, i)
		b.moves = b.path[0].world.Moves(first, b.moves[:0])
		rewards := b.iterate(first, b.moves)
		for seat := range chances {
			chances[seat] += float64(rewards[seat])
		}
	}
	for seat := range chances {
		chances[seat] /= float64(b.Iterations)
	}
	normalize(chances)
	return chances
}

// normalize divides the chances of several seats by their sum, because each is estimated separately.
// If all are 0, every seat gets an equal chance. A single seat's chance does not change.
func normalize(chances []float64) {
	sum := 0.0
	for _, c := range chances {
		sum += c
	}
	for seat := range chances {
		switch {
		case len(chances) == 1:
		case sum == 0:
			chances[seat] = 1 / float64(len(chances))
		default:
			chances[seat] /= sum
		}
	}
}
