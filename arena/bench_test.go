//go:build unix

package arena_test

import (
	"context"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// BenchmarkRandomGames plays the same match repeatedly with one worker. The checksum is the
// number of requests. If it changes, the benchmark no longer measures the same work.
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

// BenchmarkOverhead plays the same games alternately in a bare loop and as a match. It reports
// the speed of the match as a percentage of the loop's. It measures processor time, which other
// programs do not affect.
func BenchmarkOverhead(b *testing.B) {
	for _, name := range []string{"no file", "file"} {
		b.Run(name, func(b *testing.B) {
			const games = 10_000
			m := match(b, games, "random", "random")
			m.Parallel = 1
			if name == "file" {
				m.Out = openFile(b, b.TempDir()+"/out.jsonl")
				defer m.Out.Close()
			}
			var bare, whole float64
			for b.Loop() {
				start := processorTime(b)
				requests := bareGames(b, m)
				between := processorTime(b)
				if m.Out != nil {
					require.NoError(b, m.Out.Truncate(0))
				}
				r := run(b, m)
				bare, whole = bare+between-start, whole+processorTime(b)-between
				require.Equal(b, requests, r.Requests, "they are the same games")
			}
			b.ReportMetric(100*bare/whole, "%")
			b.ReportMetric(float64(b.N)*games/bare, "bare-games/s")
			b.ReportMetric(float64(b.N)*games/whole, "arena-games/s")
		})
	}
}

// bareGames plays the games of a match between two bots in a minimal loop and returns the
// number of requests.
func bareGames(b *testing.B, m arena.Match) (requests int) {
	var options []state.Option
	chance := table.NewChance(table.Key{})
	g, err := elements.Rules.Deal(state.Setup{Seats: 2})
	require.NoError(b, err)
	for n := range m.Games {
		chance.Seed(table.KeyFrom(m.Seed, uint64(n/2)))
		require.NoError(b, g.Redeal(state.Setup{Seats: 2, Seed: state.Seed(chance.Next())}))
		var bots [2]ai.Bot
		for seat := range bots {
			bots[seat] = m.Bots[0].New(arena.BotSeed(m, n, state.Seat(seat)))
		}
		for g.Awaiting() != 0 {
			seat := g.Next()
			options = g.Options(seat, options[:0])
			g.Apply(state.Request{Seat: seat, Option: bots[seat].Choose(ai.NewAsk(g, seat, options)), Salt: chance.Next()}, nil)
		}
		requests += int(g.Seq())
	}
	return requests
}

// processorTime returns the processor time of this process in seconds, summed over all
// processors.
func processorTime(b *testing.B) float64 {
	var u syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
