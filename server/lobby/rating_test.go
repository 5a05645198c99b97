package lobby

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/store"
)

// ratedResult returns the result of a rated game.
func ratedResult(id string, won []int, players ...Player) *Result {
	r := &Result{Game: id, Rules: "elements", Won: won, Rated: true}
	for _, p := range players {
		r.Seats = append(r.Seats, ResultSeat{Kind: protocol.SeatPerson, Name: p.Name, Player: &p})
	}
	return r
}

// TestRatingsAreTheSame checks that concurrent servers, and one that starts later, compute the
// same ratings. A game that is listed twice counts once.
func TestRatingsAreTheSame(t *testing.T) {
	memory := store.NewMemory()
	servers := []*room{open(t, memory), open(t, memory), open(t, memory)}
	const each = 3*pageSize/2 + 5 // several pages
	var all sync.WaitGroup
	for i, s := range servers {
		all.Go(func() {
			for n := range each {
				players := []Player{ada, bea, cat}
				a, b := players[(n+i)%3], players[(n+i+1)%3]
				assert.NoError(t, s.rate(t.Context(), ratedResult(fmt.Sprint("game", i, "-", n), []int{n % 2}, a, b)))
				assert.NoError(t, s.rate(t.Context(), ratedResult(fmt.Sprint("both", n), []int{0}, ada, bea)))
			}
		})
	}
	all.Wait()
	servers = append(servers, open(t, memory))
	want, games, err := servers[0].Ratings(t.Context(), "elements", 10)
	require.NoError(t, err)
	assert.Equal(t, 4*each, games)
	require.Len(t, want, 3)
	assert.False(t, want[0].Provisional)
	for _, s := range servers[1:] {
		got, games, err := s.Ratings(t.Context(), "elements", 10)
		require.NoError(t, err)
		assert.Equal(t, 4*each, games)
		assert.Equal(t, want, got)
	}
}

// TestLateRatings checks that a rated game changes the ratings only after spectators have seen its
// end. Until then, later games count without it. Afterwards the ratings depend on the sequence of
// games alone.
func TestLateRatings(t *testing.T) {
	memory := store.NewMemory()
	r, other := open(t, memory), open(t, memory)
	late := ratedResult("late", []int{0}, ada, bea)
	late.Shown = r.at.Add(time.Hour).UnixMilli()
	require.NoError(t, r.rate(t.Context(), late))
	require.NoError(t, r.rate(t.Context(), late))
	for _, room := range []*room{r, other} {
		players, games, err := room.Ratings(t.Context(), "elements", 10)
		require.NoError(t, err)
		assert.Zero(t, games, "the end is secret")
		assert.Empty(t, players)
	}
	require.NoError(t, r.rate(t.Context(), ratedResult("plain", []int{1}, bea, cat)))
	players, games, err := r.Ratings(t.Context(), "elements", 10)
	require.NoError(t, err)
	assert.Equal(t, 1, games)
	assert.Equal(t, []string{cat.ID, bea.ID}, []string{players[0].ID, players[1].ID})
	assert.Len(t, players, 2)
	r.at = r.at.Add(time.Hour)
	fresh := open(t, memory)
	fresh.at = r.at
	got, games, err := r.Ratings(t.Context(), "elements", 10)
	require.NoError(t, err)
	assert.Equal(t, 2, games)
	want, _, err := fresh.Ratings(t.Context(), "elements", 10)
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

// TestRatingAmbiguous checks that a game counts once if the store keeps it but returns
// ErrAmbiguous.
func TestRatingAmbiguous(t *testing.T) {
	memory := store.NewMemory()
	r := open(t, memory)
	once := sync.OnceValue(func() store.Fault { return store.Fault{Err: store.ErrAmbiguous, TakesEffect: true} })
	asked := 0
	memory.InjectFault(func(c store.Call) store.Fault {
		if asked++; c.Bucket == RatingBucket && c.Append && asked < 3 {
			return once()
		}
		return store.Fault{}
	})
	require.NoError(t, r.rate(t.Context(), ratedResult("one", []int{0}, ada, bea)))
	games, err := readPage[ratedGame](t.Context(), memory, RatingBucket, "elements", 0)
	require.NoError(t, err)
	assert.Len(t, games, 1)
}

func TestFold(t *testing.T) {
	fold := func(games ...ratedGame) standings {
		f := newRatings()
		for _, g := range games {
			f.add(g)
		}
		return f.standingsAt(0)
	}
	two := []Player{ada, bea}
	f := fold(ratedGame{Game: "one", Players: two, Won: []int{0}})
	assert.InDelta(t, 1662.3, f.players["a"].Rating, .1) // Glickman's formulas for one game of newcomers
	assert.InDelta(t, 1337.7, f.players["b"].Rating, .1)
	assert.True(t, f.players["a"].Provisional)
	assert.Equal(t, []int{1, 1, 0, 0}, counts(f.players["a"]))
	assert.Equal(t, []int{1, 0, 0, 1}, counts(f.players["b"]))
	assert.InDelta(t, 162.3, StakeOf(nil, nil).Win, .1)
	assert.InDelta(t, -162.3, StakeOf(nil, nil).Lose, .1)
	stake := StakeOf(f.players["a"], f.players["b"])
	for won, change := range []float64{stake.Win, stake.Lose} {
		after := fold(ratedGame{Game: "one", Players: two, Won: []int{0}}, ratedGame{Game: "next", Players: two, Won: []int{won}})
		assert.InDelta(t, after.players["a"].Rating-f.players["a"].Rating, change, 1e-9)
	}
	assert.Equal(t, f, fold(ratedGame{Game: "one", Players: two, Won: []int{0}}, ratedGame{Game: "one", Players: two, Won: []int{1}}), "a game counts once")

	f = fold(ratedGame{Game: "drawn", Players: two, Won: nil})
	assert.InDelta(t, 1500, f.players["a"].Rating, 1e-9)
	assert.Equal(t, []int{1, 0, 1, 0}, counts(f.players["a"]))

	f = fold(ratedGame{Game: "of three", Players: []Player{ada, bea, cat}, Won: []int{2}})
	assert.Greater(t, f.players["c"].Rating, 1600.)
	assert.InDelta(t, f.players["a"].Rating, f.players["b"].Rating, 1e-9, "losers are not compared")
	f = fold(ratedGame{Game: "of three", Players: []Player{ada, bea, cat}, Won: []int{0, 2}})
	assert.InDelta(t, f.players["a"].Rating, f.players["c"].Rating, 1e-9)
	assert.Less(t, f.players["b"].Rating, 1400.)
}

func counts(r *PlayerRating) []int { return []int{r.Games, r.Won, r.Drawn, r.Lost} }

// TestRatedGame checks that a rated game counts in the ratings. A bot is rated under its name.
func TestRatedGame(t *testing.T) {
	r := open(t, store.NewMemory())
	id := r.create(hub.Request{TableOptions: protocol.TableOptions{Rated: true}, Seats: []hub.SeatSpec{{}, {Bot: "random"}}})
	require.NoError(t, r.sit(id, ada).Submit(&protocol.Resign{}))
	require.True(t, r.waitFor(id).Rated)
	players, games, err := r.Ratings(t.Context(), "elements", 10)
	require.NoError(t, err)
	assert.Equal(t, 1, games)
	require.Len(t, players, 2)
	assert.Equal(t, Player{"program/random", "random", "program"}, players[0].Player)
	players, games, err = r.Ratings(t.Context(), "dominion", 10)
	require.NoError(t, err)
	assert.Empty(t, players)
	assert.Zero(t, games)
}

func TestPageKey(t *testing.T) {
	assert.Equal(t, "elements/00000000", pageKey(rulesKey("elements"), 0))
	assert.Equal(t, "x-4120676d65/00000012", pageKey(rulesKey("A gme"), 12))
	assert.Equal(t, "x-782d34/00000000", pageKey(rulesKey("x-4"), 0))
	assert.Len(t, pageKey(rulesKey(strings.Repeat("a", 10_000)), 0), len("x-/00000000")+64)
}
