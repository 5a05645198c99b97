package arena

import "gamed/arena/stats"

// An IntermediateResult is the result of the first games of a match.
type IntermediateResult struct {
	Games  int
	Score  stats.Estimate // points per game of the first bot
	Sample stats.Sample   // scores of the first bot against the others
}

// IntermediateResults returns at most the given number of intermediate results. The last result
// covers all games that count.
func (r *Results) IntermediateResults(most int) (states []IntermediateResult) {
	units := 0
	for range r.CountedUnits() {
		units++
	}
	every := (units + most - 1) / most
	h := r.Header
	h.SPRT = nil // not needed here, and slow to evaluate after each unit
	t := newTally(h)
	n := 0
	for unit := range r.CountedUnits() {
		for i := range unit {
			_ = t.add(&unit[i]) // only writing can fail, and t has no output
		}
		if n++; n%every == 0 || n == units {
			states = append(states, IntermediateResult{t.partial.Games, t.unitPoints[0].Mean().Score, t.scores.sample()})
		}
	}
	return states
}
