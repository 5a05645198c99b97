package ai

import (
	"fmt"

	"gamed/state"
)

// A Forecaster says how the seats of a game stand. It is for one goroutine at a time,
// and for games of one ruleset.
type Forecaster interface {
	// Chances estimates how each seat stands in m, from 0, lost, to 1, won, as viewpoint
	// may know it, which may be a spectator or [state.Everything]. Those of several seats
	// add up to 1, which a draw shares out. It is a function of what viewpoint knows and of
	// seed alone.
	Chances(m state.Machine, viewpoint state.Seat, seed uint64) []float64
}

// Forecaster returns the best that there is for a ruleset, which searches so many times
// for an answer, and its name as a bot. Iterations are from 1 to [MaxIterations].
func (r Roster) Forecaster(rules string, iterations int) (f Forecaster, name string) {
	for _, kind := range []string{"learned", "ismcts"} {
		name = fmt.Sprintf("%s:%d", kind, iterations)
		if bot, err := r.New(rules, name, 0); err == nil {
			if f, ok := bot.(Forecaster); ok {
				return f, name
			}
		}
	}
	panic(fmt.Sprintf("ai: %d iterations", iterations)) // ismcts is there for every ruleset
}

// Chances is the mean of what the later half of a search comes to, when it has learned
// what the seats would do.
func (b *ismcts) Chances(m state.Machine, viewpoint state.Seat, seed uint64) []float64 {
	chances := make([]float64, m.Seats())
	if m.Awaiting() == 0 {
		for seat := range chances {
			chances[seat] = float64(worth(m, state.Seat(seat))) / 1000
		}
		share(chances)
		return chances
	}
	a := Ask{Seat: viewpoint, game: m}
	b.prepare(a) // draws worlds the first time
	b.rand = state.NewRand(seed)
	b.tree.clear()
	b.history.fade(0)
	b.chosen = root
	first := m.Next()
	for i := range b.Iterations {
		b.draw(a, i)
		rewards := b.iterate(first)
		if i < b.Iterations/2 {
			continue
		}
		for seat := range chances {
			chances[seat] += float64(rewards[seat])
		}
	}
	for seat := range chances {
		chances[seat] /= float64(b.Iterations - b.Iterations/2)
	}
	share(chances)
	return chances
}

// share makes the chances of several seats add up to 1: each was estimated by itself.
func share(chances []float64) {
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
