package store_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
	"gamed/store"
)

// eachKV runs a test with every implementation of a KV.
func eachKV(t *testing.T, test func(t *testing.T, kv store.KV)) {
	each(t, func(t *testing.T, log store.Log) { test(t, log.(store.KV)) })
}

func TestPutGetDelete(t *testing.T) {
	eachKV(t, func(t *testing.T, kv store.KV) {
		ctx := t.Context()
		_, _, err := kv.Get(ctx, "guest", "ada")
		require.ErrorIs(t, err, store.ErrNotFound)
		require.ErrorContains(t, err, "no key ada in guest")
		require.NoError(t, kv.Delete(ctx, "guest", "ada", 0), "the key does not exist")

		buffer := []byte("one")
		first, err := kv.Put(ctx, "guest", "ada", buffer, 0)
		require.NoError(t, err)
		require.NotZero(t, first)
		copy(buffer, "xxx") // the caller may reuse the buffer
		value, revision, err := kv.Get(ctx, "guest", "ada")
		require.NoError(t, err)
		assert.Equal(t, "one", string(value))
		assert.Equal(t, first, revision)

		for _, stale := range []uint64{0, first + 1, first + 1000} {
			_, err = kv.Put(ctx, "guest", "ada", nil, stale)
			require.ErrorIs(t, err, store.ErrConflict)
			require.ErrorIs(t, kv.Delete(ctx, "guest", "ada", stale), store.ErrConflict)
		}
		second, err := kv.Put(ctx, "guest", "ada", []byte{}, first)
		require.NoError(t, err)
		value, revision, err = kv.Get(ctx, "guest", "ada")
		require.NoError(t, err)
		assert.Empty(t, value)
		assert.Equal(t, second, revision)
		_, _, err = kv.Get(ctx, "token", "ada")
		require.ErrorIs(t, err, store.ErrNotFound, "another bucket")

		require.NoError(t, kv.Delete(ctx, "guest", "ada", second))
		_, _, err = kv.Get(ctx, "guest", "ada")
		require.ErrorIs(t, err, store.ErrNotFound)
		_, err = kv.Put(ctx, "guest", "ada", nil, second)
		require.ErrorIs(t, err, store.ErrConflict, "a deleted key")
		require.ErrorIs(t, kv.Delete(ctx, "guest", "ada", second), store.ErrConflict)
		third, err := kv.Put(ctx, "guest", "ada", []byte("\x00é\n"), 0)
		require.NoError(t, err)
		assert.NotContains(t, []uint64{first, second}, third)
		value, _, err = kv.Get(ctx, "guest", "ada")
		require.NoError(t, err)
		assert.Equal(t, "\x00é\n", string(value))
	})
}

func TestKeys(t *testing.T) {
	eachKV(t, func(t *testing.T, kv store.KV) {
		ctx := t.Context()
		keys, err := kv.Keys(ctx, "mine", "")
		require.NoError(t, err)
		assert.Empty(t, keys)
		all := []string{"0", "A", "a", "a.b", "a..b.", "a/b", "a/b.c/d", "a/bc", "ab/c", "b-_/x"}
		revisions := map[string]uint64{}
		for _, key := range all {
			revisions[key], err = kv.Put(ctx, "mine", key, []byte(key), 0)
			require.NoError(t, err, key)
		}
		_, err = kv.Put(ctx, "mine-too", "a/other", nil, 0)
		require.NoError(t, err)
		for prefix, want := range map[string][]string{
			"": {"0", "A", "a", "a..b.", "a.b", "a/b", "a/b.c/d", "a/bc", "ab/c", "b-_/x"}, "a/": {"a/b", "a/b.c/d", "a/bc"}, "a/b": {"a/b", "a/b.c/d", "a/bc"},
			"a/b.c/": {"a/b.c/d"}, "a.": {"a..b.", "a.b"}, "b": {"b-_/x"}, "c": nil, "c/": nil, "0": {"0"},
		} {
			keys, err := kv.Keys(ctx, "mine", prefix)
			require.NoError(t, err)
			assert.ElementsMatch(t, want, keys, "%q", prefix)
			assert.True(t, slices.IsSorted(keys))
		}
		for _, key := range all {
			value, _, err := kv.Get(ctx, "mine", key)
			require.NoError(t, err)
			assert.Equal(t, key, string(value))
			require.NoError(t, kv.Delete(ctx, "mine", key, revisions[key]))
		}
		keys, err = kv.Keys(ctx, "mine", "")
		require.NoError(t, err)
		assert.Empty(t, keys)
		buckets, err := kv.Buckets(ctx)
		require.NoError(t, err)
		assert.Contains(t, buckets, "mine-too")
		assert.Subset(t, []string{"mine", "mine-too"}, buckets)
	})
}

func TestOddKeys(t *testing.T) {
	eachKV(t, func(t *testing.T, kv store.KV) {
		long := strings.Repeat("k", 200)
		_, err := kv.Put(t.Context(), "b", long, nil, 0)
		require.NoError(t, err)
		for _, key := range []string{"", "/", "/a", "a/", "a//b", "a b", "a*", "a>", "ä", "a=b", "a\x00", long + "k"} {
			_, err := kv.Put(t.Context(), "b", key, nil, 0)
			require.Error(t, err, "%q", key)
			_, _, err = kv.Get(t.Context(), "b", key)
			require.Error(t, err, "%q", key)
			require.NotErrorIs(t, err, store.ErrNotFound)
			require.Error(t, kv.Delete(t.Context(), "b", key, 1), "%q", key)
		}
		for _, bucket := range []string{"", "B", "b1", "b.c", "b/c", "b c", strings.Repeat("b", 33)} {
			_, err := kv.Put(t.Context(), bucket, "k", nil, 0)
			require.Error(t, err, "%q", bucket)
			_, err = kv.Keys(t.Context(), bucket, "")
			require.Error(t, err, "%q", bucket)
		}
		for _, prefix := range []string{"/", "a//", "*", long + "k"} {
			_, err := kv.Keys(t.Context(), "b", prefix)
			require.Error(t, err, "%q", prefix)
		}
	})
}

// TestCounter runs writers concurrently. All write the same value, and each writer increments its
// own number in that value. After an ambiguous Put, a writer reads the value to see whether its
// write was stored.
func TestCounter(t *testing.T) {
	t.Parallel()
	const writers, counts = 8, 25
	eachKV(t, func(t *testing.T, kv store.KV) {
		ctx := context.Background()
		read := func() (all [writers]int, revision uint64, err error) {
			value, revision, err := kv.Get(ctx, "c", "n")
			if errors.Is(err, store.ErrNotFound) {
				return all, 0, nil
			}
			if err == nil {
				err = json.Unmarshal(value, &all)
			}
			return all, revision, err
		}
		var group sync.WaitGroup
		for i := range writers {
			group.Go(func() {
				for {
					all, revision, err := read()
					if !assert.NoError(t, err) || all[i] == counts {
						return
					}
					all[i]++
					value, _ := json.Marshal(all)
					_, err = kv.Put(ctx, "c", "n", value, revision)
					if err != nil && !errors.Is(err, store.ErrConflict) && !assert.ErrorIs(t, err, store.ErrAmbiguous) {
						return
					}
				}
			})
		}
		group.Wait()
		all, _, err := read()
		require.NoError(t, err)
		for _, n := range all {
			assert.Equal(t, counts, n)
		}
	})
}

// TestKeyAsLock uses a key as a lock: Put acquires it and Delete releases it. After an ambiguous or
// conflicting Put, the caller reads the value: it holds the lock if it finds its own value.
func TestKeyAsLock(t *testing.T) {
	t.Parallel()
	const owners, turns = 6, 20
	eachKV(t, func(t *testing.T, kv store.KV) {
		ctx := context.Background()
		var all sync.WaitGroup
		var held sync.Mutex
		for owner := range owners {
			all.Go(func() {
				for n := 0; n < turns; {
					own := fmt.Append(nil, owner, " ", n)
					revision, err := kv.Put(ctx, "c", "lock", own, 0)
					if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrAmbiguous) {
						var value []byte
						value, revision, err = kv.Get(ctx, "c", "lock")
						if errors.Is(err, store.ErrNotFound) || err == nil && !bytes.Equal(value, own) {
							continue
						}
					}
					if !assert.NoError(t, err) || !assert.True(t, held.TryLock(), "two writers hold the lock") {
						return
					}
					held.Unlock()
					err = kv.Delete(ctx, "c", "lock", revision)
					if errors.Is(err, store.ErrAmbiguous) {
						continue // the next Put finds the value or acquires the lock again
					}
					if !assert.NoError(t, err) {
						return
					}
					n++
				}
			})
		}
		all.Wait()
	})
}

func TestClosedKV(t *testing.T) {
	each(t, func(t *testing.T, log store.Log) {
		kv := log.(store.KV)
		revision, err := kv.Put(t.Context(), "b", "k", nil, 0)
		require.NoError(t, err)
		require.NoError(t, log.Close())
		_, _, err = kv.Get(t.Context(), "b", "k")
		require.ErrorIs(t, err, store.ErrUnavailable)
		_, err = kv.Put(t.Context(), "b", "k", nil, revision)
		require.ErrorIs(t, err, store.ErrUnavailable)
		require.ErrorIs(t, kv.Delete(t.Context(), "b", "k", revision), store.ErrUnavailable)
		_, err = kv.Keys(t.Context(), "b", "")
		require.ErrorIs(t, err, store.ErrUnavailable)
		_, err = kv.Buckets(t.Context())
		require.ErrorIs(t, err, store.ErrUnavailable)
	})
}

// TestKVAfterRestart checks that a restart keeps values and reuses no revision.
func TestKVAfterRestart(t *testing.T) {
	dir := t.TempDir()
	seen := map[uint64]bool{}
	for n := range 3 {
		log, err := store.OpenEmbedded(dir, store.SyncAlways)
		require.NoError(t, err)
		var revision uint64
		if n > 0 {
			value, now, err := log.Get(t.Context(), "b", "k")
			require.NoError(t, err)
			require.Equal(t, fmt.Sprint(n-1), string(value))
			revision = now
		}
		revision, err = log.Put(t.Context(), "b", "k", fmt.Append(nil, n), revision)
		require.NoError(t, err)
		require.False(t, seen[revision])
		seen[revision] = true
		games, err := log.Games(t.Context())
		require.NoError(t, err)
		require.Empty(t, games)
		require.NoError(t, log.Close())
	}
}

// TestKVServerAway checks that a write waits for a stopped server and is stored once. A write whose
// deadline passes returns ErrAmbiguous.
func TestKVServerAway(t *testing.T) {
	options := server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true, SyncAlways: true,
	}
	s := natstest.RunServerWith(t, options)
	kv, conn := connectJetStream(t, s, "test")
	first, err := kv.Put(t.Context(), "b", "k", []byte("1"), 0)
	require.NoError(t, err)
	options.Port = s.Addr().(*net.TCPAddr).Port
	s.Shutdown()
	s.WaitForShutdown()

	_, err = kv.Put(untilSent(t, conn), "b", "doubt", []byte("x"), 0)
	require.ErrorIs(t, err, store.ErrAmbiguous)
	_, _, err = kv.Get(untilSent(t, conn), "b", "k")
	require.ErrorIs(t, err, store.ErrUnavailable)

	kept := make(chan error)
	go func() {
		_, err := kv.Put(context.Background(), "b", "k", []byte("2"), first)
		kept <- err
	}()
	natstest.RunServerWith(t, options)
	require.NoError(t, <-kept)
	value, _, err := kv.Get(t.Context(), "b", "k")
	require.NoError(t, err)
	assert.Equal(t, "2", string(value))
}

// TestFaultsOfValues checks that the function set by Fail receives each call for a value and
// determines its outcome.
func TestFaultsOfValues(t *testing.T) {
	m := store.NewMemory()
	var fault store.Fault
	var calls []store.Call
	m.InjectFault(func(c store.Call) store.Fault {
		calls = append(calls, c)
		return fault
	})
	fault = store.Fault{Err: store.ErrUnavailable}
	_, err := m.Put(t.Context(), "b", "k", nil, 0)
	require.ErrorIs(t, err, store.ErrUnavailable)
	fault = store.Fault{Err: store.ErrAmbiguous, TakesEffect: true}
	_, err = m.Put(t.Context(), "b", "k", []byte("kept"), 0)
	require.ErrorIs(t, err, store.ErrAmbiguous)
	fault = store.Fault{}
	value, revision, err := m.Get(t.Context(), "b", "k")
	require.NoError(t, err)
	assert.Equal(t, "kept", string(value))
	require.NoError(t, m.Delete(t.Context(), "b", "k", revision))
	write, read := store.Call{Bucket: "b", Key: "k", Append: true}, store.Call{Bucket: "b", Key: "k"}
	assert.Equal(t, []store.Call{write, write, read, write}, calls)
}
