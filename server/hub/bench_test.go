//go:build unix

package hub

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
)

// BenchmarkRecover starts with an on-disk log of 100,000 unfinished two-player games, most of
// them 40 requests long. It measures the time until the hub can serve, until a requested game
// is loaded, and until all games are loaded. It also measures the processor time, the memory per
// game, the time to list games, and the time of Hub.sweep.
func BenchmarkRecover(b *testing.B) {
	const games, requests = 100_000, 40
	dir := b.TempDir()
	log, err := store.OpenEmbedded(dir, store.SyncNever)
	require.NoError(b, err)
	var group errgroup.Group
	last := make([]string, runtime.GOMAXPROCS(0))
	for i := range last {
		group.Go(func() error {
			for range games / len(last) {
				last[i] = writeGame(b, log, requests)
			}
			return nil
		})
	}
	require.NoError(b, group.Wait())
	require.NoError(b, log.Close())
	for b.Loop() {
		before := memoryInUse()
		begun, used := time.Now(), processorTime()
		log, err := store.OpenEmbedded(dir, store.SyncAlways)
		require.NoError(b, err)
		h := New(Config{Rules: []state.Dealer{elements.Rules}, Log: log, MaxGames: games, MaxUnfinished: games})
		n, err := h.Recover(b.Context())
		require.NoError(b, err)
		require.Equal(b, games, n)
		b.ReportMetric(time.Since(begun).Seconds(), "s-until-serving")
		_, err = h.Get(b.Context(), last[0])
		require.NoError(b, err)
		b.ReportMetric(time.Since(begun).Seconds(), "s-until-one")
		<-h.Recovered()
		b.ReportMetric(time.Since(begun).Seconds(), "s-until-all")
		b.ReportMetric((processorTime() - used).Seconds(), "s-of-processor")
		require.Zero(b, h.Count().Waiting)
		b.ReportMetric(float64(memoryInUse()-before)/games, "bytes-each")
		begun = time.Now()
		list, err := h.List(b.Context(), Filter{Limit: 50})
		require.NoError(b, err)
		require.Len(b, list, 50)
		b.ReportMetric(time.Since(begun).Seconds()*1000, "ms-list")
		begun = time.Now()
		h.sweep()
		b.ReportMetric(time.Since(begun).Seconds()*1000, "ms-sweep")
		require.NoError(b, h.Close(b.Context()))
		require.NoError(b, log.Close())
	}
}

// BenchmarkCreate creates games that wait for two people, without a disk.
func BenchmarkCreate(b *testing.B) {
	const most = 10_000_000
	h := New(Config{Rules: []state.Dealer{elements.Rules}, Log: store.NewMemory(), MaxGames: most, MaxUnfinished: most})
	for b.Loop() {
		_, err := h.Create(b.Context(), duel("", ""))
		require.NoError(b, err)
	}
	require.NoError(b, h.Close(b.Context()))
}

// memoryInUse returns the bytes of heap and stacks that are in use.
func memoryInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// processorTime returns the processor time that the process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
