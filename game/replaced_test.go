package game_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/store"
	"gamed/table"
)

// takeOver appends the epoch record of another server.
func takeOver(ctx context.Context, log store.Log, id string, records uint64) error {
	line, err := (&table.Record{Kind: "epoch", Epoch: "other"}).Encode()
	if err == nil {
		err = log.Append(ctx, id, records, line)
	}
	return err
}

// In a takenOverLog, another server takes over just before the end record.
type takenOverLog struct{ *store.Memory }

func (u *takenOverLog) Append(ctx context.Context, id string, expect uint64, record []byte) error {
	if bytes.HasPrefix(record, []byte(`{"t":"end"`)) {
		if err := takeOver(ctx, u.Memory, id, expect); err != nil {
			return err
		}
	}
	return u.Memory.Append(ctx, id, expect, record)
}

// TestReplacedAtTheEnd lets another server take over the log of a game just before the end record.
// It checks that the old owner does not tell clients that the game is over. The new owner tells
// them.
func TestReplacedAtTheEnd(t *testing.T) {
	c := deal(t, "duel", 1)
	c.Log = &takenOverLog{store.NewMemory()}
	var seen []game.Outcome
	c.Observe = func(o game.Observation) { seen = append(seen, o.Outcome) }
	g := start(t, c)
	ada, bob := newSink(), newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: ada}))
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, To: bob}))
	require.NoError(t, g.Submit(0, ada)(&protocol.Resign{}))
	<-g.Done()
	for _, s := range []*sink{ada, bob} {
		assert.Empty(t, received[*protocol.Over](s))
		assert.Len(t, received[*protocol.Bye](s), 1)
	}
	assert.Contains(t, seen, game.Replaced)
	assert.NotContains(t, seen, game.Ended)
}

// An ambiguousLog stores a request but returns ErrAmbiguous. After the request, another server takes
// over.
type ambiguousLog struct{ *store.Memory }

func (d ambiguousLog) Append(ctx context.Context, id string, expect uint64, record []byte) error {
	err := d.Memory.Append(ctx, id, expect, record)
	if err == nil && bytes.HasPrefix(record, []byte(`{"t":"request"`)) {
		err = errors.Join(store.ErrAmbiguous, takeOver(ctx, d.Memory, id, expect+1))
	}
	return err
}

// TestReplacedInDoubt checks that no client learns that a request failed if another server takes
// over the log while the result of the append is unknown.
func TestReplacedInDoubt(t *testing.T) {
	c := deal(t, "duel", 1)
	c.Log = ambiguousLog{store.NewMemory()}
	g := start(t, c)
	first, other, seat := seats(t, g)
	fresh := newSink()
	require.NoError(t, g.Submit(seat, fresh)(&protocol.Choose{Decision: 1}))
	<-g.Done()
	for _, s := range []*sink{first, other, fresh} {
		assert.Len(t, received[*protocol.Bye](s), 1)
		assert.Empty(t, received[*protocol.Error](s))
	}
}

// TestClosedInDoubt checks that a game that closes while the result of an append is unknown
// reports neither success nor failure.
func TestClosedInDoubt(t *testing.T) {
	c := deal(t, "duel", 1)
	log := store.NewMemory()
	c.Log = log
	g := start(t, c)
	_, _, seat := seats(t, g)
	asked := make(chan struct{})
	log.InjectFault(func(call store.Call) store.Fault {
		if call.Append {
			close(asked)
			return store.Fault{Err: store.ErrAmbiguous, TakesEffect: true}
		}
		return store.Fault{Err: store.ErrUnavailable}
	})
	fresh := newSink()
	require.NoError(t, g.Submit(seat, fresh)(&protocol.Choose{Decision: 1}))
	<-asked
	require.NoError(t, g.Close(t.Context()))
	assert.Len(t, received[*protocol.Bye](fresh), 1)
	assert.Empty(t, received[*protocol.Error](fresh))
}
