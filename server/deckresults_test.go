package server_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/builtin"
	"gamed/server"
	"gamed/store"
)

// deckResults returns a line for each of the client's decks. A line has the name or the cards of
// the deck and the numbers of games won, drawn and played. Then it has the same for each opponent's
// deck.
func (r *testServer) deckResults(t *testing.T, as http.Header) (lines []string) {
	t.Helper()
	answer, text := r.do(t, http.MethodGet, "/api/me/decks?rules=elements", "", as)
	require.Equal(t, http.StatusOK, answer.StatusCode, text)
	lines = []string{}
	for _, one := range object(t, text)["decks"].([]any) {
		deck := one.(map[string]any)
		name := deck["name"]
		if name == nil {
			name = deck["cards"]
		}
		line := fmt.Sprintf("%v %v/%v/%v", name, deck["won"], deck["drawn"], deck["games"])
		for _, one := range deck["against"].([]any) {
			other := one.(map[string]any)
			line += fmt.Sprintf(", %v %v/%v/%v", other["name"], other["won"], other["drawn"], other["games"])
		}
		lines = append(lines, line)
	}
	return lines
}

// TestDeckResults checks the results of a player's decks: after each kind of game, for another
// player, after a restart, and after a game was deleted.
func TestDeckResults(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := func() (*testServer, http.Header, *store.Embedded) {
		s, err := store.OpenEmbedded(dir, store.SyncNever)
		require.NoError(t, err)
		r, operator := startOperated(t, s)
		return r, operator, s
	}
	r, _, s := open()
	ada, _ := r.session(t)
	bea, _ := r.session(t)
	assert.Empty(t, r.deckResults(t, ada))

	deleted := r.loseGame(t, `{"rules":"elements","seats":[{"deck":"wildfire"},{"bot":"random","deck":"orchard"}]}`, ada)
	// A deck with the cards of a ready deck counts as the ready deck. Seat 1 has the default deck
	// of its seat.
	_, text := r.get(t, "/api/rules/elements")
	copied := ""
	for card, n := range object(t, text)["decks"].([]any)[0].(map[string]any)["cards"].(map[string]any) {
		copied += fmt.Sprintf(`%v %s\n`, n, card)
	}
	r.loseGame(t, `{"rules":"elements","private":true,"seats":[{"deck":"`+copied+`"},{"bot":"random"}]}`, ada)

	id := r.create(t, `{"rules":"elements","seats":[{},{"deck":"lullaby"}]}`)
	own := `{"type":"join","game":"` + id + `","deck":"3 Spark\n3 Ember Adept\n3 Ash Imp\n3 Furnace Ox\n3 Torch Runner\n3 War Shout\n3 Pit Bout"}`
	first := r.greetAs(t, ada)
	first.send(own)
	first.next("joined")
	second := r.sit(t, id, bea)
	second.send(`{"type":"resign"}`)
	first.next("over")
	cards := "map[Ash Imp:3 Ember Adept:3 Furnace Ox:3 Pit Bout:3 Spark:3 Torch Runner:3 War Shout:3]"
	hers := []string{"wildfire 0/0/2, orchard 0/0/2", cards + " 1/0/1, lullaby 1/0/1"}
	beas := []string{"lullaby 0/0/1, <nil> 0/0/1"}
	require.Eventually(t, func() bool { return len(r.deckResults(t, bea)) == 1 }, responseTimeout, 10*time.Millisecond)
	assert.Equal(t, hers, r.deckResults(t, ada))
	assert.Equal(t, beas, r.deckResults(t, bea), "a player sees only their own games")

	// These games do not count: a lesson, a game from a position, and a running game.
	lesson := r.post(t, "/api/learn/elements", `{}`, ada, http.StatusCreated)
	from := r.post(t, "/api/games/"+id+"/play-from", `{"step":0,"seats":[{},{"bot":"random"}]}`, ada, http.StatusCreated)
	for _, game := range []map[string]any{lesson, from} {
		c := r.sit(t, game["id"].(string), ada)
		c.send(`{"type":"resign"}`)
		c.next("over")
	}
	r.sit(t, r.create(t, withBot), ada)
	assert.Equal(t, hers, r.deckResults(t, ada))

	r.dropClients()
	require.NoError(t, r.stop())
	require.NoError(t, s.Close())
	r, operator, s := open()
	assert.Equal(t, hers, r.deckResults(t, ada))
	answer, _ := r.do(t, http.MethodDelete, "/api/admin/games/"+deleted, "", operator)
	require.Equal(t, http.StatusNoContent, answer.StatusCode)
	hers[0] = "wildfire 0/0/1, orchard 0/0/1"
	assert.ElementsMatch(t, hers, r.deckResults(t, ada))
	assert.Equal(t, beas, r.deckResults(t, bea))
	require.NoError(t, r.stop())
	require.NoError(t, s.Close())
}

// TestDeckResultsRefused checks the refusals of a request for the results of decks.
func TestDeckResultsRefused(t *testing.T) {
	t.Parallel()
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: withoutBots(builtin.Rulesets()...), Store: store.NewMemory(), Limits: fast()})
	ada, _ := r.session(t)
	for path, want := range map[string]string{"": "no_decks", "?rules=chess": "no_decks", "?rules=dominion": "no_decks", "?player=ada": "bad_query"} {
		_, text := r.do(t, http.MethodGet, "/api/me/decks"+path, "", ada)
		assert.Equal(t, want, object(t, text)["code"], path)
	}
	answer, _ := r.do(t, http.MethodGet, "/api/me/decks?rules=elements", "", nil)
	assert.Equal(t, http.StatusUnauthorized, answer.StatusCode)
}
