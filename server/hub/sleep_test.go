package hub

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
)

// TestSleep checks that unused games leave memory, make room for others and wake on request. Lists
// omit a sleeping table only if it waits for players.
func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(Config{Rules: []state.Dealer{elements.Rules}, Log: store.NewMemory(), MaxGames: 3, MaxUnfinished: 4, KeepFinished: 1})
		defer func() { require.NoError(t, h.Close(t.Context())) }()
		create := func(spec Spec) string {
			info, err := h.Create(t.Context(), spec)
			require.NoError(t, err)
			return info.ID
		}
		waiting := func() (ids []string) {
			list, err := h.List(t.Context(), Filter{Limit: 10, Status: []string{Open}})
			require.NoError(t, err)
			for _, info := range list {
				ids = append(ids, info.ID)
			}
			return ids
		}
		open := create(duel("", ""))
		require.Equal(t, []string{open}, waiting())
		spec := duel("", "random")
		spec.Clock = &protocol.Clock{Bank: int64(time.Hour / time.Millisecond)}
		timed := create(spec)
		_, _, sat := join(t, h, timed, "")
		sat.Leave(t.Context())
		left := create(duel("", "random"))
		to, key, seating := join(t, h, left, "")
		asked := next[*protocol.Update](to)
		time.Sleep(time.Hour / 2)
		assert.Equal(t, Counts{Live: 2, Asleep: 1}, h.Count(), "a game with open seats only")
		seating.Leave(t.Context())
		time.Sleep(14 * time.Minute)
		assert.Equal(t, Counts{Live: 2, Asleep: 1}, h.Count(), "its player may be back")
		time.Sleep(2*time.Minute + time.Second)
		assert.Equal(t, Counts{Live: 1, Asleep: 2}, h.Count())
		list, err := h.List(t.Context(), Filter{Limit: 10})
		require.NoError(t, err)
		assert.Len(t, list, 2, "running games are listed, whether players are connected or not")
		info, err := h.Get(t.Context(), left)
		require.NoError(t, err)
		assert.Equal(t, Live, info.Status)
		assert.Equal(t, "Ada", info.Seats[0].Name)
		assert.Empty(t, waiting(), "a table that everyone has left is not listed")
		assert.Equal(t, Counts{Live: 1, Asleep: 2}, h.Count(), "listing wakes no game")

		for range 2 {
			_, err = h.Create(t.Context(), duel("", ""))
		}
		require.ErrorIs(t, err, ErrFull, "four in all")
		back, _, _ := join(t, h, left, key)
		assert.Equal(t, asked.Decision, next[*protocol.Update](back).Decision)
		assert.Equal(t, Counts{Live: 3, Asleep: 1, Full: true}, h.Count())
		_, err = h.Join(t.Context(), &protocol.Join{Game: open}, Player{}, to)
		require.ErrorContains(t, err, "unavailable", "three in memory")
		time.Sleep(16 * time.Minute)
		_, err = h.Join(t.Context(), &protocol.Join{Game: open}, Player{}, to)
		require.NoError(t, err, "the game created last is asleep by now")
		assert.Contains(t, waiting(), open, "a player waits there again")
	})
}

// TestSleepAfterRestart checks that games that were idle before a restart go to sleep
// immediately and keep their ranks.
func TestSleepAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := store.NewMemory()
		config := Config{Rules: []state.Dealer{purseGame(t, 3)}, Log: log, KV: log, MaxGames: 3, MaxUnfinished: 3, KeepFinished: 1}
		first := New(config)
		info, err := first.Create(t.Context(), Spec{Request: Request{Rules: "purses", Seats: make([]SeatSpec, 1)}})
		require.NoError(t, err)
		_, key, seating := join(t, first, info.ID, "")
		seating.Leave(t.Context())
		before, err := first.Rank(t.Context(), "purses", "gold", 10)
		require.NoError(t, err)
		require.Len(t, before.Games, 1)
		require.NoError(t, first.Close(t.Context()))
		time.Sleep(time.Hour)

		h := New(config)
		defer func() { require.NoError(t, h.Close(t.Context())) }()
		_, err = h.Recover(t.Context())
		require.NoError(t, err)
		<-h.Recovered()
		assert.Equal(t, Counts{Asleep: 1}, h.Count())
		for by, value := range map[string]float64{"gold": 3, "": before.Games[0].Value} {
			r, err := h.Rank(t.Context(), "purses", by, 10)
			require.NoError(t, err)
			require.Len(t, r.Games, 1)
			if by == "gold" {
				assert.Equal(t, before, r)
				assert.InDelta(t, value, r.Games[0].Value, 0)
			}
		}
		h.Replace(purseGame(t, 5)) // the game keeps its original rules
		to, _, _ := join(t, h, info.ID, key)
		assert.NotNil(t, next[*protocol.Update](to).Decision)
		assert.Equal(t, Counts{Live: 1}, h.Count())
	})
}

// TestOutageCostsNoTime checks that a restart, however long, does not run down a player's
// clock.
func TestOutageCostsNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := store.NewMemory()
		config := Config{Rules: []state.Dealer{elements.Rules}, Log: log, KV: log, MaxGames: 3, MaxUnfinished: 3, KeepFinished: 1}
		first := New(config)
		spec := duel("", "")
		spec.Clock = &protocol.Clock{Bank: 60_000, PerDecision: 10_000}
		info, err := first.Create(t.Context(), spec)
		require.NoError(t, err)
		_, key, _ := join(t, first, info.ID, "")
		join(t, first, info.ID, "")
		time.Sleep(40 * time.Second)
		require.NoError(t, first.Close(t.Context()))
		time.Sleep(24 * time.Hour)

		h := New(config)
		defer func() { require.NoError(t, h.Close(t.Context())) }()
		_, err = h.Recover(t.Context())
		require.NoError(t, err)
		<-h.Recovered()
		assert.Equal(t, Counts{Live: 1}, h.Count(), "its clocks run")
		time.Sleep(5 * time.Second)
		to, _, _ := join(t, h, info.ID, key)
		u := next[*protocol.Update](to)
		assert.Equal(t, int64(65_000), *u.Decision.Ends)
		assert.Equal(t, []int64{60_000, 60_000}, u.Left)
	})
}

// TestSweepIsCheap checks that a sweep without idle games allocates nothing.
func TestSweepIsCheap(t *testing.T) {
	h := open(t, store.NewMemory(), func(c *Config) { c.MaxGames, c.MaxUnfinished = 1000, 1000 })
	for range 600 {
		_, err := h.Create(t.Context(), duel("", ""))
		require.NoError(t, err)
	}
	assert.Zero(t, testing.AllocsPerRun(100, h.sweep))
	assert.Equal(t, Counts{Live: 600}, h.Count())
}

// TestShortOfMemory checks that unused games leave memory within seconds while memory is short.
func TestShortOfMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var crowded atomic.Bool
		h := New(Config{Rules: []state.Dealer{elements.Rules}, Log: store.NewMemory(), MaxGames: 300, MaxUnfinished: 300, ShortOfMemory: crowded.Load})
		defer func() { require.NoError(t, h.Close(t.Context())) }()
		for range 200 {
			_, err := h.Create(t.Context(), duel("", ""))
			require.NoError(t, err)
		}
		info, err := h.Create(t.Context(), duel("", "random"))
		require.NoError(t, err)
		join(t, h, info.ID, "")
		time.Sleep(time.Minute)
		assert.Equal(t, Counts{Live: 201}, h.Count())
		crowded.Store(true)
		time.Sleep(2 * time.Second)
		assert.Equal(t, Counts{Live: 1, Asleep: 200}, h.Count(), "a player uses one of them")
	})
}
