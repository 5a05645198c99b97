package command

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCreateAcrossKills checks that each game is created once although the server is killed, before
// or after it has written the game's log. The client repeats all requests after the last kill.
func TestCreateAcrossKills(t *testing.T) {
	t.Parallel()
	const kills, each = 6, 8
	dir := filepath.Join(t.TempDir(), "data")
	answered := make(map[string]string) // ids by key
	var keys []string
	for n := range kills {
		server, url := startServe(t, dir)
		var group sync.WaitGroup
		var mu sync.Mutex
		ends := make(chan struct{}, each)
		for range each {
			key := fmt.Sprintf("a key that is long enough %d", len(keys))
			key = strings.ReplaceAll(key, " ", "-")
			keys = append(keys, key)
			group.Go(func() {
				defer func() { ends <- struct{}{} }()
				if id, err := createWith(url, key); err == nil {
					mu.Lock()
					defer mu.Unlock()
					answered[key] = id
				}
			})
		}
		for range n { // each kill comes after a different number of answers
			<-ends
		}
		require.NoError(t, server.Process.Kill())
		_ = server.Wait()
		group.Wait()
	}
	server, url := startServe(t, dir)
	ids := make(map[string]bool)
	for _, key := range keys {
		id, err := createWith(url, key)
		require.NoError(t, err)
		ids[id] = true
		if before, ok := answered[key]; ok {
			assert.Equal(t, before, id)
		}
	}
	require.NoError(t, server.Process.Kill())
	_ = server.Wait()
	out, err := exec.Command("gamed", "export", "--data", dir).Output()
	require.NoError(t, err)
	assert.Len(t, ids, len(keys))
	assert.Equal(t, len(keys), bytes.Count(out, []byte(`{"t":"header"`)), "a created game was never reported")
}

// startServe starts a server on a folder, with additional flags.
func startServe(t *testing.T, dir string, more ...string) (server *exec.Cmd, url string) {
	t.Helper()
	return startWith(t, nil, dir, more...)
}

// startWith starts a server with additional environment variables, each as NAME=VALUE.
func startWith(t *testing.T, env []string, dir string, more ...string) (server *exec.Cmd, url string) {
	t.Helper()
	server = exec.Command("gamed", append([]string{"serve", "--addr", "127.0.0.1:0", "--data", dir}, more...)...)
	server.Env = append(os.Environ(), env...)
	out, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	_, url, _ = strings.Cut(strings.TrimSpace(line), " on ")
	return server, url
}

// createWith requests a game with an idempotency key.
func createWith(url, key string) (id string, err error) {
	q, err := http.NewRequest(http.MethodPost, url+"/api/games", strings.NewReader(`{"rules":"elements","seats":[{},{}]}`))
	if err != nil {
		return "", err
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Idempotency-Key", key)
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	var game struct{ ID, Text string }
	if err := json.NewDecoder(answer.Body).Decode(&game); err != nil {
		return "", err
	}
	if answer.StatusCode != http.StatusCreated {
		return "", fmt.Errorf("status %d: %s", answer.StatusCode, game.Text)
	}
	return game.ID, nil
}

// TestUpgradeAcrossKills checks that each game of older rules ends once although the server is
// killed while it ends these games.
func TestUpgradeAcrossKills(t *testing.T) {
	t.Parallel()
	const kills, games = 5, 40
	dir := filepath.Join(t.TempDir(), "data")
	server, url := startServe(t, dir)
	var ids []string
	for n := range games {
		id, err := createWith(url, fmt.Sprintf("a-key-that-is-long-enough-%d", n))
		require.NoError(t, err)
		ids = append(ids, id)
	}
	read := func(path string) []byte {
		answer, err := http.Get(url + "/api/games/" + path)
		require.NoError(t, err)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		return text
	}
	for n := range kills {
		require.NoError(t, server.Process.Kill())
		_ = server.Wait()
		server, url = startWith(t, []string{nextRulesVariable + "=yes"}, dir)
		read(ids[n*games/kills]) // each kill comes at a different point: when this game has ended
	}
	for _, id := range ids {
		assert.Contains(t, string(read(id)), `"status":"over"`)
		text := read(id + "/log")
		assert.Equal(t, 3, bytes.Count(text, []byte{'\n'}), "a header, a draw and an end:\n%s", text)
		assert.Equal(t, 1, bytes.Count(text, []byte(`{"t":"draw","draw":{"reason":"rules"`)))
		assert.Equal(t, 1, bytes.Count(text, []byte(`{"t":"end"`)))
	}
	require.NoError(t, server.Process.Kill())
	_ = server.Wait()
}
