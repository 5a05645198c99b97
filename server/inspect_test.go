package server_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inspect requests the decisions of a seat.
func (r *testServer) inspect(t *testing.T, game string, seat int, header ...string) (int, string) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, fmt.Sprintf("%s/api/games/%s/decisions?seat=%d", r.url, game, seat), nil)
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(q)
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(body)
}

// TestInspect checks that a seat's owner sees the bot's notes during the game, and that others see
// them after the end of a public game.
func TestInspect(t *testing.T) {
	r := startReplays(t)
	for _, private := range []bool{false, true} {
		game := r.create(t, fmt.Sprintf(`{"rules":"elements","private":%v,"seats":[{},{}]}`, private))
		ada, bob := r.join(t, game), r.join(t, game)
		watcher := r.watch(t, game)
		id := ada.openDecision()["decision"].(map[string]any)["id"]
		ada.send(fmt.Sprintf(`{"type":"choose","decision":%v,"option":99,"info":"a slip-of-mind"}`, number(id)))
		ada.next("error")
		ada.send(fmt.Sprintf(`{"type":"choose","decision":%v,"option":0,"info":"{\"value\":\"secret-thought\"}"}`, number(id)))
		for update := ada.next("update"); update["decision"] != nil; update = ada.next("update") {
		}
		// The game stores a note after it has sent the update and before it reads the next message.
		ada.send(fmt.Sprintf(`{"type":"choose","decision":%v,"option":0}`, number(id)))
		ada.next("error")

		status, body := r.inspect(t, game, 0, "Seat-Key", ada.key)
		require.Equal(t, http.StatusOK, status, body)
		got := object(t, body)
		assert.Equal(t, false, got["over"])
		first := got["list"].([]any)[0].(map[string]any)
		assert.Equal(t, `{"value":"secret-thought"}`, first["info"])
		assert.Equal(t, id, first["decision"])
		assert.Equal(t, "illegal", first["refused"].([]any)[0].(map[string]any)["code"])
		assert.NotEmpty(t, first["options"])
		assert.Equal(t, float64(0), first["chosen"].(map[string]any)["id"])
		assert.NotNil(t, first["view"].(map[string]any)["sides"])
		for name, header := range map[string][]string{
			"nobody": nil, "the other seat": {"Seat-Key", bob.key}, "a wrong key": {"Seat-Key", strings.Repeat("x", 26)},
		} {
			status, body := r.inspect(t, game, 0, header...)
			assert.Equal(t, http.StatusForbidden, status, name)
			assert.NotContains(t, body, "secret-thought")
		}
		status, _ = r.inspect(t, game, 1, "Seat-Key", ada.key)
		assert.Equal(t, http.StatusForbidden, status, "the key of another seat")

		ada.send(`{"type":"resign"}`)
		bob.next("over")
		watcher.next("over")
		for _, c := range []*client{ada, bob, watcher} {
			assert.NotContains(t, strings.Join(c.seen, ""), "secret-thought")
		}
		status, body = r.inspect(t, game, 0)
		if private {
			assert.Equal(t, http.StatusForbidden, status)
			continue
		}
		require.Equal(t, http.StatusOK, status)
		assert.Contains(t, body, "secret-thought")
		assert.Contains(t, body, `"over":true`)
	}
}
