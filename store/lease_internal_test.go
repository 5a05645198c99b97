package store

import (
	"context"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
)

// TestStreamLease checks that, while a program repairs or restores a stream, other programs cannot
// repair, restore or choose versions on this stream, but restore and compare the other streams. A
// comparison of the replicas prevents no restore.
func TestStreamLease(t *testing.T) {
	t.Parallel()
	conn := natstest.Connect(t, natstest.RunServer(t))
	j, err := OpenJetStream(t.Context(), conn, "test", 1)
	require.NoError(t, err)
	a, err := OpenArchive(j, t.TempDir(), 1<<30)
	require.NoError(t, err)
	defer func() { require.NoError(t, a.Close()) }()
	games := make(map[string]string) // by stream
	for n := 0; len(games) < 3; n++ {
		game := fmt.Sprintf("g%d", n)
		games[j.logStream(j.streamOf(game))] = game
	}
	var chain Chain
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	for stream, game := range games {
		require.NoError(t, a.Append(t.Context(), game, 0, chain.Seal([]byte(`{"t":"header"}`))))
		logs, err := js.Stream(t.Context(), stream)
		require.NoError(t, err)
		require.NoError(t, logs.Purge(t.Context()))
	}
	lost, err := a.Lost(t.Context(), true, noPace)
	require.NoError(t, err)
	require.Len(t, lost, 3)

	held := j.logStream(0)
	other, err := OpenJetStream(t.Context(), conn, "test", 1)
	require.NoError(t, err)
	defer func() { require.NoError(t, other.Close()) }()
	compare := func(do func(context.Context) error) error { return other.WithLease(t.Context(), 0, true, do) }
	require.NoError(t, compare(func(ctx context.Context) error {
		require.ErrorIs(t, compare(nil), ErrBusy)
		return other.withStream(ctx, held, func(context.Context) error {
			busy := "another program repairs or restores stream " + held + ": try again later"
			failed := make(map[string]error)
			a.Restore(t.Context(), lost, func(d *Damage, err error) { failed[d.Game] = err })
			for stream, game := range games {
				if stream == held {
					assert.EqualError(t, failed[game], busy)
					require.ErrorIs(t, failed[game], ErrBusy)
				} else {
					assert.NoError(t, failed[game])
				}
			}
			a.Repair(t.Context(), []*Difference{{Stream: held}}, func(_ *Difference, err error) { assert.EqualError(t, err, busy) })
			for _, keep := range []func(context.Context, *Branches) error{a.KeepArchive, a.KeepStore} {
				assert.EqualError(t, keep(t.Context(), &Branches{Game: games[held]}), busy)
			}
			left, err := a.Lost(t.Context(), true, noPace)
			require.NoError(t, err)
			require.Len(t, left, 1)
			assert.Equal(t, games[held], left[0].Game)
			all, err := a.CompareReplicas(t.Context(), noPace)
			require.NoError(t, err)
			names, err := a.allStreams(t.Context())
			require.NoError(t, err)
			assert.Equal(t, len(names)-1, all.Streams)
			assert.Equal(t, []string{held}, all.UnderRepair)
			assert.NoError(t, a.ResumeRepairs(t.Context()))
			return nil
		})
	}))
	a.Restore(t.Context(), lost, func(_ *Damage, err error) { assert.NoError(t, err) })
	for _, game := range games {
		records, err := other.Read(t.Context(), game)
		require.NoError(t, err)
		assert.Len(t, records, 1)
	}

	// An operator may delete the stream of the leases. The next lease creates it again.
	require.NoError(t, js.DeleteStream(t.Context(), "GAMED_test_KV_replicas"))
	again := false
	require.NoError(t, compare(func(context.Context) error {
		again = true
		return nil
	}))
	assert.True(t, again)
}
