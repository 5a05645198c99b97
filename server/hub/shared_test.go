package hub

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/store"
	"gamed/table"
)

// node returns one of several hubs that share a log.
func node(t *testing.T, log store.Log, name string) *Hub {
	t.Helper()
	return open(t, log, func(c *Config) { c.Node = name })
}

// pair seats two people at a game, so no bot writes to the game's log. It returns the messages,
// key, seating and open decision of the player to move.
func pair(t *testing.T, h *Hub, id string) (to recorder, key string, seating *Seating, asked *protocol.Update) {
	t.Helper()
	ada, adas, adaSits := join(t, h, id, "")
	bob, bobs, bobSits := join(t, h, id, "")
	if u := next[*protocol.Update](ada); u.Decision != nil {
		return ada, adas, adaSits, u
	}
	return bob, bobs, bobSits, next[*protocol.Update](bob)
}

// TestTake checks that a hub that takes over a game continues it, and that the former owner
// cannot write.
func TestTake(t *testing.T) {
	log := store.NewMemory()
	one, two := node(t, log, "one"), node(t, log, "two")
	info, err := one.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	to, key, _, _ := pair(t, one, info.ID)

	require.NoError(t, two.Take(t.Context(), info.ID, true))
	back, _, seating := join(t, two, info.ID, key)
	u := next[*protocol.Update](back)
	require.NotNil(t, u.Decision)
	require.NoError(t, seating.Submit(&protocol.Choose{Decision: u.Decision.ID}))
	assert.Greater(t, next[*protocol.Update](back).N, u.N)

	require.ErrorIs(t, one.CheckOwner(t.Context(), info.ID), ErrElsewhere)
	assert.False(t, one.Has(info.ID))
	next[*protocol.Bye](to)
	require.NoError(t, two.CheckOwner(t.Context(), info.ID))
}

// takeOver writes the epoch record of another server.
func takeOver(ctx context.Context, log store.Log, id string, records uint64, server string) error {
	lines, err := log.Read(ctx, id)
	if err != nil {
		return err
	}
	chain, err := store.Verify(lines[:records])
	if err != nil {
		return err
	}
	line, err := (&table.Record{Kind: "epoch", Epoch: server}).Encode()
	if err != nil {
		return err
	}
	return log.Append(ctx, id, records, chain.Seal(line))
}

// A racedLog inserts another hub's epoch record just before each new epoch record.
type racedLog struct{ *store.Memory }

func (r racedLog) Append(ctx context.Context, id string, expect uint64, record []byte) error {
	if bytes.HasPrefix(record, []byte(`{"t":"epoch"`)) {
		if err := takeOver(ctx, r.Memory, id, expect, "quicker"); err != nil {
			return err
		}
	}
	return r.Memory.Append(ctx, id, expect, record)
}

// TestTakeTooLate checks that a game that another hub has just taken stays with that hub.
func TestTakeTooLate(t *testing.T) {
	log := store.NewMemory()
	info, err := node(t, log, "one").Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	late := node(t, racedLog{log}, "late")
	require.ErrorIs(t, late.Take(t.Context(), info.ID, true), ErrElsewhere)
	assert.False(t, late.Has(info.ID))
	records, err := log.Read(t.Context(), info.ID)
	require.NoError(t, err)
	summary, err := table.Summarize(records)
	require.NoError(t, err)
	assert.Equal(t, "quicker", summary.Epoch)
	assert.Len(t, records, 2)
}

// TestTakenAsleep checks that a sleeping game that another hub has taken does not wake here.
func TestTakenAsleep(t *testing.T) {
	log := store.NewMemory()
	one, two := node(t, log, "one"), node(t, log, "two")
	info, err := one.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	one.mu.Lock()
	e := one.games[info.ID]
	one.whileBusy(e, func() { one.sleep(e, e.game, time.Now()) })
	one.mu.Unlock()
	require.Equal(t, Counts{Asleep: 1}, one.Count())

	require.NoError(t, two.Take(t.Context(), info.ID, true))
	before, err := log.Read(t.Context(), info.ID)
	require.NoError(t, err)
	_, err = one.Watch(t.Context(), info.ID, make(recorder, 10))
	require.ErrorIs(t, err, ErrElsewhere)
	assert.False(t, one.Has(info.ID))
	after, err := log.Read(t.Context(), info.ID)
	require.NoError(t, err)
	assert.Equal(t, before, after)
}

// TestReplaced checks that a hub drops a game when a write shows that another hub has taken
// it.
func TestReplaced(t *testing.T) {
	log := store.NewMemory()
	one, two := node(t, log, "one"), node(t, log, "two")
	info, err := one.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	to, _, seating, u := pair(t, one, info.ID)
	require.NoError(t, two.Take(t.Context(), info.ID, true))
	require.NoError(t, seating.Submit(&protocol.Choose{Decision: u.Decision.ID}))
	next[*protocol.Bye](to)
	require.Eventually(t, func() bool { return !one.Has(info.ID) }, time.Minute, time.Millisecond)
	assert.Zero(t, one.Count().Live)
}

// TestClosedByItself checks that the hub reloads a game that closed because another process
// wrote to its log.
func TestClosedByItself(t *testing.T) {
	log := store.NewMemory()
	h := open(t, log, nil)
	info, err := h.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	to, key, seating, u := pair(t, h, info.ID)
	records, err := log.Read(t.Context(), info.ID)
	require.NoError(t, err)
	err = takeOver(t.Context(), log, info.ID, uint64(len(records)), "other")
	require.NoError(t, err)
	choice := &protocol.Choose{Decision: u.Decision.ID}
	require.NoError(t, seating.Submit(choice))
	next[*protocol.Bye](to)
	back, _, seating := join(t, h, info.ID, key)
	require.Equal(t, u.Decision, next[*protocol.Update](back).Decision)
	require.NoError(t, seating.Submit(choice))
	assert.Greater(t, next[*protocol.Update](back).N, u.N)
}
