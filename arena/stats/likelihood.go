package stats

import "math"

// likeliestMean returns the most likely distribution over a sample's cells with the given mean
// within (0, 1). No cell may be empty.
func (s Sample) likeliestMean(mean float64) []float64 {
	values := make([]float64, len(s.cells))
	for i, c := range s.cells {
		values[i] = c.score - mean
	}
	return s.tilted(values)
}

// likeliestDistance returns the most likely distribution over a sample's cells with a mean t
// standard deviations above .5. No cell may be empty. It follows Van den Bergh, "Normalized Elo in
// practice", 4.1. With φ computed from the mean and deviation of the previous distribution, the
// condition is Σ qφ = 0. The iteration stops at a fixed point.
func (s Sample) likeliestDistance(t float64) []float64 {
	const rounds, precision = 10, 1e-9
	last := Sample{cells: make([]cell, len(s.cells))}
	for i, c := range s.cells {
		last.cells[i] = cell{c.score, 1 / float64(len(s.cells))}
	}
	var q []float64
	phi := make([]float64, len(s.cells))
	for range rounds {
		mean, variance := last.moments()
		deviation := math.Sqrt(variance)
		for i, c := range s.cells {
			off := (c.score - mean) / deviation
			phi[i] = c.score - .5 - .5*t*deviation*(1+off*off)
		}
		q = s.tilted(phi)
		change := 0.
		for i := range q {
			change = max(change, math.Abs(q[i]-last.cells[i].n))
			last.cells[i].n = q[i]
		}
		if change < precision {
			break
		}
	}
	return q
}

// tilted returns the most likely distribution q over the sample's cells for which the values have
// mean 0. The distribution has the form q = p/(1 + x·value), where p is a cell's share of the
// sample. At least one value must be positive and at least one negative.
func (s Sample) tilted(values []float64) []float64 {
	n := s.units()
	// The mean decreases in x. Where the mean is 0, every q is at most 1, which gives a bracket for
	// x away from the poles. Beside a pole Newton's steps are too small to tell whether x is near
	// the zero of the mean. If a step leaves the bracket, bisection replaces the step.
	low, high, x := math.Inf(-1), math.Inf(1), 0.
	for i, c := range s.cells {
		switch end := (c.n/n - 1) / values[i]; {
		case values[i] > 0:
			low = max(low, end)
		case values[i] < 0:
			high = min(high, end)
		}
	}
	for range 100 {
		mean, slope := 0., 0.
		for i, c := range s.cells {
			y := values[i] / (1 + x*values[i])
			mean += c.n / n * y
			slope += c.n / n * y * y
		}
		if mean > 0 {
			low = x
		} else {
			high = x
		}
		next := x + mean/slope
		if !(low < next && next < high) {
			next = low + (high-low)/2
		}
		if math.Abs(next-x) <= 0x1p-52*math.Abs(x) {
			break
		}
		x = next
	}
	q := make([]float64, len(values))
	for i, c := range s.cells {
		q[i] = c.n / n / (1 + x*values[i])
	}
	return q
}
