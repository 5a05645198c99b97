package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// TestDominion checks whole games of Dominion: alone, with people and with bots.
func TestDominion(t *testing.T) {
	t.Parallel()
	for _, seats := range []string{`{}`, `{},{}`, `{},{},{"bot":"random"},{},{"bot":"greedy"},{}`} {
		t.Run(fmt.Sprint(strings.Count(seats, "{"), " seats"), func(t *testing.T) {
			r := start(t, store.NewMemory(), fast())
			game := r.create(t, `{"rules":"dominion","seats":[`+seats+`],"table":{"kingdom":"random","ban":"Possession,Stash","turns":"12"}}`)
			players := make([]*client, strings.Count(seats, "{}"))
			ends := make(chan error, len(players))
			for i := range players {
				players[i] = r.join(t, game)
				go func() {
					_, err := players[i].play(uint64(i))
					ends <- err
				}()
			}
			for range players {
				require.NoError(t, <-ends)
			}
			for _, c := range players {
				checkHands(t, c)
			}
			_, body := r.get(t, "/api/games/"+game)
			assert.Equal(t, "over", object(t, body)["status"])
		})
	}
}

// checkHands fails if a client received a card that another player drew or holds. It does not apply
// to games with Possession or Stash, which show such cards.
func checkHands(t *testing.T, c *client) {
	t.Helper()
	for _, text := range c.seen {
		m := object(t, text)
		if m["type"] != "update" {
			continue
		}
		view := m["view"].(map[string]any)
		for _, e := range m["events"].([]any) {
			event := e.(map[string]any)
			if event["what"] == "draw" && event["seat"] != c.seat {
				assert.NotContains(t, event, "card", text)
			}
		}
		for _, s := range view["sides"].([]any) {
			side := s.(map[string]any)
			if side["seat"] != c.seat {
				assert.Empty(t, side["hand_cards"])
				assert.NotContains(t, side, "rest")
			}
		}
	}
}
