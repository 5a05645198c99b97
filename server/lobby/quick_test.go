package lobby

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/store"
)

var duel = Terms{Rules: "elements"}

// TestQuick checks that two players with equal terms get the same game, and a third player
// gets another.
func TestQuick(t *testing.T) {
	r := open(t, store.NewMemory())
	first := r.quick(ada, duel)
	assert.True(t, first.Waiting)
	assert.Contains(t, []int{0, 1}, *first.Seat)
	assert.Equal(t, first.Game, r.quick(ada, duel).Game, "a repeated request returns the same game")
	r.sit(first.Game, ada)
	assert.Equal(t, first.Game, r.quick(ada, duel).Game)
	second := r.quick(bea, duel)
	assert.Equal(t, first.Game, second.Game)
	assert.False(t, second.Waiting)
	third := r.quick(cat, duel)
	assert.NotEqual(t, first.Game, third.Game, "the other seat is kept for Bea")
	assert.Equal(t, first.Game, r.quick(bea, duel).Game)
	r.sit(first.Game, bea)
	assert.Equal(t, third.Game, r.quick(ada, duel).Game, "a game that has begun does not wait")
}

// TestQuickLeave checks that a player who stops waiting is matched with no later player.
func TestQuickLeave(t *testing.T) {
	r := open(t, store.NewMemory())
	left := r.quick(ada, duel).Game
	r.sit(left, ada)
	leave := func(who Player, ticket string) []string {
		t.Helper()
		games, err := r.LeaveQueue(t.Context(), who, duel, ticket)
		require.NoError(t, err)
		return games
	}
	assert.Equal(t, []string{left}, leave(ada, ""))
	assert.Empty(t, leave(cat, ""), "without waiting")
	waits := r.quick(bea, duel).Game
	assert.NotEqual(t, left, waits)
	unknown := Player{}
	match, err := r.QuickMatch(t.Context(), unknown, duel, "", "")
	require.NoError(t, err)
	assert.Empty(t, leave(Player{}, match.Ticket), "Bea still waits in the game")
	match, err = r.QuickMatch(t.Context(), bea, duel, "easy", "")
	require.NoError(t, err)
	assert.Equal(t, []string{waits}, match.LeftGames)
	var spec *hub.SpecError
	_, err = r.LeaveQueue(t.Context(), ada, Terms{Rules: "elements", Seats: 9}, "")
	require.ErrorAs(t, err, &spec)
}

// TestQuickLook checks that QueueInfo counts the players who wait for an opponent, and returns the
// median of the latest waits.
func TestQuickLook(t *testing.T) {
	r := open(t, store.NewMemory())
	look := func() QueueInfo {
		t.Helper()
		q, err := r.QueueInfo(t.Context(), duel)
		require.NoError(t, err)
		return q
	}
	assert.Equal(t, QueueInfo{}, look())
	for n, wait := range []time.Duration{3, 9, 5} {
		game := r.quick(ada, duel).Game
		r.sit(game, ada)
		assert.Equal(t, 1, look().Waiting, n)
		r.at = r.at.Add(wait * time.Second)
		r.quick(bea, duel)
		assert.Equal(t, 0, look().Waiting, "Bea is about to join")
		r.sit(game, bea)
		assert.Equal(t, 0, look().Waiting)
	}
	assert.Equal(t, QueueInfo{UsualWait: 5000}, look())
	r.sit(r.quick(ada, duel).Game, ada).Leave(t.Context())
	r.at = r.at.Add(reservationTime)
	assert.Equal(t, 0, look().Waiting, "Ada has gone")
	var spec *hub.SpecError
	_, err := r.QueueInfo(t.Context(), Terms{Rules: "elements", Seats: 9})
	require.ErrorAs(t, err, &spec)
}

// TestQuickSeats checks that each player gets a distinct seat, so the order of joining does
// not matter.
func TestQuickSeats(t *testing.T) {
	r := open(t, store.NewMemory())
	three := Terms{Rules: "elements", Seats: 3}
	seats := map[int]string{}
	for _, who := range []Player{ada, bea, cat} {
		match := r.quick(who, three)
		seats[*match.Seat] = match.Game
		if who == bea { // before Ada
			_, err := r.hub.Join(t.Context(), &protocol.Join{Game: match.Game, Seat: match.Seat, Claim: claim(bea)}, hub.Player{Name: bea.Name}, new(listener))
			require.NoError(t, err)
		}
	}
	assert.Len(t, seats, 3)
	assert.Equal(t, seats[0], seats[1])
	assert.Equal(t, seats[0], seats[2])
	assert.Nil(t, r.quick(bea, three).Seat, "a player with a seat returns to it")
}

func TestQuickTerms(t *testing.T) {
	r := open(t, store.NewMemory())
	games := map[string]bool{}
	for _, terms := range []Terms{
		duel, {Rules: "elements", Seats: 3}, {Rules: "dominion"}, {Rules: "elements", RulesOptions: map[string]string{"turns": "9"}},
		{Rules: "elements", Clock: &protocol.Clock{Bank: 60_000}}, {Rules: "elements", Rated: true}, {Rules: "elements", BestOf: 3},
	} {
		games[r.quick(ada, terms).Game] = true
	}
	assert.Len(t, games, 7)
	assert.Equal(t, r.quick(bea, Terms{Rules: "elements", Seats: 2}).Game, r.quick(bea, duel).Game, "two seats are the default")
}

// TestQuickStale checks that a game without waiting players matches no new player.
func TestQuickStale(t *testing.T) {
	r := open(t, store.NewMemory())
	left := r.quick(ada, duel).Game
	seating := r.sit(left, ada)
	seating.Leave(t.Context())
	r.at = r.at.Add(reservationTime)
	fresh := r.quick(bea, duel).Game
	assert.NotEqual(t, left, fresh, "Ada has gone")
	r.sit(fresh, bea)
	r.quick(cat, duel)
	r.at = r.at.Add(reservationTime)
	assert.Equal(t, fresh, r.quick(ada, duel).Game, "Cat has not come in time")
}

// TestQuickAnonymous checks that each unknown player without a ticket is a new player.
func TestQuickAnonymous(t *testing.T) {
	r := open(t, store.NewMemory())
	first := r.quick(Player{}, duel)
	assert.Equal(t, first.Game, r.quick(Player{}, duel).Game)
	assert.NotEqual(t, first.Game, r.quick(Player{}, duel).Game)
	again, err := r.QuickMatch(t.Context(), Player{}, duel, "", first.Ticket)
	require.NoError(t, err)
	assert.Equal(t, first.Game, again.Game, "its ticket identifies it")
	assert.Equal(t, first.Ticket, again.Ticket)
	assert.Empty(t, r.quick(ada, duel).Ticket)
}

// TestQuickBot checks that a player who leaves the queue for a bot is not matched later.
func TestQuickBot(t *testing.T) {
	r := open(t, store.NewMemory())
	waited := r.quick(ada, duel).Game
	_, err := r.QuickMatch(t.Context(), bea, duel, "easy", waited)
	require.NoError(t, err)
	assert.Equal(t, waited, r.quick(ada, duel).Game, "Ada stays in the queue")
	match, err := r.QuickMatch(t.Context(), ada, duel, "easy", "")
	require.NoError(t, err)
	info, err := r.hub.Get(t.Context(), match.Game)
	require.NoError(t, err)
	assert.Equal(t, protocol.SeatOpen, info.Seats[*match.Seat].Kind)
	assert.Equal(t, protocol.Seat{Seat: 1 - *match.Seat, Kind: protocol.SeatBot, Name: "ismcts:6", Here: true}, info.Seats[1-*match.Seat])
	assert.NotEqual(t, waited, r.quick(bea, duel).Game)
}

func TestQuickRefuses(t *testing.T) {
	r := open(t, store.NewMemory())
	for _, terms := range []Terms{{Rules: "chess"}, {Rules: "elements", Seats: 9}, {Rules: "elements", BestOf: 4}, {Rules: "polity", Rated: true}} {
		_, err := r.QuickMatch(t.Context(), ada, terms, "", "")
		wrong := new(hub.SpecError)
		assert.ErrorAs(t, err, &wrong)
	}
	_, err := r.QuickMatch(t.Context(), Player{}, Terms{Rules: "elements", Rated: true}, "", "")
	require.ErrorIs(t, err, ErrUnknownPlayer)
	_, err = r.QuickMatch(t.Context(), ada, Terms{Rules: "elements", Rated: true}, "ismcts:77", "")
	require.ErrorContains(t, err, "by its level")
}

// TestQuickAtOnce checks that concurrent players are matched in pairs.
func TestQuickAtOnce(t *testing.T) {
	r := open(t, store.NewMemory())
	var mu sync.Mutex
	games := map[string]int{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			match, err := r.QuickMatch(t.Context(), Player{}, duel, "", "")
			assert.NoError(t, err)
			mu.Lock()
			defer mu.Unlock()
			games[match.Game]++
		})
	}
	all.Wait()
	assert.Len(t, games, 4)
}

// TestQuickRace checks that two concurrent requests on an empty queue create one game.
func TestQuickRace(t *testing.T) {
	memory := store.NewMemory()
	r := open(t, memory)
	var quicker FoundGame
	timed := func() Terms { return Terms{Rules: "elements", Clock: &protocol.Clock{Bank: 60_000}} }
	memory.InjectFault(func(c store.Call) store.Fault {
		if c.Bucket == quickBucket && c.Append {
			memory.InjectFault(nil)
			quicker = r.quick(bea, timed())
		}
		return store.Fault{}
	})
	assert.Equal(t, quicker.Game, r.quick(ada, timed()).Game)
	assert.Equal(t, quicker.Game, r.quick(bea, timed()).Game, "a missing field of the clock equals its default")
	games, err := memory.Games(t.Context())
	require.NoError(t, err)
	assert.Len(t, games, 1)
}

// TestPurge checks that an unused queue is removed and works again on the next request.
func TestPurge(t *testing.T) {
	memory := store.NewMemory()
	r := open(t, memory)
	old := r.quick(ada, duel).Game
	r.quick(ada, Terms{Rules: "dominion"})
	purge := func(want int) {
		t.Helper()
		games, err := r.Purge(t.Context())
		require.NoError(t, err)
		assert.Equal(t, want, games)
	}
	purge(0)
	r.at = r.at.Add(queueLife - time.Hour)
	fresh := r.quick(bea, duel).Game
	r.at = r.at.Add(2 * time.Hour)
	purge(1)
	assert.Equal(t, fresh, r.quick(bea, duel).Game)
	assert.NotEqual(t, old, r.quick(ada, duel).Game)
	r.at = r.at.Add(queueLife)
	purge(1)
	keys, err := memory.Keys(t.Context(), quickBucket, "")
	require.NoError(t, err)
	assert.Empty(t, keys)
}
