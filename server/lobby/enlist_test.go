package lobby

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/store"
)

// TestEnlistedOnce stops a server between writing the list entry and the result of a game. The
// next server must not list the game again.
func TestEnlistedOnce(t *testing.T) {
	r := open(t, store.NewMemory())
	result := &Result{Game: "one", Rules: "elements", Seats: []ResultSeat{{Kind: protocol.SeatPerson, Name: "Ada"}}}
	require.NoError(t, r.enlist(t.Context(), result))
	r.finish(result)
	for _, list := range []string{publicGames, ofRules("elements"), ofPlayer("Ada")} {
		games, err := readPage[listed](t.Context(), r.c.KV, ListBucket, list, 0)
		require.NoError(t, err)
		assert.Len(t, games, 1, list)
	}
	// The same holds after other games have filled its page.
	for n := range pageSize {
		r.finish(&Result{Game: fmt.Sprint("other", n), Rules: "elements", Seats: result.Seats})
	}
	r.finish(result)
	games, err := readPage[listed](t.Context(), r.c.KV, ListBucket, publicGames, 1)
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.NotEqual(t, "one", games[0].Game)
}
