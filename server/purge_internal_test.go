package server

import (
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
)

// TestPurgeOnceADay: of the servers of a cluster one purges their store, once a day.
func TestPurgeOnceADay(t *testing.T) {
	memory := store.NewMemory()
	servers := make([]*Server, 2)
	for i := range servers {
		var err error
		servers[i], err = New(Config{Addr: "127.0.0.1:0", Rules: []state.Dealer{elements.Rules}, Log: memory, Logger: zerolog.Nop()})
		require.NoError(t, err)
		defer func() { require.NoError(t, servers[i].close(t.Context())) }()
	}
	guests := 0
	memory.Fail(func(c store.Call) store.Fault {
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
	assert.Equal(t, 2, guests, "the list of them has been asked for")
}
