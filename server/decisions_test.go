package server_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules/cardsim/gamefile"
	"gamed/rules/polity"
	"gamed/store"
)

const oneSeat = `{"rules":"polity","seats":[{}]}`

// chooseLast answers the given number of decisions with the last option. It returns the update with
// the next decision.
func (c *client) chooseLast(n int) map[string]any {
	c.t.Helper()
	u := c.openDecision()
	for range n {
		decision := u["decision"].(map[string]any)
		c.choose(decision["id"], len(decision["options"].([]any))-1)
		for u = c.openDecision(); u["decision"].(map[string]any)["id"] == decision["id"]; u = c.openDecision() {
		}
	}
	return u
}

// TestDecisionsRestart checks that a restart in the middle of a decision game changes nothing for
// the player. The player continues from the same screen and sees the same updates as without the
// restart.
func TestDecisionsRestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files, err := store.OpenEmbedded(dir, store.SyncAlways)
	require.NoError(t, err)
	r := start(t, files, fast())
	game := r.create(t, oneSeat)
	c := r.join(t, game)
	before := c.chooseLast(3)
	assert.NotEmpty(t, before["view"].(map[string]any)["changes"])
	c.drop()
	require.NoError(t, r.stop())
	require.NoError(t, files.Close())

	files, err = store.OpenEmbedded(dir, store.SyncAlways)
	require.NoError(t, err)
	defer func() { assert.NoError(t, files.Close()) }()
	r = start(t, files, fast())
	back := r.greet(t)
	back.send(`{"type":"join","game":"` + game + `","key":"` + c.key + `"}`)
	after := back.openDecision()
	assert.Equal(t, before["view"], after["view"])
	assert.Equal(t, before["decision"], after["decision"])
	back.send(`{"type":"resign"}`)
	assert.Empty(t, back.next("over")["won"])
	back.drop()
	require.NoError(t, r.stop())
}

// TestRankings checks the ranking of games by a statistic.
func TestRankings(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), fast())
	ids := []string{r.create(t, oneSeat), r.create(t, oneSeat)}
	for i, id := range ids {
		c := r.join(t, id)
		c.chooseLast(2 * i)
		c.drop()
	}
	r.create(t, oneSeat) // a game with an open seat
	stat := polity.Game().Measures()[0]
	for _, by := range []string{"", "value", stat} {
		status, body := r.get(t, "/api/rankings?rules=polity&by="+by)
		require.Equal(t, http.StatusOK, status, body)
		ranking := object(t, body)
		assert.Equal(t, "polity", ranking["rules"])
		assert.Contains(t, ranking["stats"], stat)
		games := ranking["games"].([]any)
		require.Len(t, games, 2)
		first, second := games[0].(map[string]any), games[1].(map[string]any)
		assert.GreaterOrEqual(t, first["value"], second["value"])
		assert.ElementsMatch(t, ids, []any{first["id"], second["id"]})
		assert.Equal(t, "stranger", first["name"])
		assert.Equal(t, "live", first["status"])
	}
	_, body := r.get(t, "/api/rankings?limit=1&rules=polity")
	assert.Len(t, object(t, body)["games"], 1)
	for path, want := range map[string]string{
		"?rules=chess":       "rules: unknown ruleset",
		"?rules=elements":    "elements has no rankings",
		"?rules=polity&by=x": `has no stat \"x\"; available: ` + stat,
		"?limit=0":           "limit is a number from 1 to 200",
	} {
		status, body := r.get(t, "/api/rankings"+path)
		assert.Equal(t, http.StatusBadRequest, status)
		assert.Contains(t, body, want)
	}
	require.NoError(t, r.stop())
}

// TestRankingAfterUndo checks that a game leaves the ranking when its player takes back a
// choice, and that a restart does not bring it back.
func TestRankingAfterUndo(t *testing.T) {
	t.Parallel()
	kept := store.NewMemory()
	r := start(t, kept, fast())
	id := r.create(t, oneSeat)
	ranked := func() int {
		_, body := r.get(t, "/api/rankings?rules=polity")
		return len(object(t, body)["games"].([]any))
	}
	c := r.join(t, id)
	c.chooseLast(3)
	require.Equal(t, 1, ranked())
	c.send(`{"type":"offer","kind":"undo"}`)
	for u := c.next("update"); !strings.Contains(fmt.Sprint(u["events"]), "takes back"); {
		u = c.next("update")
	}
	assert.Zero(t, ranked())
	c.drop()
	require.NoError(t, r.stop())
	r = start(t, kept, fast())
	back := r.greet(t)
	back.send(`{"type":"join","game":"` + id + `","key":"` + c.key + `"}`)
	back.next("update")
	assert.Zero(t, ranked())
	back.drop()
	require.NoError(t, r.stop())
}

// TestRankingsOfSeveral checks that a ranking by a stat omits a game of several seats while a
// player is still playing. Until then the stats are private.
func TestRankingsOfSeveral(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../examples/vintage.yaml")
	require.NoError(t, err)
	vintage, err := gamefile.Load("vintage.yaml", text)
	require.NoError(t, err)
	r := startRules(t, "127.0.0.1:0", store.NewMemory(), agent.DefaultLimits, vintage)
	game := r.create(t, `{"rules":"vintage","seats":[{},{}]}`)
	players := []*client{r.join(t, game), r.join(t, game)}
	for _, c := range players {
		c.chooseLast(2)
	}
	ranked := func(by string) int {
		status, body := r.get(t, "/api/rankings?rules=vintage&by="+by)
		require.Equal(t, http.StatusOK, status, body)
		return len(object(t, body)["games"].([]any))
	}
	assert.Equal(t, 2, ranked("value"))
	assert.Zero(t, ranked("Coins"))
	for _, c := range players {
		c.send(`{"type":"resign"}`)
	}
	players[0].next("over")
	assert.Equal(t, 2, ranked("value"))
	assert.Equal(t, 2, ranked("Coins"))
	for _, c := range players {
		c.drop()
	}
	require.NoError(t, r.stop())
}
