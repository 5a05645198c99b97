package lobby

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/store"
)

// TestEnlistedOnce checks that a game is listed once, even if a server stops after it has written
// the list entries and another server settles the game.
func TestEnlistedOnce(t *testing.T) {
	r := open(t, store.NewMemory())
	result := &Result{Game: "one", Rules: "elements", Seats: []ResultSeat{{Kind: protocol.SeatPerson, Name: "Ada"}}}
	require.NoError(t, r.enlist(t.Context(), result))
	r.finish(result)
	for _, list := range []string{publicGames, listOfRules("elements"), listOfPlayer("Ada")} {
		games, err := readPage[listEntry](t.Context(), r.c.KV, ListBucket, list, 0)
		require.NoError(t, err)
		assert.Len(t, games, 1, list)
	}
	// The lobby must not list the game again even after other games have filled the page with its
	// entry.
	for n := range pageSize {
		r.finish(&Result{Game: fmt.Sprint("other", n), Rules: "elements", Seats: result.Seats})
	}
	r.finish(result)
	games, err := readPage[listEntry](t.Context(), r.c.KV, ListBucket, publicGames, 1)
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.NotEqual(t, "one", games[0].Game)
}
