package store_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
	"gamed/store"
)

// TestNoRoomForMany checks that no refused record is in the log after many games have filled
// a stream at once.
func TestNoRoomForMany(t *testing.T) {
	t.Parallel()
	const games, refusals = 24, 2
	options := server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true, JetStreamMaxStore: 400 << 10, SyncAlways: true,
	}
	s := natstest.RunServerWith(t, options)
	log := openJetStream(t, s, "test")
	kept, doubtful := make([][]string, games), make([]string, games)
	var group sync.WaitGroup
	for i := range games {
		group.Go(func() {
			for try, refused := 0, 0; refused < refusals; try++ {
				record := fmt.Sprintf("%d %s", try, strings.Repeat("x", 200))
				ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
				err := log.Append(ctx, fmt.Sprintf("game%d", i), uint64(len(kept[i])), []byte(record))
				cancel()
				switch {
				case err == nil:
					kept[i] = append(kept[i], record)
				case errors.Is(err, store.ErrFull):
					refused++
				case errors.Is(err, store.ErrAmbiguous):
					doubtful[i] = record // unlike this test, a game waits until the outcome is known
					return
				default:
					assert.NoError(t, err)
					return
				}
			}
		})
	}
	group.Wait()
	options.Port, options.JetStreamMaxStore = s.Addr().(*net.TCPAddr).Port, 400<<20
	s.Shutdown()
	s.WaitForShutdown()
	natstest.RunServerWith(t, options)
	for i, want := range kept {
		game := fmt.Sprintf("game%d", i)
		records, err := log.Read(t.Context(), game)
		if errors.Is(err, store.ErrNotFound) {
			assert.Empty(t, want, game)
			continue
		}
		require.NoError(t, err)
		if len(records) == len(want)+1 && doubtful[i] != "" {
			want = append(want, doubtful[i])
		}
		require.Len(t, records, len(want), game)
		for n, r := range records {
			require.Equal(t, want[n], string(r), game)
		}
	}
}
