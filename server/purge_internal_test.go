package server

import (
	"context"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/elements"
	"gamed/store"
)

// newServer returns a server that does not run.
func newServer(t *testing.T, on *store.Memory) *Server {
	t.Helper()
	s, err := New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: on, Logger: zerolog.Nop()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.close(context.Background())) })
	return s
}

// TestPurgeOnceADay checks that one server in a cluster purges the store once a day.
func TestPurgeOnceADay(t *testing.T) {
	memory := store.NewMemory()
	servers := []*Server{newServer(t, memory), newServer(t, memory)}
	guests := 0
	memory.InjectFault(func(c store.Call) store.Fault {
		if c.Bucket == "guest" {
			guests++
		}
		return store.Fault{}
	})
	now := time.UnixMilli(1_800_000_000_000)
	for range 48 {
		for _, s := range servers {
			require.NoError(t, s.purge(t.Context(), now))
		}
		now = now.Add(nextPurge)
	}
	assert.Equal(t, 2, guests, "number of reads of the list of guests")
}

// TestPurgeAgain checks that the server repeats a failed purge, and purges again if the time of the
// last purge lies in the future.
func TestPurgeAgain(t *testing.T) {
	memory := store.NewMemory()
	s := newServer(t, memory)
	now := time.UnixMilli(1_800_000_000_000)
	guests, broken := 0, true
	memory.InjectFault(func(c store.Call) store.Fault {
		if c.Bucket != "guest" {
			return store.Fault{}
		}
		if guests++; broken {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	require.ErrorIs(t, s.purge(t.Context(), now), store.ErrUnavailable)
	require.ErrorIs(t, s.purge(t.Context(), now.Add(nextPurge)), store.ErrUnavailable)
	broken = false
	for _, ago := range []time.Duration{2 * nextPurge, 3 * nextPurge} {
		require.NoError(t, s.purge(t.Context(), now.Add(ago)))
	}
	assert.Equal(t, 3, guests, "two failures and a success")

	for _, mark := range []string{"no mark", `{"at_ms":9000000000000}`} {
		_, revision, err := memory.Get(t.Context(), purgeBucket, purgeKey)
		require.NoError(t, err)
		_, err = memory.Put(t.Context(), purgeBucket, purgeKey, []byte(mark), revision)
		require.NoError(t, err)
		require.NoError(t, s.purge(t.Context(), now))
	}
	assert.Equal(t, 5, guests)
}
