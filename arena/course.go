package arena

import "gamed/arena/stats"

// A State is an intermediate result of a match.
type State struct {
	Games  int
	Score  stats.Estimate // of the first bot, points per game
	Sample stats.Sample   // of the first bot against the others
}

// Course returns intermediate results, at most the given number. The last one covers all games.
func (r *Results) Course(most int) (states []State) {
	units := 0
	for range r.Counted() {
		units++
	}
	every := (units + most - 1) / most
	h := r.Header
	h.SPRT = nil // it would be evaluated after each unit
	t := newTally(h)
	n := 0
	for unit := range r.Counted() {
		for i := range unit {
			_ = t.add(&unit[i]) // it writes nothing
		}
		if n++; n%every == 0 || n == units {
			states = append(states, State{t.sum.Games, t.shares[0].Mean().Score, t.scores.sample()})
		}
	}
	return states
}
