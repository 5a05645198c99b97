package game_test

import (
	"bytes"
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
)

// A lateEndLog returns ErrAmbiguous for the end record and does not store it. The field end keeps
// the record, so that the test can store it later.
type lateEndLog struct {
	*store.Memory
	end []byte
}

func (d *lateEndLog) Append(ctx context.Context, id string, expect uint64, record []byte) error {
	if !bytes.HasPrefix(record, []byte(`{"t":"end"`)) {
		return d.Memory.Append(ctx, id, expect, record)
	}
	d.end = record
	return store.ErrAmbiguous
}

// TestKeptLate checks that spectators see a record once, although the log stores the record after
// the game has decided that the append failed.
func TestKeptLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := deal(t, "duel", 1)
		late(5 * time.Second)(&c)
		defer c.Timers.Close()
		log := &lateEndLog{Memory: store.NewMemory()}
		c.Log = log
		g := start(t, c)
		require.NoError(t, g.Submit(0, nil)(&protocol.Resign{}))
		synctest.Wait()
		records, err := log.Read(t.Context(), "duel")
		require.NoError(t, err)
		require.NotNil(t, log.end)
		require.NoError(t, log.Memory.Append(t.Context(), "duel", uint64(len(records)), log.end))
		spectator := newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: spectator}))
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Empty(t, received[*protocol.Error](spectator))
		assert.Len(t, received[*protocol.Over](spectator), 1)
	})
}
