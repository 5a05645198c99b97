package lobby

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/store"
)

// tables is a client that keeps only the table messages that name a next game.
type tables chan *protocol.Table

func (c tables) WriteJSON(v protocol.ServerMessage) error {
	if table, ok := v.(*protocol.Table); ok && table.Next != "" {
		c <- table
	}
	return nil
}

func (r *room) rematch(id string, who Player) FoundGame {
	r.t.Helper()
	match, err := r.Rematch(r.t.Context(), id, who, "")
	require.NoError(r.t, err)
	return match
}

// TestRematch checks that all players of a game reach the same new game. Another player has
// the first turn, and strangers cannot take the seats.
func TestRematch(t *testing.T) {
	r := open(t, store.NewMemory())
	first := r.create(hub.Request{TableOptions: protocol.TableOptions{Name: "Tuesday", Clock: &protocol.Clock{Bank: 60_000}}})
	_, err := r.Rematch(t.Context(), first, ada, "")
	require.ErrorIs(t, err, hub.ErrNotOver)
	r.resign(first, ada, bea)
	r.waitFor(first)
	_, err = r.Rematch(t.Context(), first, cat, "")
	require.ErrorIs(t, err, ErrNotSeated)
	_, err = r.Rematch(t.Context(), first, Player{}, "")
	require.ErrorIs(t, err, ErrNotSeated)
	next, err := r.Next(t.Context(), first)
	require.NoError(t, err)
	assert.Empty(t, next)

	told := make(tables, 10)
	_, err = r.hub.Watch(t.Context(), first, told)
	require.NoError(t, err)
	mine, hers := r.rematch(first, ada), r.rematch(first, bea)
	require.Equal(t, mine.Game, (<-told).Next, "clients at the table are told")
	assert.Equal(t, mine.Game, hers.Game)
	assert.Equal(t, []int{1, 0}, []int{*mine.Seat, *hers.Seat})
	assert.Equal(t, mine, r.rematch(first, ada))
	next, err = r.Next(t.Context(), first)
	require.NoError(t, err)
	assert.Equal(t, mine.Game, next)
	info, err := r.hub.Get(t.Context(), next)
	require.NoError(t, err)
	assert.Equal(t, "Tuesday", info.Name)
	assert.Equal(t, int64(60_000), info.Clock.Bank)
	assert.True(t, info.Reserved, "a list must not offer its seats")
	for _, seat := range info.Seats {
		assert.Equal(t, protocol.SeatOpen, seat.Kind)
	}
	assert.Equal(t, []string{bea.Name, ada.Name}, []string{info.Seats[0].Name, info.Seats[1].Name}, "everyone sees for whom the seats are reserved")
	free, err := r.hub.List(t.Context(), hub.Filter{Free: 1, Limit: 10})
	require.NoError(t, err)
	assert.Empty(t, free)

	_, err = r.hub.Join(t.Context(), &protocol.Join{Game: next, Claim: claim(cat)}, hub.Player{ID: cat.ID, Name: "Cat"}, new(listener))
	wrong := (*protocol.Error)(nil)
	require.ErrorAs(t, err, &wrong)
	assert.Equal(t, protocol.NoSeat, wrong.Code)
	assert.Equal(t, *hers.Seat, int(r.sit(next, bea).Seat))
	assert.Equal(t, *mine.Seat, int(r.sit(next, ada).Seat))
}

// TestRematchAtOnce checks that concurrent requests for a rematch create one game.
func TestRematchAtOnce(t *testing.T) {
	r := open(t, store.NewMemory())
	first := r.create(hub.Request{})
	r.resign(first, ada, bea)
	r.waitFor(first)
	games := make([]string, 8)
	var all sync.WaitGroup
	for i := range games {
		all.Go(func() {
			match, err := r.Rematch(t.Context(), first, []Player{ada, bea}[i%2], "")
			assert.NoError(t, err)
			games[i] = match.Game
		})
	}
	all.Wait()
	for _, id := range games {
		assert.Equal(t, games[0], id)
	}
}

// TestRematchByKey checks that an unknown player gets a rematch with the key of a seat. This key is
// also the claim in the next game.
func TestRematchByKey(t *testing.T) {
	r := open(t, store.NewMemory())
	first := r.create(hub.Request{Seats: []hub.SeatSpec{{Deck: "orchard"}, {Bot: "random"}}})
	seating, err := r.hub.Join(t.Context(), &protocol.Join{Game: first, Claim: "0123456789012345678901"}, hub.Player{Name: "stranger"}, new(listener))
	require.NoError(t, err)
	require.NoError(t, seating.Submit(&protocol.Resign{}))
	r.waitFor(first)
	match, err := r.Rematch(t.Context(), first, Player{}, "0123456789012345678901")
	require.NoError(t, err)
	assert.Equal(t, 1, *match.Seat)
	_, err = r.hub.Join(t.Context(), &protocol.Join{Game: match.Game}, hub.Player{Name: "stranger"}, new(listener))
	require.Error(t, err)
	seating, err = r.hub.Join(t.Context(), &protocol.Join{Game: match.Game, Claim: "0123456789012345678901"}, hub.Player{Name: "stranger"}, new(listener))
	require.NoError(t, err)
	assert.Equal(t, 1, int(seating.Seat))
	require.NoError(t, seating.Submit(&protocol.Resign{}))
	r.waitFor(match.Game)
	p, _, err := r.readFinished(t.Context(), match.Game)
	require.NoError(t, err)
	assert.Equal(t, []string{"", "orchard"}, p.Decks)
	assert.Equal(t, protocol.SeatBot, p.Seats[0].Kind)
}

// TestSeries checks that a best of three continues until a player has won two games.
func TestSeries(t *testing.T) {
	r := open(t, store.NewMemory())
	first := r.create(hub.Request{BestOf: 3})
	info, err := r.hub.Get(t.Context(), first)
	require.NoError(t, err)
	assert.Equal(t, first, info.Series.ID)
	r.resign(first, ada, bea)
	second := r.waitForNext(first)
	info, err = r.hub.Get(t.Context(), second)
	require.NoError(t, err)
	assert.Equal(t, 2, info.Series.Number)
	assert.Equal(t, second, r.rematch(first, bea).Game, "a rematch request returns the next game")
	r.resign(second, bea, ada)
	third := r.waitForNext(second)
	s, err := r.Series(t.Context(), info.Series)
	require.NoError(t, err)
	assert.Equal(t, Series{
		ID: first, BestOf: 3, Names: []string{"Ada", "Bea"}, Score: []int{1, 1}, Games: []SeriesGame{{ID: first, Won: []int{0}}, {ID: second, Won: []int{1}}},
	}, s)
	r.resign(third, ada, bea)
	require.Eventually(t, func() bool {
		s, err = r.Series(t.Context(), info.Series)
		return err == nil && s.Over
	}, maxWait, time.Millisecond)
	assert.Equal(t, []int{2, 1}, s.Score)
	r.waitFor(third)
	next, err := r.Next(t.Context(), third)
	require.NoError(t, err)
	assert.Empty(t, next)

	again := r.rematch(third, ada).Game
	info, err = r.hub.Get(t.Context(), again)
	require.NoError(t, err)
	assert.Equal(t, again, info.Series.ID, "a rematch is a new series")
}

// TestSeriesSetAside checks that a finished game of a series is settled although the next game was set
// aside, and that it waits while the next game is incomplete. A rematch request returns the reason.
func TestSeriesSetAside(t *testing.T) {
	r := open(t, store.NewMemory())
	for _, c := range []struct {
		why           error
		settled, seen error
	}{
		{errors.New("the log does not replay"), nil, hub.ErrSetAside},
		{store.ErrDamaged, hub.ErrIncomplete, hub.ErrIncomplete},
	} {
		first := r.create(hub.Request{BestOf: 3})
		r.resign(first, ada, bea)
		r.hub.Fence(r.waitForNext(first), c.why)
		assert.Equal(t, c.settled, r.settle(t.Context(), first))
		_, err := r.Rematch(t.Context(), first, ada, "")
		assert.Equal(t, c.seen, err)
	}
}

// TestIncompleteReportedOnce checks that an incomplete game is reported like other damaged data: once.
func TestIncompleteReportedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, damage := range []error{hub.ErrIncomplete, fmt.Errorf("read: %w", store.ErrDamaged)} {
			q := newSettlementQueue()
			q.add("0123456789")
			var waits []time.Duration
			var reports []bool
			for range 2 {
				begun := time.Now()
				game, ok := q.next()
				require.True(t, ok)
				waits = append(waits, time.Since(begun))
				reports = append(reports, q.endAttempt(game, damage))
			}
			assert.Equal(t, []bool{true, false}, reports)
			assert.Equal(t, []time.Duration{0, damageRetry}, waits)
		}
	})
}

// waitForNext waits for the next game of a series.
func (r *room) waitForNext(id string) (next string) {
	r.t.Helper()
	require.Eventually(r.t, func() bool {
		var err error
		next, err = r.Next(r.t.Context(), id)
		return err == nil && next != ""
	}, maxWait, time.Millisecond)
	return next
}

// TestSeriesOutage checks that the next game of a series is created even if the server stops before
// it has created the game.
func TestSeriesOutage(t *testing.T) {
	memory := store.NewMemory()
	memory.InjectFault(func(c store.Call) store.Fault {
		if c.Bucket == nextBucket && c.Append {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	r := open(t, memory)
	first := r.create(hub.Request{BestOf: 5})
	r.resign(first, ada, bea)
	r.waitFor(first)
	r.shut()
	memory.InjectFault(nil)
	r = open(t, memory)
	_, err := r.hub.Recover(context.Background())
	require.NoError(t, err)
	assert.NotEmpty(t, r.waitForNext(first))
}

// TestAbandoned checks that an abandoned game has a result, but no rating and no next game.
func TestAbandoned(t *testing.T) {
	memory := store.NewMemory()
	r := open(t, memory)
	ended := func(id, seats string) {
		t.Helper()
		header := `{"t":"header","header":{"game":"` + id + `","rules":"elements","rated":true,"series":{"id":"` + id + `","of":3,"number":1},"at_ms":5,"setup":{"seats":2},"seats":[` + seats + `]}}`
		for i, line := range []string{header, `{"t":"draw","draw":{"reason":"abandoned","at_ms":9}}`, `{"t":"end","end":{"won":[],"digest":"00"}}`} {
			require.NoError(t, memory.Append(t.Context(), id, uint64(i), []byte(line)))
		}
		r.settlements.add(id)
	}
	bot := `{"kind":"bot","name":"random"}`
	ended("1000000001", bot+","+bot)
	got := r.waitFor("1000000001")
	assert.Equal(t, []any{"abandoned", false, int64(9)}, []any{got.Reason, got.Rated, got.Ended})
	assert.NotEmpty(t, got.WhyUnrated)
	ended("1000000002", bot+`,{"kind":"open"}`)
	r.waitFor("1000000002")
	require.Eventually(t, func() bool {
		live, err := memory.Live(t.Context())
		return err == nil && len(live) == 0
	}, maxWait, time.Millisecond)
	for _, id := range []string{"1000000001", "1000000002"} {
		s, err := r.Series(t.Context(), r.waitFor(id).Series)
		require.NoError(t, err)
		assert.True(t, s.Over)
		next, err := r.Next(t.Context(), id)
		require.NoError(t, err)
		assert.Empty(t, next)
	}
	_, err := r.Rematch(t.Context(), "1000000002", ada, "")
	assert.ErrorContains(t, err, "before all seats were taken")
	found, _ := r.search(Search{})
	assert.Equal(t, []string{"1000000001"}, found)
}

// TestLateSeries checks that a game counts toward the score of a series only after spectators
// have seen its end.
func TestLateSeries(t *testing.T) {
	r := open(t, store.NewMemory())
	id := r.create(hub.Request{BestOf: 3, TableOptions: protocol.TableOptions{Spectators: &protocol.Spectators{Delay: time.Hour.Milliseconds()}}})
	r.resign(id, ada, bea)
	result := r.waitFor(id)
	in := result.Series
	r.waitForNext(id)
	r.at = time.UnixMilli(result.Shown - 1)
	s, err := r.Series(t.Context(), in)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 0}, s.Score)
	assert.Empty(t, s.Games)
	r.at = time.UnixMilli(result.Shown)
	s, err = r.Series(t.Context(), in)
	require.NoError(t, err)
	assert.Equal(t, []int{1, 0}, s.Score)
	assert.Len(t, s.Games, 1)
}
