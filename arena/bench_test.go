package arena_test

import (
	"context"
	"testing"

	"gamed/arena"
)

// BenchmarkRandomGames plays the same match again and again with one worker.
// The checksum is its requests: a change of it means other work, not other
// speed.
func BenchmarkRandomGames(b *testing.B) {
	for _, bench := range []struct {
		lane  arena.Lane
		games int
	}{{arena.Direct, 1000}, {arena.Actor, 50}} {
		b.Run(bench.lane.String(), func(b *testing.B) {
			m := match(b, bench.games, "random", "random")
			m.Lane, m.Parallel = bench.lane, 1
			var r arena.Result
			n := 0
			for b.Loop() {
				var err error
				if r, err = m.Run(context.Background()); err != nil {
					b.Fatal(err)
				}
				n++
			}
			took := b.Elapsed()
			b.ReportMetric(float64(n*r.Games)/took.Seconds(), "games/s")
			b.ReportMetric(float64(took.Nanoseconds())/float64(n*r.Requests), "ns/request")
			b.ReportMetric(float64(r.Requests), "checksum")
		})
	}
}
