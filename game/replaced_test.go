package game_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/store"
)

// A usurped log has a new owner just before the end record of the old one.
type usurped struct{ *store.Memory }

func (u *usurped) Append(ctx context.Context, id string, expect uint64, record []byte) error {
	if bytes.HasPrefix(record, []byte(`{"t":"end"`)) {
		if _, err := game.AppendEpoch(ctx, u.Memory, id, expect, "other"); err != nil {
			return err
		}
	}
	return u.Memory.Append(ctx, id, expect, record)
}

// TestReplacedAtTheEnd: a game that has been replaced before it could write its end record
// leaves the end to the one that has replaced it.
func TestReplacedAtTheEnd(t *testing.T) {
	c := deal(t, "duel", 1)
	c.Log = &usurped{store.NewMemory()}
	var seen []game.Outcome
	c.Observe = func(o game.Observation) { seen = append(seen, o.Outcome) }
	g := start(t, c)
	ada, bob := newSink(), newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: ada}))
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, To: bob}))
	require.NoError(t, g.Submit(0, ada)(&protocol.Resign{}))
	<-g.Done()
	for _, s := range []*sink{ada, bob} {
		assert.Empty(t, told[*protocol.Over](s))
		assert.Len(t, told[*protocol.Bye](s), 1)
	}
	assert.Contains(t, seen, game.Replaced)
	assert.NotContains(t, seen, game.Ended)
}
