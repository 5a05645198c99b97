package polity

import (
	"testing"

	"gamed/state"
)

// BenchmarkRandomTurns plays random games. The checksum covers the final positions of the
// first hundred games, so it does not depend on the number of iterations.
func BenchmarkRandomTurns(b *testing.B) {
	turns, sum := 0, uint64(14695981039346656037)
	var options []state.Option
	var position []byte
	games := uint64(0)
	for b.Loop() {
		m := deal(b, games)
		games++
		r := state.Rand(games)
		for {
			options = m.Options(0, options[:0])
			if len(options) == 0 {
				break
			}
			m.Apply(state.Request{Option: options[r.N(len(options))]}, nil)
		}
		turns += m.Turn()
		if games > 100 { // every run plays at least this many
			continue
		}
		position = m.AppendState(position[:0])
		for _, c := range position {
			sum = (sum ^ uint64(c)) * 1099511628211
		}
	}
	b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
	b.ReportMetric(float64(sum%1_000_000), "checksum")
}
