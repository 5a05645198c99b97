package game_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// discardingLog is a log that stores nothing, so that benchmarks of games exclude the
// store.
type discardingLog struct{ *store.Memory }

func (discardingLog) Append(context.Context, string, uint64, []byte) error { return nil }

// A jsonBot receives updates as bytes and sends its answers as bytes.
type jsonBot struct {
	seat   state.Seat
	r      state.Rand
	submit agent.Submit
	over   chan struct{}
	buf    []byte
	total  *int
}

func (b *jsonBot) WriteJSON(v protocol.ServerMessage) error {
	b.buf = protocol.Append(b.buf[:0], v)
	*b.total += len(b.buf)
	switch m := v.(type) {
	case *protocol.Over:
		close(b.over)
	case *protocol.Update:
		if m.Decision == nil || m.Awaiting[0] != int(b.seat) {
			return nil
		}
		line := fmt.Appendf(nil, `{"type":"choose","decision":%d,"option":%d}`, m.Decision.ID, b.r.N(len(m.Decision.Options)))
		choose, err := protocol.Parse(line)
		if err != nil {
			return err
		}
		return b.submit(choose)
	}
	return nil
}

// BenchmarkActorTwoJSONBots plays games between two bots that speak JSON.
func BenchmarkActorTwoJSONBots(b *testing.B) {
	b.ReportAllocs()
	requests, bytes := 0, 0
	for seed := uint64(0); b.Loop(); seed++ {
		c := deal(b, "duel", seed)
		c.Log = discardingLog{store.NewMemory()}
		g, err := c.start(b.Context())
		require.NoError(b, err)
		var bots [2]*jsonBot
		for i := range bots {
			seat := state.Seat(i)
			bots[i] = &jsonBot{seat: seat, r: state.Rand(seed*2 + uint64(i)), over: make(chan struct{}), total: &bytes}
			bots[i].submit = g.Submit(seat, bots[i])
			require.NoError(b, g.Attach(b.Context(), game.Attachment{Seat: seat, To: bots[i]}))
		}
		<-bots[0].over
		require.NoError(b, g.Close(b.Context()))
		requests += int(c.Machine.Seq())
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(requests), "ns/request")
	b.ReportMetric(float64(bytes)/float64(requests), "bytes/request")
}

// BenchmarkIdleGame reports the heap and stack memory per idle game. Each game has
// processed a few requests, and the garbage collector has run.
func BenchmarkIdleGame(b *testing.B) {
	const games, requests = 10_000, 10
	memory := func() (heap, stacks float64) {
		for range 4 {
			runtime.GC() // each collection halves the stacks that have grown
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / games, float64(m.StackInuse) / games
	}
	for b.Loop() {
		all := make([]*game.Game, games)
		c := deal(b, "duel", 1)
		c.Rules = table.Cache(c.Rules) // as a server does
		c.Log = discardingLog{store.NewMemory()}
		dealt := c.Machine
		heap, stacks := memory()
		for i := range all {
			c.Machine = dealt.Fork()
			g, err := c.start(b.Context())
			require.NoError(b, err)
			all[i] = g
			m := c.Machine
			for range requests {
				status, err := g.Status(b.Context()) // waits until the game is idle
				require.NoError(b, err)
				require.False(b, status.Over)
				seat := m.Next()
				require.NoError(b, g.Submit(seat, nil)(&protocol.Choose{Decision: m.Decision(seat)}))
				_, err = g.Status(b.Context())
				require.NoError(b, err)
			}
		}
		heapNow, stacksNow := memory()
		b.ReportMetric(heapNow-heap, "heap/game")
		b.ReportMetric(stacksNow-stacks, "stack/game")
		b.ReportMetric(heapNow-heap+stacksNow-stacks, "bytes/game")
		for _, g := range all {
			require.NoError(b, g.Close(b.Context()))
		}
	}
}

// BenchmarkReplay replays the log of a whole game.
func BenchmarkReplay(b *testing.B) {
	c := deal(b, "duel", 1)
	finish(b, c, 1)
	records, err := c.Log.Read(b.Context(), "duel")
	require.NoError(b, err)
	requests := 0
	for b.Loop() {
		r, err := table.Open(records, find)
		require.NoError(b, err)
		require.NoError(b, r.Run())
		requests += int(r.Table.Machine.Seq())
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(requests), "ns/request")
}
