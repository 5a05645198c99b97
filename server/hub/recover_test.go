package hub

import (
	"context"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/game"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// recovered returns a hub that has recovered the games in a log.
func recovered(t *testing.T, log store.Log, change func(*Config)) *Hub {
	t.Helper()
	h := open(t, log, change)
	_, err := h.Recover(t.Context())
	require.NoError(t, err)
	<-h.Recovered()
	return h
}

// join takes a seat in a game, or returns to the seat of a key.
func join(t *testing.T, h *Hub, id, key string) (to recorder, ownKey string, seating *Seating) {
	t.Helper()
	to = make(recorder, 10_000)
	seating, err := h.Join(t.Context(), &protocol.Join{Game: id, Key: key}, Player{Name: "Ada"}, to)
	require.NoError(t, err)
	return to, next[*protocol.Joined](to).Key, seating
}

// TestRecover checks that Recover loads unfinished games and sets the game of a damaged log aside.
func TestRecover(t *testing.T) {
	log := store.NewMemory()
	h := New(Config{Rules: []state.Dealer{elements.Rules}, Log: log, MaxGames: 10, MaxUnfinished: 10, KeepFinished: 3})
	ended := finished(t, h)
	going, err := h.Create(t.Context(), duel("", "random"))
	require.NoError(t, err)
	to, key, _ := join(t, h, going.ID, "")
	asked := next[*protocol.Update](to)
	require.NoError(t, h.Close(t.Context()))
	const damaged = "damaged000"
	require.NoError(t, log.Append(t.Context(), damaged, 0, []byte(`{"t":"header","header":{"format":99}}`)))

	reasons := make(map[string]string)
	h = recovered(t, log, func(c *Config) {
		c.MaxGames = 1 // recovery may load more games than that
		c.SetAside = func(id string, why error) { reasons[id] = why.Error() }
	})
	assert.Equal(t, Counts{Live: 1, SetAside: 1, Full: true}, h.Count())
	assert.Equal(t, map[string]string{damaged: "record 1: the log cannot be replayed: the log has format 99, and this program reads up to format 3"}, reasons)
	_, err = h.Get(t.Context(), damaged)
	require.ErrorIs(t, err, ErrSetAside)
	_, err = h.Log(t.Context(), damaged)
	require.ErrorIs(t, err, ErrSetAside)
	_, err = h.Watch(t.Context(), damaged, to)
	assert.ErrorContains(t, err, "no_game: the game was set aside")
	_, err = h.Get(t.Context(), ended)
	require.ErrorIs(t, err, ErrFull, "there is no room to look it up")
	_, err = h.Log(t.Context(), ended)
	require.NoError(t, err)
	_, err = h.Log(t.Context(), going.ID)
	require.ErrorIs(t, err, ErrNotOver)
	back, _, _ := join(t, h, going.ID, key)
	assert.Equal(t, asked.Decision, next[*protocol.Update](back).Decision)
}

// TestRecoverEnd checks that recovery adds the end record if a log lacks only that record. It must
// also report the end of a finished game that the log still lists.
func TestRecoverEnd(t *testing.T) {
	whole, cut := store.NewMemory(), store.NewMemory()
	first := open(t, whole, nil)
	id, noted := finished(t, first), finished(t, first)
	require.NoError(t, first.Close(t.Context()))
	records, err := whole.Read(t.Context(), id)
	require.NoError(t, err)
	for i, record := range records[:len(records)-1] {
		require.NoError(t, cut.Append(t.Context(), id, uint64(i), record))
	}
	other, err := whole.Read(t.Context(), noted)
	require.NoError(t, err)
	for i, record := range other {
		require.NoError(t, cut.Append(t.Context(), noted, uint64(i), record))
	}
	h := recovered(t, cut, nil)
	to := make(recorder, 10)
	_, err = h.Watch(t.Context(), id, to)
	require.NoError(t, err)
	next[*protocol.Over](to)
	info, err := h.Get(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, Over, info.Status)
	again, err := cut.Read(t.Context(), id)
	require.NoError(t, err)
	untimed := regexp.MustCompile(`"at_ms":\d+|"sum":"\w+"`) // this hub records the end later than the original one
	for _, lines := range [][][]byte{records, again} {
		lines[len(lines)-1] = untimed.ReplaceAll(lines[len(lines)-1], nil)
	}
	assert.Equal(t, records, again)
	live, err := cut.Live(t.Context())
	require.NoError(t, err)
	assert.Empty(t, live)
	info, err = h.Get(t.Context(), noted)
	require.NoError(t, err)
	assert.Equal(t, Over, info.Status)
}

// TestRecoverOnDemand checks that requests load games immediately while background recovery is
// stuck.
func TestRecoverOnDemand(t *testing.T) {
	log := store.NewMemory()
	first := open(t, log, nil)
	var ids []string
	for range 3 {
		info, err := first.Create(t.Context(), duel("", ""))
		require.NoError(t, err)
		ids = append(ids, info.ID)
	}
	require.NoError(t, first.Close(t.Context()))
	held := make(map[string]chan struct{})
	for _, id := range ids {
		held[id] = make(chan struct{})
	}
	log.InjectFault(func(c store.Call) store.Fault {
		<-held[c.Game]
		return store.Fault{}
	})
	h := open(t, log, nil)
	n, err := h.Recover(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	assert.Equal(t, Counts{Waiting: 3}, h.Count())
	close(held[ids[0]])
	var group sync.WaitGroup
	for range 5 {
		group.Go(func() {
			info, err := h.Get(context.Background(), ids[0])
			assert.NoError(t, err)
			assert.Equal(t, Open, info.Status)
		})
	}
	group.Wait()
	assert.Equal(t, Counts{Live: 1, Waiting: 2}, h.Count())
	list, err := h.List(t.Context(), Filter{Limit: 10})
	require.NoError(t, err)
	assert.Len(t, list, 1, "the list has the loaded game")
	close(held[ids[1]])
	close(held[ids[2]])
	join(t, h, ids[0], "")
	<-h.Recovered()
	assert.Equal(t, Counts{Live: 3}, h.Count())
	list, err = h.List(t.Context(), Filter{Limit: 10})
	require.NoError(t, err)
	require.Len(t, list, 3)
	assert.True(t, slices.IsSortedFunc(list, func(a, b Info) int { return b.Created.Compare(a.Created) }), "the newest first")
}

// TestRecoverLater checks that recovery continues when the log can be read again.
func TestRecoverLater(t *testing.T) {
	log := store.NewMemory()
	first := open(t, log, nil)
	info, err := first.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	require.NoError(t, first.Close(t.Context()))
	log.InjectFault(func(store.Call) store.Fault { return store.Fault{Err: store.ErrUnavailable} })
	h := open(t, log, nil)
	_, err = h.Recover(t.Context())
	require.NoError(t, err)
	_, err = h.Get(t.Context(), info.ID)
	require.ErrorIs(t, err, ErrUnavailable)
	_, err = h.Watch(t.Context(), info.ID, make(recorder, 10))
	require.ErrorContains(t, err, "unavailable: the server's store is not responding")
	log.InjectFault(nil)
	<-h.Recovered()
	assert.Equal(t, Counts{Live: 1}, h.Count())
}

// TestRecoverBots checks that games between bots continue after a restart without a request.
func TestRecoverBots(t *testing.T) {
	log := store.NewMemory()
	first := open(t, log, nil)
	log.InjectFault(func(c store.Call) store.Fault { // the games stop as in a crash
		if c.Record > 20 {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	info, err := first.Create(t.Context(), duel("greedy", "random"))
	require.NoError(t, err)
	require.NoError(t, first.Close(t.Context()))
	log.InjectFault(nil)
	over := make(chan string, 1)
	recovered(t, log, func(c *Config) {
		c.Observe = func(o game.Observation) {
			if o.Outcome == game.Ended {
				over <- o.Game
			}
		}
	})
	assert.Equal(t, info.ID, <-over)
}

// TestRecoverWithoutABot checks that a game is set aside if this program lacks one of its
// bots.
func TestRecoverWithoutABot(t *testing.T) {
	log := store.NewMemory()
	first := open(t, log, addDominionBots)
	info, err := first.Create(t.Context(), Spec{Request: Request{Rules: "dominion", Seats: []SeatSpec{{}, {Bot: "smithy"}}}})
	require.NoError(t, err)
	require.NoError(t, first.Close(t.Context()))
	var why error
	h := recovered(t, log, func(c *Config) {
		addDominionBots(c)
		c.Bots, c.SetAside = ai.Roster{}, func(_ string, err error) { why = err }
	})
	require.ErrorContains(t, why, `seat 1: no bot is called "smithy"`)
	_, err = h.Get(t.Context(), info.ID)
	require.ErrorIs(t, err, ErrSetAside)
}

// TestRecoverMany checks that a hub that recovers 2,000 games from a log on disk serves a request
// for one of them immediately.
func TestRecoverMany(t *testing.T) {
	const games = 2000
	dir := t.TempDir()
	log, err := store.OpenEmbedded(dir, store.SyncNever)
	require.NoError(t, err)
	var some string
	for range games {
		some = writeGame(t, log, 10)
	}
	require.NoError(t, log.Close())
	log, err = store.OpenEmbedded(dir, store.SyncAlways)
	require.NoError(t, err)
	h := New(Config{Rules: []state.Dealer{elements.Rules}, Log: log, MaxGames: games, MaxUnfinished: games})
	n, err := h.Recover(t.Context())
	require.NoError(t, err)
	assert.Equal(t, games, n)
	info, err := h.Get(t.Context(), some)
	require.NoError(t, err)
	assert.Equal(t, Live, info.Status)
	<-h.Recovered()
	assert.Equal(t, Counts{Live: games, Full: true}, h.Count())
	_, err = h.Create(t.Context(), duel("", ""))
	require.ErrorIs(t, err, ErrFull)
	require.NoError(t, h.Close(t.Context()))
	require.NoError(t, log.Close())
}

// writeGame adds a two-player game with the given number of requests to a log. It returns the
// game's id.
func writeGame(t testing.TB, log store.Log, requests int) string {
	t.Helper()
	spec := duel("", "")
	header := spec.header(newID(), table.Cache(elements.Rules), "test")
	for i := range header.Seats {
		header.Seats[i] = table.Seat{Kind: protocol.SeatPerson, Name: "Ada", KeyHash: Hash("key")}
	}
	chance := table.NewChance(header.Key)
	header.Setup.Seed = state.Seed(chance.Next())
	m, err := elements.Rules.Deal(header.Setup)
	require.NoError(t, err)
	records := []table.Record{{Kind: "header", Header: &header}}
	r := state.Rand(1)
	var events state.Log
	for over := false; len(records) <= requests && !over; over, _ = m.Result() {
		seat := m.Next()
		options := m.Options(seat, nil)
		q := state.Request{Seat: seat, Decision: m.Decision(seat), Option: options[r.N(len(options))], Salt: chance.Next()}
		written := table.RequestOf(q)
		written.At = header.At
		records = append(records, table.Record{Kind: "request", Request: written})
		m.Apply(q, &events)
		events.Events = events.Events[:0]
	}
	var chain store.Chain
	for i := range records {
		line, err := records[i].Encode()
		require.NoError(t, err)
		line = chain.Seal(line)
		require.NoError(t, chain.Next(line))
		require.NoError(t, log.Append(t.Context(), header.Game, uint64(i), line))
	}
	return header.Game
}

// TestCloseOnASilentLog checks that Close reports how many games wait for their log.
func TestCloseOnASilentLog(t *testing.T) {
	log := store.NewMemory()
	h := New(Config{Rules: []state.Dealer{elements.Rules}, Log: log, MaxGames: 10, MaxUnfinished: 10})
	var taken sync.WaitGroup
	held := make(chan struct{})
	for range 2 {
		_, err := h.Create(t.Context(), duel("", ""))
		require.NoError(t, err)
	}
	waiting := make(chan struct{}, 2)
	log.InjectFault(func(store.Call) store.Fault {
		waiting <- struct{}{}
		<-held
		return store.Fault{}
	})
	for _, id := range h.Unfinished() {
		taken.Go(func() { // Join waits for the record of the seat
			_, _ = h.Join(context.Background(), &protocol.Join{Game: id}, Player{Name: "Ada"}, make(recorder, 10))
		})
	}
	<-waiting
	<-waiting
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorContains(t, h.Close(ctx), "hub: close: 2 of 2 games still wait for their log and will resume from it: game ")
	close(held)
	taken.Wait()
}

// A log of type noFinishLog keeps finished games in the list of live games, as after a crash before
// Finish.
type noFinishLog struct{ store.Log }

func (noFinishLog) Finish(context.Context, string) error { return nil }

// TestRecoverAfterRequest checks that the hub reports the end of a finished game that a client's request
// has loaded before Take or before background recovery.
func TestRecoverAfterRequest(t *testing.T) {
	log := store.NewMemory()
	first := New(Config{Rules: []state.Dealer{elements.Rules}, Log: noFinishLog{log}, MaxGames: 10, MaxUnfinished: 10, KeepFinished: 3})
	id := finished(t, first)
	require.NoError(t, first.Close(t.Context()))
	live := func() []string {
		ids, err := log.Live(t.Context())
		require.NoError(t, err)
		return ids
	}
	require.Equal(t, []string{id}, live())

	look := func(h *Hub) {
		_, g, err := h.find(t.Context(), id, forTakeover)
		require.NoError(t, err)
		require.NotNil(t, g)
		require.True(t, h.IsOver(id))
	}
	other := open(t, noFinishLog{log}, nil)
	look(other)
	other.c.Log = log
	require.NoError(t, other.Take(t.Context(), id, false))
	require.Empty(t, live())

	again := store.NewMemory()
	records, err := log.Read(t.Context(), id)
	require.NoError(t, err)
	for n, record := range records {
		require.NoError(t, again.Append(t.Context(), id, uint64(n), record))
	}
	log = again
	require.Equal(t, []string{id}, live())
	h := open(t, log, nil)
	h.mu.Lock()
	e := &entry{id: id}
	h.games[id] = e
	h.setStage(e, unread)
	h.mu.Unlock()
	look(h)
	require.Empty(t, live())
}
