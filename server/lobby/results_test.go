package lobby

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/store"
)

// finish adds a result to its lists and stores it, as the lobby does at the end of a game.
func (r *room) finish(result *Result) {
	r.t.Helper()
	require.NoError(r.t, r.enlist(r.t.Context(), result))
	require.NoError(r.t, r.storeResult(r.t.Context(), result))
}

// search returns the games that match a search.
func (r *room) search(s Search) (games []string, next string) {
	r.t.Helper()
	if s.Limit == 0 {
		s.Limit = 10
	}
	results, next, err := r.Search(r.t.Context(), s)
	require.NoError(r.t, err)
	games = []string{}
	for _, result := range results {
		games = append(games, result.Game)
	}
	return games, next
}

// TestSearch checks that a search returns the finished games with its player, kind, ruleset and pick,
// newest first.
func TestSearch(t *testing.T) {
	r := open(t, store.NewMemory())
	person := func(name string) ResultSeat { return ResultSeat{Kind: protocol.SeatPerson, Name: name} }
	program := ResultSeat{Kind: protocol.SeatBot, Name: "greedy", Player: &Player{"program/greedy", "greedy", Program}}
	known := func(p Player) ResultSeat { return ResultSeat{Kind: protocol.SeatPerson, Name: p.Name, Player: &p} }
	for _, result := range []*Result{
		{Game: "one", Rules: "elements", Seats: []ResultSeat{known(ada), known(bea)}},
		{Game: "two", Rules: "dominion", Seats: []ResultSeat{known(ada), program}},
		{Game: "three", Rules: "A gme", Seats: []ResultSeat{person("ADA ")}},
		{Game: "neverbegun", Rules: "elements", Seats: []ResultSeat{known(ada), {Kind: protocol.SeatOpen}}},
		{Game: "hidden", Rules: "elements", Private: true, Seats: []ResultSeat{known(ada), known(cat)}},
		{Game: "late", Rules: "elements", Shown: r.at.Add(time.Minute).UnixMilli(), Seats: []ResultSeat{known(bea), program, program}},
	} {
		r.finish(result)
		r.finish(result) // again, by another server
	}
	all := func(*Result) bool { return true }
	for _, tt := range []struct {
		name   string
		search Search
		want   []string
	}{
		{"all", Search{}, []string{"three", "two", "one"}},
		{"of a player, by name alone", Search{Player: "ada"}, []string{"three", "two", "one"}},
		{"of a guest", Search{Player: "Ada", Kind: "guest"}, []string{"two", "one"}},
		{"of a stranger", Search{Player: "Ada", Kind: Anonymous}, []string{"three"}},
		{"of a program", Search{Kind: Program}, []string{"two"}},
		{"of a program, by name", Search{Player: "greedy", Kind: Program}, []string{"two"}},
		{"of a guest called greedy", Search{Player: "greedy", Kind: "guest"}, []string{}},
		{"of a ruleset", Search{Rules: "elements"}, []string{"one"}},
		{"of one with a name", Search{Rules: "A gme"}, []string{"three"}},
		{"of a player's ruleset", Search{Player: "Ada", Rules: "dominion"}, []string{"two"}},
		{"private ones", Search{Player: "Ada", Pick: all}, []string{"hidden", "three", "two", "one"}},
		{"private ones of all", Search{Pick: all}, []string{"three", "two", "one"}},
		{"picked", Search{Pick: func(r *Result) bool { return r.Game == "two" }}, []string{"two"}},
		{"of an unknown player", Search{Player: "Eve"}, []string{}},
	} {
		got, next := r.search(tt.search)
		assert.Equal(t, tt.want, got, tt.name)
		assert.Empty(t, next)
	}
	r.at = r.at.Add(2 * time.Minute)
	got, _ := r.search(Search{Player: "greedy"})
	assert.Equal(t, []string{"late", "two"}, got, "now its spectators have seen it")
}

// TestSearchPages checks that a search continues where the last answer ended, even after new
// results and across pages.
func TestSearchPages(t *testing.T) {
	memory := store.NewMemory()
	r := open(t, memory)
	const games = 3*pageSize - 5
	want := []string{}
	for i := range games {
		id := fmt.Sprint("game", i)
		r.finish(&Result{Game: id, Rules: "elements", Seats: []ResultSeat{{Kind: protocol.SeatPerson, Name: "Ada", Player: &ada}}})
		want = append([]string{id}, want...)
	}
	other := open(t, memory) // a server that has written none of the results
	for _, s := range []Search{{Limit: 50}, {Limit: 7, Player: "Ada"}, {Limit: pageSize, Rules: "elements"}} {
		got := []string{}
		for n := 0; ; n++ {
			some, next := other.search(s)
			got = append(got, some...)
			if n == 0 {
				r.finish(&Result{Game: fmt.Sprint("new", s.Limit), Rules: "dominion"})
			}
			if s.Before = next; next == "" {
				break
			}
		}
		assert.Equal(t, want, removePrefixed(got, "new"), "%+v", s)
	}
	for _, before := range []string{"x", "1", "-1.2", "1.-2", "1.2.3", "01.2", " 1.2", "99999999999999999999.1"} {
		_, _, err := r.Search(t.Context(), Search{Limit: 1, Before: before})
		wrong := new(hub.SpecError)
		assert.ErrorAs(t, err, &wrong, before)
	}
	got, _ := r.search(Search{Before: "900000000.1", Rules: "elements", Limit: 1})
	assert.Equal(t, want[:1], got, "the list does not go on as far as that")
}

func removePrefixed(games []string, prefix string) (kept []string) {
	for _, g := range games {
		if len(g) < len(prefix) || g[:len(prefix)] != prefix {
			kept = append(kept, g)
		}
	}
	return kept
}

// TestSearchAtOnce checks that servers whose games end at the same time list each of them
// once.
func TestSearchAtOnce(t *testing.T) {
	memory := store.NewMemory()
	servers := []*room{open(t, memory), open(t, memory), open(t, memory)}
	const each = pageSize
	var all sync.WaitGroup
	for i, s := range servers {
		all.Go(func() {
			for n := range each {
				s.finish(&Result{Game: fmt.Sprint("game", i, "-", n), Rules: "elements"})
			}
		})
	}
	all.Wait()
	for _, s := range servers {
		got, _ := s.search(Search{Limit: 1000})
		assert.Len(t, got, 3*each)
	}
}

// TestSearchAfterOutage checks that a result is listed later if its list could not be written.
func TestSearchAfterOutage(t *testing.T) {
	memory := store.NewMemory()
	memory.InjectFault(func(c store.Call) store.Fault {
		if c.Bucket == ListBucket && c.Append {
			return store.Fault{Err: store.ErrAmbiguous, TakesEffect: c.Key[0] == 'p'}
		}
		return store.Fault{}
	})
	r := open(t, memory)
	id := r.create(hub.Request{})
	r.resign(id, ada, bea)
	require.Eventually(t, func() bool {
		got, _, err := r.Search(t.Context(), Search{Player: "Ada", Limit: 1})
		return err == nil && len(got) == 0
	}, maxWait, time.Millisecond)
	memory.InjectFault(nil)
	r.waitFor(id)
	for _, s := range []Search{{}, {Player: "Bea"}, {Rules: "elements"}} {
		got, _ := r.search(s)
		assert.Equal(t, []string{id}, got)
	}
}
