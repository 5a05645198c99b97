package hub

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/leaktest"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
)

func TestMain(m *testing.M) {
	if name := os.Getenv(asProgram); name != "" {
		programs[name]()
		return
	}
	leaktest.Main(m)
}

// open returns a hub on log. The hub closes at the end of the test.
func open(t *testing.T, log store.Log, change func(*Config)) *Hub {
	t.Helper()
	c := Config{Rules: []state.Dealer{elements.Rules}, Log: log, Program: "test", MaxGames: 10, MaxUnfinished: 20, KeepFinished: 3}
	if change != nil {
		change(&c)
	}
	h := New(c)
	t.Cleanup(func() { require.NoError(t, h.Close(context.Background())) })
	return h
}

// duel returns the Spec of a game of elements between the given bots. An empty name is an open
// seat.
func duel(bots ...string) Spec {
	spec := Spec{Request: Request{Rules: "elements"}}
	for _, bot := range bots {
		spec.Seats = append(spec.Seats, SeatSpec{Bot: bot})
	}
	return spec
}

// A recorder is an agent that keeps all messages.
type recorder chan any

func (r recorder) WriteJSON(v protocol.ServerMessage) error {
	r <- v
	return nil
}

// next returns the next message of type T.
func next[T any](r recorder) T {
	for {
		if m, ok := (<-r).(T); ok {
			return m
		}
	}
}

// finished plays a game between bots to its end and returns its id.
func finished(t *testing.T, h *Hub) string {
	t.Helper()
	info, err := h.Create(t.Context(), duel("random", "random"))
	require.NoError(t, err)
	to := make(recorder, 10_000)
	seating, err := h.Watch(t.Context(), info.ID, to)
	require.NoError(t, err)
	next[*protocol.Over](to)
	seating.Leave(t.Context())
	return info.ID
}

func TestJoin(t *testing.T) {
	h := open(t, store.NewMemory(), nil)
	info, err := h.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	assert.True(t, IsID(info.ID))
	assert.Equal(t, Open, info.Status)

	first := make(recorder, 100)
	one, err := h.Join(t.Context(), &protocol.Join{Game: info.ID, Seat: new(int)}, Player{Name: "Ada"}, first)
	require.NoError(t, err)
	joined := next[*protocol.Joined](first)
	assert.Equal(t, "elements", joined.Rules)
	assert.Len(t, joined.Key, 26, "130 bits")
	two, err := h.Join(t.Context(), &protocol.Join{Game: info.ID}, Player{Name: "Bea"}, make(recorder, 100))
	require.NoError(t, err)
	assert.Equal(t, state.Seat(1), two.Seat)
	assert.NotNil(t, next[*protocol.Update](first).Decision, "the game begins with the last seat")
	info, err = h.Get(t.Context(), info.ID)
	require.NoError(t, err)
	assert.Equal(t, Live, info.Status)
	assert.Equal(t, "Ada", info.Seats[0].Name)

	one.Leave(t.Context())
	again := make(recorder, 100)
	back, err := h.Join(t.Context(), &protocol.Join{Game: info.ID, Key: joined.Key}, Player{}, again)
	require.NoError(t, err)
	assert.Equal(t, one.Seat, back.Seat)
	assert.Empty(t, next[*protocol.Joined](again).Key)

	for code, join := range map[protocol.Code]*protocol.Join{
		protocol.NoSeat: {Game: info.ID},
		protocol.BadKey: {Game: info.ID, Key: joined.Key + "x"},
		protocol.NoGame: {Game: "0123456789"},
	} {
		_, err := h.Join(t.Context(), join, Player{}, again)
		wrong := new(protocol.Error)
		require.ErrorAs(t, err, &wrong)
		assert.Equal(t, code, wrong.Code)
	}
}

// TestClaim checks that a client takes a seat with a claim, and returns to it with the same
// claim.
func TestClaim(t *testing.T) {
	log := store.NewMemory()
	h := open(t, log, nil)
	info, err := h.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	const claim = "my-own_key-of-22-chars"
	join := func(join protocol.Join) (state.Seat, error) {
		join.Game = info.ID
		to := make(recorder, 100)
		seating, err := h.Join(t.Context(), &join, Player{Name: "Ada"}, to)
		if err != nil {
			return 0, err
		}
		assert.Empty(t, next[*protocol.Joined](to).Key, "a client with a claim receives no key")
		return seating.Seat, nil
	}
	var group sync.WaitGroup
	for range 5 {
		group.Go(func() {
			seat, err := join(protocol.Join{Claim: claim})
			assert.NoError(t, err)
			assert.Zero(t, seat)
		})
	}
	group.Wait()
	one := 1
	_, err = join(protocol.Join{Claim: claim, Seat: &one})
	require.ErrorContains(t, err, "no_seat: that claim has taken another seat")
	seat, err := join(protocol.Join{Claim: claim + "2"})
	require.NoError(t, err)
	assert.Equal(t, state.Seat(1), seat)
	_, err = join(protocol.Join{Claim: claim + "3"})
	require.ErrorContains(t, err, "no_seat")
	records, err := log.Read(t.Context(), info.ID)
	require.NoError(t, err)
	assert.Len(t, records, 3)
	assert.NotContains(t, string(bytes.Join(records, nil)), claim)

	require.NoError(t, h.Close(t.Context()))
	h = open(t, log, nil)
	_, err = h.Recover(t.Context())
	require.NoError(t, err)
	seat, err = join(protocol.Join{Claim: claim + "2"})
	require.NoError(t, err)
	assert.Equal(t, state.Seat(1), seat)
}

// TestKeepFinished checks that the hub keeps three finished games in memory, drops the game that
// ended first, and reads a dropped game from the log.
func TestKeepFinished(t *testing.T) {
	h := open(t, store.NewMemory(), nil)
	var ids []string
	for range 5 {
		ids = append(ids, finished(t, h))
	}
	assert.Equal(t, Counts{Over: 3}, h.Count())
	list, err := h.List(t.Context(), Filter{Limit: 10})
	require.NoError(t, err)
	assert.Len(t, list, 3)
	info, err := h.Get(t.Context(), ids[0])
	require.NoError(t, err, "it is looked up in the log")
	assert.Equal(t, Over, info.Status)
	assert.NotEmpty(t, info.Won)
	assert.Equal(t, Counts{Over: 3}, h.Count(), "the game is in memory again, in place of another one")
	to := make(recorder, 10)
	_, err = h.Watch(t.Context(), ids[1], to)
	require.NoError(t, err)
	next[*protocol.Update](to)
	next[*protocol.Over](to)
	_, err = h.Log(t.Context(), ids[0])
	require.NoError(t, err)
	records, err := h.c.Log.Read(t.Context(), ids[0])
	require.NoError(t, err)
	assert.Contains(t, string(records[len(records)-2]), `"request"`, "one end is enough")
	_, err = h.Get(t.Context(), "0123456789")
	require.ErrorIs(t, err, ErrNotFound)
	assert.Len(t, h.games, 3)
}

func TestLimits(t *testing.T) {
	h := open(t, store.NewMemory(), func(c *Config) { c.MaxGames = 2 })
	for range 2 {
		_, err := h.Create(t.Context(), duel("", ""))
		require.NoError(t, err)
	}
	_, err := h.Create(t.Context(), duel("", ""))
	require.ErrorIs(t, err, ErrFull)
	require.NoError(t, h.Close(t.Context()))
	_, err = h.Create(t.Context(), duel("", ""))
	require.ErrorIs(t, err, ErrClosed)
}

func TestList(t *testing.T) {
	h := open(t, store.NewMemory(), nil)
	over := finished(t, h)
	private := duel("", "")
	private.Private = true
	_, err := h.Create(t.Context(), private)
	require.NoError(t, err)
	waiting, err := h.Create(t.Context(), duel("", "random"))
	require.NoError(t, err)
	ids := func(f Filter) (ids []string) {
		infos, err := h.List(t.Context(), f)
		require.NoError(t, err)
		for _, info := range infos {
			ids = append(ids, info.ID)
		}
		return ids
	}
	assert.ElementsMatch(t, []string{waiting.ID, over}, ids(Filter{Limit: 10}), "all but the private one")
	assert.Equal(t, []string{waiting.ID}, ids(Filter{Limit: 10, Status: []string{Open}}))
	assert.Equal(t, []string{over}, ids(Filter{Limit: 10, Status: []string{Over}}))
	assert.Empty(t, ids(Filter{Limit: 10, Rules: "chess"}))
	assert.Len(t, ids(Filter{Limit: 1}), 1)
}

// TestListLeft checks that lists omit an open table while its only player is away.
func TestListLeft(t *testing.T) {
	h := open(t, store.NewMemory(), nil)
	info, err := h.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	listed := func() int {
		infos, err := h.List(t.Context(), Filter{Limit: 10})
		require.NoError(t, err)
		return len(infos)
	}
	require.Equal(t, 1, listed(), "a table without players")
	_, key, seating := join(t, h, info.ID, "")
	require.Equal(t, 1, listed())
	seating.Leave(t.Context())
	require.Zero(t, listed())
	join(t, h, info.ID, key)
	require.Equal(t, 1, listed())
}

// TestListFull checks that a list contains older games in place of the games that it omits.
func TestListFull(t *testing.T) {
	h := open(t, store.NewMemory(), nil)
	over := finished(t, h)
	create := func(spec Spec) string {
		info, err := h.Create(t.Context(), spec)
		require.NoError(t, err)
		return info.ID
	}
	waiting := create(duel("", ""))
	for range 2 {
		_, _, seating := join(t, h, create(duel("", "")), "")
		seating.Leave(t.Context())
	}
	late := duel("", "")
	late.Spectators = &protocol.Spectators{Delay: time.Hour.Milliseconds()}
	secret := create(late) // over, but still live for spectators
	to := make(recorder, 100)
	var player *Seating
	for range 2 {
		var err error
		player, err = h.Join(t.Context(), &protocol.Join{Game: secret}, Player{}, to)
		require.NoError(t, err)
	}
	require.NoError(t, player.Submit(&protocol.Resign{}))
	next[*protocol.Over](to)
	for status, want := range map[string]string{Open: waiting, Over: over, Live: secret} {
		infos, err := h.List(t.Context(), Filter{Status: []string{status}, Limit: 1})
		require.NoError(t, err)
		require.Len(t, infos, 1, status)
		assert.Equal(t, want, infos[0].ID, status)
	}
}

// TestListLong checks that a list of more games than a batch has each game once, newest first.
func TestListLong(t *testing.T) {
	const games = 2*batchSize + 1
	h := open(t, store.NewMemory(), func(c *Config) { c.MaxGames, c.MaxUnfinished = games, games })
	for range games {
		_, err := h.Create(t.Context(), duel("", ""))
		require.NoError(t, err)
	}
	for _, limit := range []int{games, 2 * batchSize, batchSize + 1} {
		infos, err := h.List(t.Context(), Filter{Limit: limit})
		require.NoError(t, err)
		require.Len(t, infos, limit)
		for i := range infos[1:] {
			a, b := &infos[i], &infos[i+1]
			assert.Negative(t, cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)))
		}
	}
}

// TestSubstitute checks that a bot plays for an absent player.
func TestSubstitute(t *testing.T) {
	h := open(t, store.NewMemory(), nil)
	spec := duel("", "random")
	spec.Clock = &protocol.Clock{PerDecision: 1, Absent: protocol.AbsentBot}
	info, err := h.Create(t.Context(), spec)
	require.NoError(t, err)
	seat, err := h.Join(t.Context(), &protocol.Join{Game: info.ID}, Player{}, make(recorder, 100_000))
	require.NoError(t, err)
	seat.Leave(t.Context())
	to := make(recorder, 100_000)
	_, err = h.Watch(t.Context(), info.ID, to)
	require.NoError(t, err)
	assert.Equal(t, protocol.ReasonEnd, next[*protocol.Over](to).Reason)
}

// TestForks checks that a table keeps its budget after a restart and sends it only to players.
func TestForks(t *testing.T) {
	log := store.NewMemory()
	first, budget := open(t, log, nil), &protocol.Budget{Worlds: 3, Steps: 7}
	spec := duel("", "")
	spec.Forks = budget
	info, err := first.Create(t.Context(), spec)
	require.NoError(t, err)
	require.NoError(t, first.Close(t.Context()))

	h := open(t, log, nil)
	_, err = h.Recover(t.Context())
	require.NoError(t, err)
	info, err = h.Get(t.Context(), info.ID)
	require.NoError(t, err)
	assert.Equal(t, budget, info.Forks)
	var seats []*Seating
	for range 2 {
		to := make(recorder, 10)
		seating, err := h.Join(t.Context(), &protocol.Join{Game: info.ID}, Player{}, to)
		require.NoError(t, err)
		assert.Equal(t, budget, next[*protocol.Joined](to).Budget)
		assert.Equal(t, budget, seating.Budget)
		seats = append(seats, seating)
	}
	m, err := seats[1].World(t.Context())
	require.NoError(t, err)
	assert.NotZero(t, m.Decision(1))

	to := make(recorder, 10)
	seating, err := h.Watch(t.Context(), info.ID, to)
	require.NoError(t, err)
	assert.Nil(t, next[*protocol.Joined](to).Budget)
	assert.Nil(t, seating.Budget)
	_, err = seating.World(t.Context())
	assert.ErrorContains(t, err, "not_asked")
}

func TestIsID(t *testing.T) {
	for range 100 {
		assert.True(t, IsID(newID()))
	}
	for _, s := range []string{"", "short", "0123456789a", "012345678/", "012345678O", "01234567ü"} {
		assert.False(t, IsID(s), s)
	}
}

func TestSpecErrors(t *testing.T) {
	h := open(t, store.NewMemory(), nil)
	_, err := h.Create(t.Context(), duel("ismcts:999999", ""))
	require.ErrorContains(t, err, "20000 iterations")
	_, err = h.Create(t.Context(), duel("ismcts:999999,c=0.2", ""))
	require.ErrorContains(t, err, "only a number")
	_, err = h.Create(t.Context(), duel("ismcts:60000ms", ""))
	require.ErrorContains(t, err, "only a number")
	for field, spec := range map[string]Spec{
		"rules":        {Request: Request{Rules: "chess"}},
		"seats":        {Request: Request{Rules: "elements", Seats: make([]SeatSpec, 9)}},
		"seats[0].bot": duel("hal", ""),
		"forks":        {Request: Request{Rules: "elements", Seats: make([]SeatSpec, 2), TableOptions: protocol.TableOptions{Forks: &protocol.Budget{Worlds: 65, Steps: 1}}}},
	} {
		_, err := h.Create(t.Context(), spec)
		wrong := new(SpecError)
		require.ErrorAs(t, err, &wrong, fmt.Sprint(spec))
		assert.Equal(t, field, wrong.Field)
		assert.NotEmpty(t, wrong.Text)
	}
	h.Replace(purseGame(t, 3))
	_, err = h.Create(t.Context(), Spec{Request: Request{Rules: "purses", Seats: make([]SeatSpec, 1), TableOptions: protocol.TableOptions{Forks: &protocol.Budget{Worlds: 1, Steps: 1}}}})
	require.ErrorContains(t, err, "forks: purses has no forward model")
}
