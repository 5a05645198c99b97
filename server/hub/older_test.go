package hub

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// withVersion returns a function that gives a hub another version of the rules of elements.
// Versions need not increase: the version of a game file is a hash.
func withVersion(n int) func(*Config) {
	return func(c *Config) {
		rules := *elements.Rules
		rules.Version = n
		c.Rules = []state.Dealer{&rules}
		c.KV, _ = c.Log.(store.KV)
	}
}

const newer = 1000

// TestOlderRules checks a restart with newer rules. Finished games keep their result, and
// unfinished ones end as a draw, even if the server stops between the two records of that end.
func TestOlderRules(t *testing.T) {
	log := store.NewMemory()
	first := open(t, log, nil)
	done := finished(t, first)
	before, err := first.Get(t.Context(), done)
	require.NoError(t, err)
	live, err := first.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	_, key, _, _ := pair(t, first, live.ID)
	waiting, err := first.Create(t.Context(), duel("", "random"))
	require.NoError(t, err)
	require.NoError(t, first.Close(t.Context()))
	records, err := log.Read(t.Context(), live.ID)
	require.NoError(t, err)

	log.InjectFault(func(c store.Call) store.Fault {
		if c.Append && c.Game == live.ID && c.Record == uint64(len(records))+1 {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	cut := open(t, log, withVersion(newer))
	_, err = cut.Recover(t.Context())
	require.NoError(t, err)
	_, err = cut.Get(t.Context(), live.ID)
	require.ErrorIs(t, err, ErrUnavailable)
	require.NoError(t, cut.Close(t.Context()))
	log.InjectFault(nil)

	h := recovered(t, log, withVersion(newer))
	assert.Equal(t, Counts{}, h.Count(), "nothing is set aside")
	left, err := log.Live(t.Context())
	require.NoError(t, err)
	assert.Empty(t, left)
	for id, reason := range map[string]string{done: protocol.ReasonEnd, live.ID: protocol.ReasonRules, waiting.ID: protocol.ReasonRules} {
		lines, err := h.Log(t.Context(), id)
		require.NoError(t, err)
		summary, err := table.Summarize(lines)
		require.NoError(t, err)
		assert.Equal(t, reason, summary.Reason)
		info, err := h.Get(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, Over, info.Status)
		assert.Equal(t, len(summary.Seats), len(info.Seats))
	}
	after, err := h.Get(t.Context(), done)
	require.NoError(t, err)
	after.Turn, after.Seats = before.Turn, before.Seats
	assert.Equal(t, before, after)
	lines, err := log.Read(t.Context(), live.ID)
	require.NoError(t, err)
	assert.Equal(t, records, lines[:len(records)], "the log stays as evidence")
	assert.Len(t, lines, len(records)+2)
	_, err = store.Verify(lines)
	require.NoError(t, err)

	to, _, seating := join(t, h, live.ID, key)
	over := next[*protocol.Over](to)
	assert.True(t, over.Draw)
	assert.Equal(t, protocol.ReasonRules, over.Reason)
	assert.NotEmpty(t, over.Key)
	for _, m := range []protocol.ClientMessage{&protocol.Choose{Decision: 1}, &protocol.Resign{}, &protocol.Offer{Kind: protocol.OfferDraw}, &protocol.Offer{Kind: protocol.OfferUndo}} {
		require.NoError(t, seating.Submit(m))
		assert.Equal(t, protocol.GameOver, next[*protocol.Error](to).Code)
	}
	_, err = seating.World(t.Context())
	require.Error(t, err)
	_, err = h.Join(t.Context(), &protocol.Join{Game: waiting.ID}, Player{}, make(recorder, 9))
	require.ErrorContains(t, err, string(protocol.GameOver))

	require.NoError(t, h.Close(t.Context()))
	back := recovered(t, log, nil)
	again, _, _ := join(t, back, live.ID, key)
	next[*protocol.Update](again)
	assert.Equal(t, over, next[*protocol.Over](again), "the older program replays the log")
}

// TestNewerRules checks that an earlier program ends no game of newer rules. This holds even if the
// store did not have the list of card tables before the upgrade.
func TestNewerRules(t *testing.T) {
	for _, known := range []bool{true, false} {
		log := store.NewMemory()
		run := func(n int, want Counts) *Hub {
			t.Helper()
			h := recovered(t, log, withVersion(n))
			assert.Equal(t, want, h.Count())
			return h
		}
		create := func(h *Hub) {
			_, err := h.Create(t.Context(), duel("", ""))
			require.NoError(t, err)
			require.NoError(t, h.Close(t.Context()))
		}
		create(run(7, Counts{}))
		if !known {
			text, revision, err := log.Get(t.Context(), tablesBucket, Hash("elements"))
			require.NoError(t, err)
			require.Contains(t, string(text), `{"tables":["`)
			require.NoError(t, log.Delete(t.Context(), tablesBucket, Hash("elements"), revision))
		}
		create(run(3, Counts{}))
		create(run(7, Counts{SetAside: 1}))
		run(3, Counts{Live: 1})
		live, err := log.Live(t.Context())
		require.NoError(t, err)
		assert.Len(t, live, 1, "the game of the earlier program has ended")
	}
}

// TestTablesOutage checks that no game ends, and no game is created, while the store cannot return
// the order of the card tables.
func TestTablesOutage(t *testing.T) {
	log := store.NewMemory()
	first := open(t, log, withVersion(1))
	live, err := first.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	require.NoError(t, first.Close(t.Context()))
	log.InjectFault(func(c store.Call) store.Fault {
		if c.Bucket == tablesBucket {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	h := open(t, log, withVersion(2))
	_, err = h.Recover(t.Context())
	require.NoError(t, err)
	_, err = h.Get(t.Context(), live.ID)
	require.ErrorIs(t, err, ErrUnavailable)
	_, err = h.Create(t.Context(), duel("", ""))
	require.ErrorIs(t, err, ErrUnavailable)
	log.InjectFault(nil)
	<-h.Recovered()
	assert.Equal(t, Counts{}, h.Count())
	info, err := h.Get(t.Context(), live.ID)
	require.NoError(t, err)
	assert.Equal(t, Over, info.Status)
}

// TestOlderRulesTogether checks that a hub in a cluster ends a game of older rules only in
// EndOlder. Another hub that has set the game aside must then drop it.
func TestOlderRulesTogether(t *testing.T) {
	log := store.NewMemory()
	old := node(t, log, "old")
	live, err := old.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	take := func(name string) *Hub {
		h := open(t, log, func(c *Config) {
			withVersion(newer)(c)
			c.Node = name
		})
		require.ErrorIs(t, h.Take(t.Context(), live.ID, false), ErrSetAside)
		require.Contains(t, h.Stranded(), live.ID)
		return h
	}
	one, two := take("one"), take("two")
	records, err := log.Read(t.Context(), live.ID)
	require.NoError(t, err)
	log.InjectFault(func(c store.Call) store.Fault { // the old hub writes first
		if c.Append {
			log.InjectFault(nil)
			return store.Fault{Err: errors.Join(store.ErrFenced, takeOver(context.Background(), log, live.ID, uint64(len(records)), "three"))}
		}
		return store.Fault{}
	})
	require.ErrorIs(t, one.EndOlder(t.Context(), live.ID), ErrElsewhere)
	require.NoError(t, one.EndOlder(t.Context(), live.ID))
	require.NoError(t, two.CheckOwner(t.Context(), live.ID))
	assert.Empty(t, two.Stranded())
	require.NoError(t, two.EndOlder(t.Context(), live.ID), "it is over already")
	for _, h := range []*Hub{one, two} {
		require.NoError(t, h.Take(t.Context(), live.ID, true))
		info, err := h.Get(t.Context(), live.ID)
		require.NoError(t, err)
		assert.Equal(t, Over, info.Status)
	}
	require.ErrorIs(t, old.EndOlder(t.Context(), "0123456789"), ErrNotFound)
}
