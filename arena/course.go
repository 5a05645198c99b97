package arena

import "gamed/arena/stats"

// A State is an intermediate result of a match.
type State struct {
	Games  int
	Score  stats.Estimate // points per game of the first bot
	Sample stats.Sample   // scores of the first bot against the others
}

// Course returns at most the given number of intermediate results. The last result covers all games
// that count.
func (r *Results) Course(most int) (states []State) {
	units := 0
	for range r.Counted() {
		units++
	}
	every := (units + most - 1) / most
	h := r.Header
	h.SPRT = nil // not needed here, and slow to evaluate after each unit
	t := newTally(h)
	n := 0
	for unit := range r.Counted() {
		for i := range unit {
			_ = t.add(&unit[i]) // only writing can fail, and t has no output
		}
		if n++; n%every == 0 || n == units {
			states = append(states, State{t.sum.Games, t.shares[0].Mean().Score, t.scores.sample()})
		}
	}
	return states
}
