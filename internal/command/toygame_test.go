package command

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/toygame"
	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/store"
)

// withToy returns the built-in games and Nim, whose ruleset is outside this program.
var withToy = sync.OnceValue(func() games {
	return newGames(append(builtin.Rulesets(), rules.Ruleset{Dealer: toygame.Rules}))
})

// TestToyCommands checks the commands with a ruleset that is not built in.
func TestToyCommands(t *testing.T) {
	dir := t.TempDir()
	for line, want := range map[string]string{
		"rules":     "Take the last stone.",
		"rules nim": "2 seats, 1 card",
		"cards nim": "Stone  stone",
		"match nim greedy random -n 20 --lane direct":               "digest",
		"match nim ismcts:20 random -n 4 --lane actor":              "digest",
		"tournament nim random greedy --seats 2 -n 4":               "random",
		"check game nim -n 2 --log " + filepath.Join(dir, "failed"): "steps: ",
	} {
		var out, notes bytes.Buffer
		code := run(t.Context(), environ{nil, &out, &notes, withToy()}, strings.Fields(line))
		assert.Zero(t, code, "%s: %s%s", line, &out, &notes)
		assert.Contains(t, out.String(), want, line)
	}
	var out, notes bytes.Buffer
	moves := strings.NewReader(strings.Repeat("0\n", 20))
	require.Zero(t, run(t.Context(), environ{moves, &out, &notes, withToy()}, []string{"play", "nim", "--bot", "random", "--seed", "1"}), notes.String())
	assert.Regexp(t, `You have (won|lost)\.`, out.String())
}

// TestToyServed checks that a ruleset that is not built in can be played on a server over
// WebSocket. The server must name no component for it, so that the page uses the generic one, and must
// offer generic levels of bots.
func TestToyServed(t *testing.T) {
	t.Parallel()
	o := serveOptions{sync: store.SyncNever, addr: "127.0.0.1:0", storageOptions: storageOptions{data: filepath.Join(t.TempDir(), "games")}}
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	o.access.flags(flags)
	o.bots.flags(flags)
	url := serveUntilEnd(t, o)

	var info map[string]any
	getJSON(t, url+"/api/rules/nim", &info)
	assert.Equal(t, "Take the last stone.", info["about"])
	assert.NotContains(t, info, "component", "the generic one")
	getJSON(t, url+"/api/rules/elements", &info)
	assert.Equal(t, "elements", info["component"])
	var bots struct{ Levels []struct{ Rules, Bot string } }
	getJSON(t, url+"/api/bots", &bots)
	assert.Contains(t, bots.Levels, struct{ Rules, Bot string }{"nim", "ismcts:50"})

	response, err := http.Post(url+"/api/games", "application/json", strings.NewReader(`{"rules":"nim","seats":[{},{"bot":"random"}]}`))
	require.NoError(t, err)
	var game struct{ ID string }
	require.NoError(t, json.NewDecoder(response.Body).Decode(&game))
	require.NoError(t, response.Body.Close())
	conn, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(url, "http")+"/ws", nil)
	require.NoError(t, err)
	defer func() { _ = conn.CloseNow() }()
	send := func(v any) {
		text, err := json.Marshal(v)
		require.NoError(t, err)
		require.NoError(t, conn.Write(t.Context(), websocket.MessageText, text))
	}
	send(map[string]any{"type": "hello", "protocol": 1, "name": "Ada"})
	send(map[string]any{"type": "join", "game": game.ID})
	for {
		_, text, err := conn.Read(t.Context())
		require.NoError(t, err)
		var m struct {
			Type     string
			Decision *struct{ ID int }
			Text     string
		}
		require.NoError(t, json.Unmarshal(text, &m))
		require.NotEqual(t, "error", m.Type, m.Text)
		if m.Type == "over" {
			break
		}
		if m.Decision != nil {
			send(map[string]any{"type": "choose", "decision": m.Decision.ID, "option": 0})
		}
	}
}

// getJSON reads the JSON at a URL.
func getJSON(t *testing.T, url string, into any) {
	t.Helper()
	response, err := http.Get(url)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	require.NoError(t, json.NewDecoder(response.Body).Decode(into))
}

// serveUntilEnd runs a server until the test ends, and returns its URL.
func serveUntilEnd(t *testing.T, o serveOptions) string {
	t.Helper()
	out, said := io.Pipe()
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		err := o.serve(ctx, environ{nil, said, io.Discard, withToy()})
		_ = said.Close()
		ended <- err
	}()
	line := make([]byte, 200)
	n, err := out.Read(line)
	require.NoError(t, err)
	go func() { _, _ = io.Copy(io.Discard, out) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-ended)
	})
	_, url, ok := strings.Cut(strings.SplitN(string(line[:n]), "\n", 2)[0], " on ")
	require.True(t, ok)
	return url
}
