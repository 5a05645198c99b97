package store_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/leaktest"
	"gamed/internal/test/natstest"
	"gamed/store"
)

// TestMain lets more tests run in parallel than there are processors, because the tests with NATS
// servers mostly wait. The flag -parallel overrides this number.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err) // every test binary has the flag
	}
	leaktest.Main(m)
}

// each runs a test with every implementation of Log.
func each(t *testing.T, test func(t *testing.T, log store.Log)) {
	t.Run("memory", func(t *testing.T) { test(t, store.NewMemory()) })
	t.Run("embedded", func(t *testing.T) { test(t, open(t, t.TempDir())) })
	t.Run("jetstream", func(t *testing.T) { test(t, openJetStream(t, natstest.RunServer(t), "test")) })
}

func open(t *testing.T, dir string) *store.Embedded {
	t.Helper()
	log, err := store.OpenEmbedded(dir, store.SyncAlways)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, log.Close()) })
	return log
}

// add appends records to a game with n records.
func add(t *testing.T, log store.Log, game string, n uint64, records ...string) {
	t.Helper()
	for i, record := range records {
		require.NoError(t, log.Append(t.Context(), game, n+uint64(i), []byte(record)))
	}
}

func read(t *testing.T, log store.Log, game string) []string {
	t.Helper()
	records, err := log.Read(t.Context(), game)
	require.NoError(t, err)
	list := make([]string, len(records))
	for i, r := range records {
		list[i] = string(r)
	}
	return list
}

func TestAppendAndRead(t *testing.T) {
	each(t, func(t *testing.T, log store.Log) {
		_, err := log.Read(t.Context(), "g")
		require.ErrorIs(t, err, store.ErrNotFound)
		games, err := log.Games(t.Context())
		require.NoError(t, err)
		require.Empty(t, games)

		buffer := []byte("one")
		require.NoError(t, log.Append(t.Context(), "g", 0, buffer))
		copy(buffer, "xxx") // Append does not retain the buffer
		add(t, log, "g", 1, "", "three", "é\r\x00")
		add(t, log, "g-2", 0, "other")
		add(t, log, "0", 0, "first")
		assert.Equal(t, []string{"one", "", "three", "é\r\x00"}, read(t, log, "g"))
		assert.Equal(t, []string{"other"}, read(t, log, "g-2"))
		games, err = log.Games(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"0", "g", "g-2"}, games)
	})
}

func TestFence(t *testing.T) {
	each(t, func(t *testing.T, log store.Log) {
		for _, n := range []uint64{1, 2, 1 << 63} {
			require.ErrorIs(t, log.Append(t.Context(), "g", n, nil), store.ErrFenced)
		}
		add(t, log, "g", 0, "a", "b")
		for _, n := range []uint64{0, 1, 3} {
			err := log.Append(t.Context(), "g", n, []byte("late"))
			require.ErrorIs(t, err, store.ErrFenced)
			assert.Contains(t, err.Error(), fmt.Sprintf("record %d to game g, which has 2 records", n))
		}
		add(t, log, "g", 2, "c")
		assert.Equal(t, []string{"a", "b", "c"}, read(t, log, "g"))
	})
}

func TestOddIDs(t *testing.T) {
	each(t, func(t *testing.T, log store.Log) {
		for _, id := range []string{"", ".", "..", "../g", "a/b", `a\b`, "G", "ä", "a b", "a.jsonl", "a\x00", "a\n", strings.Repeat("a", 65)} {
			require.Error(t, log.Append(t.Context(), id, 0, []byte("x")), "%q", id)
			_, err := log.Read(t.Context(), id)
			require.Error(t, err, "%q", id)
			assert.NotErrorIs(t, err, store.ErrNotFound)
		}
		for _, id := range []string{"lock", "-", strings.Repeat("a", 64)} {
			add(t, log, id, 0, "x")
			assert.Equal(t, []string{"x"}, read(t, log, id))
		}
		require.ErrorContains(t, log.Append(t.Context(), "g", 0, []byte("two\nlines")), "one line")
	})
}

func TestClosed(t *testing.T) {
	each(t, func(t *testing.T, log store.Log) {
		add(t, log, "g", 0, "a")
		require.NoError(t, log.Close())
		require.NoError(t, log.Close())
		require.ErrorIs(t, log.Append(t.Context(), "g", 1, nil), store.ErrUnavailable)
		_, err := log.Read(t.Context(), "g")
		require.ErrorIs(t, err, store.ErrUnavailable)
		_, err = log.Games(t.Context())
		require.ErrorIs(t, err, store.ErrUnavailable)
		_, err = log.Live(t.Context())
		require.ErrorIs(t, err, store.ErrUnavailable)
		require.ErrorIs(t, log.Finish(t.Context(), "g"), store.ErrUnavailable)
	})
}

func TestFinish(t *testing.T) {
	each(t, func(t *testing.T, log store.Log) {
		for _, game := range []string{"a", "b", "c"} {
			add(t, log, game, 0, "x")
		}
		for range 2 {
			require.NoError(t, log.Finish(t.Context(), "b"))
		}
		require.Error(t, log.Finish(t.Context(), "B"))
		live, err := log.Live(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"a", "c"}, live)
		games, err := log.Games(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{"a", "b", "c"}, games)
		assert.Equal(t, []string{"x"}, read(t, log, "b"))
	})
}

// TestOneOwner lets several owners of a game append at the same time, and checks that each record
// has exactly one writer.
func TestOneOwner(t *testing.T) {
	t.Parallel()
	const owners, records = 8, 50
	each(t, func(t *testing.T, log store.Log) {
		var all sync.WaitGroup
		var written atomic.Int64
		for owner := range owners {
			all.Go(func() {
				for n := range uint64(records) {
					if err := log.Append(context.Background(), "g", n, fmt.Append(nil, owner)); err == nil {
						written.Add(1)
					} else if !assert.ErrorIs(t, err, store.ErrFenced) {
						return
					}
				}
				add(t, log, fmt.Sprint("g", owner), 0, "own")
			})
		}
		all.Wait()
		assert.Len(t, read(t, log, "g"), int(written.Load()))
	})
}

// TestDeleteGame checks that a deleted game is gone, that appends of its owner return ErrFenced,
// and that other games stay.
func TestDeleteGame(t *testing.T) {
	each(t, func(t *testing.T, log store.Log) {
		s := log.(store.Store)
		add(t, log, "g", 0, "a", "b")
		add(t, log, "g-", 0, "other")
		require.NoError(t, s.DeleteGame(t.Context(), "g"))
		require.NoError(t, s.DeleteGame(t.Context(), "never"))
		_, err := log.Read(t.Context(), "g")
		require.ErrorIs(t, err, store.ErrNotFound)
		require.ErrorIs(t, log.Append(t.Context(), "g", 2, []byte("late")), store.ErrFenced)
		for _, list := range []func(context.Context) ([]string, error){log.Games, log.Live} {
			games, err := list(t.Context())
			require.NoError(t, err)
			assert.Equal(t, []string{"g-"}, games)
		}
		add(t, log, "g", 0, "again")
		assert.Equal(t, []string{"again"}, read(t, log, "g"))
		assert.Equal(t, []string{"other"}, read(t, log, "g-"))
	})
}

// TestDeleteDuringAppends deletes 300 games, each while a writer appends to it. The appends of each
// writer must then return ErrFenced, and no game may remain.
func TestDeleteDuringAppends(t *testing.T) {
	t.Parallel()
	for name, log := range map[string]store.Store{"memory": store.NewMemory(), "embedded": open(t, t.TempDir())} {
		t.Run(name, func(t *testing.T) {
			var group sync.WaitGroup
			for n := range 300 {
				game := fmt.Sprintf("g%d", n)
				add(t, log, game, 0, "first")
				begun := make(chan struct{})
				once := sync.OnceFunc(func() { close(begun) })
				group.Go(func() {
					for i := uint64(1); ; i++ {
						ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n)*10*time.Microsecond) // some time out
						err := log.Append(ctx, game, i, []byte("more"))
						cancel()
						once()
						if errors.Is(err, store.ErrFenced) {
							return
						}
						if err != nil {
							i-- // try the same number again, as a game does that does not know the outcome
						}
					}
				})
				group.Go(func() {
					<-begun
					assert.NoError(t, log.DeleteGame(t.Context(), game))
				})
			}
			group.Wait()
			games, err := log.Games(t.Context())
			require.NoError(t, err)
			assert.Empty(t, games)
			for n := range 300 {
				_, err := log.Read(t.Context(), fmt.Sprintf("g%d", n))
				assert.ErrorIs(t, err, store.ErrNotFound)
			}
		})
	}
}

// BenchmarkAppend appends records of typical length to a thousand games concurrently.
func BenchmarkAppend(b *testing.B) {
	for _, engine := range []struct {
		name string
		open func(b *testing.B) store.Log
	}{
		{"memory", func(*testing.B) store.Log { return store.NewMemory() }},
		{"embedded/never", func(b *testing.B) store.Log { return embedded(b, store.SyncNever) }},
		{"embedded/always", func(b *testing.B) store.Log { return embedded(b, store.SyncAlways) }},
	} {
		b.Run(engine.name, func(b *testing.B) {
			log := engine.open(b)
			record := []byte(strings.Repeat("x", 160))
			var games atomic.Int64
			b.SetParallelism(1000 / runtime.GOMAXPROCS(0))
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				game := fmt.Sprint("g", games.Add(1))
				for n := uint64(0); pb.Next(); n++ {
					if err := log.Append(context.Background(), game, n, record); err != nil {
						b.Error(err)
						return
					}
				}
			})
			require.NoError(b, log.Close())
		})
	}
}

func embedded(b *testing.B, sync store.Sync) *store.Embedded {
	log, err := store.OpenEmbedded(b.TempDir(), sync)
	require.NoError(b, err)
	return log
}
