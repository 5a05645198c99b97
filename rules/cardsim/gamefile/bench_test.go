package gamefile_test

import (
	"testing"

	"gamed/state"
)

// BenchmarkRandomTurns plays random games of the file tortoise.yaml.
func BenchmarkRandomTurns(b *testing.B) {
	g, r, turns := example(b), state.Rand(1), 0
	b.ReportAllocs()
	for b.Loop() {
		m := deal(b, g, r.Uint64())
		play(b, m, &r)
		turns += m.Turn()
	}
	b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkLoad loads the file tortoise.yaml.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		example(b)
	}
}
