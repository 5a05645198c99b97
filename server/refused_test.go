package server_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/agent"
	"gamed/store"
)

// TestRefusedMessages checks that an error names the rejected message. A client that has sent
// several messages then knows which one to send again.
func TestRefusedMessages(t *testing.T) {
	t.Parallel()
	limits := agent.DefaultLimits
	limits.Rate, limits.Burst, limits.Excess = 1e-9, 20, 100
	r := start(t, store.NewMemory(), limits)
	game := r.create(t, twoOpen)
	players := []*client{r.join(t, game), r.join(t, game)}
	asked, other := players[0], players[1]
	decision := asked.openDecision()["decision"].(map[string]any)["id"].(float64)
	other.next("update")
	refused := func(c *client, text, code, message string, answers any) {
		t.Helper()
		c.send(text)
		wrong := c.next("error")
		assert.Equal(t, []any{code, message, answers}, []any{wrong["code"], wrong["message"], wrong["answers"]}, text)
	}
	refused(asked, `{"type":"choose","decision":987,"option":0}`, "stale", "choose", 987.)
	refused(asked, `{"type":"always","decision":986,"option":0}`, "stale", "always", 986.)
	refused(asked, `{"type":"pick","decision":985,"cards":[]}`, "stale", "pick", 985.)
	refused(asked, fmt.Sprintf(`{"type":"choose","decision":%v,"option":99}`, decision), "illegal", "choose", decision)
	refused(asked, `{"type":"respond","kind":"draw","accept":true}`, "not_now", "respond", nil)
	refused(asked, `{"type":"mute","seat":0,"on":true}`, "no_seat", "mute", nil)
	refused(asked, `{"type":"hello","protocol":1}`, "out_of_turn", "hello", nil)
	stranger := r.greet(t)
	refused(stranger, `{"type":"resign"}`, "out_of_turn", "resign", nil)
	refused(stranger, `{"type":"join","game":"0123456789"}`, "no_game", "join", nil)
	for range 30 {
		stranger.send(`{"type":"pong","t":1}`)
	}
	refused(stranger, `{"type":"ping","t":1}`, "too_fast", "pong", nil)
}
