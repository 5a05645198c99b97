package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
	"gamed/protocol"
)

// TestReloadAcrossKills checks that each game keeps the version of the game file with which it
// began, after edits of the file and a kill of the server. The first edit changes a rule, and the
// second one a text.
func TestReloadAcrossKills(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, data := filepath.Join(dir, "purse.yaml"), filepath.Join(dir, "data")
	const text = `game: purse
about: Fill the purse.
turns: 4
stats:
  coins: {start: 0}
cards:
  coin:
    title: %s
    cooldown: 1
    options:
      - text: Take it
        add: {coins: %d}
`
	edit := func(title string, coins int) {
		require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, text, title, coins), 0o600))
	}
	edit("A Coin", 1)
	server, url, log := serveFile(t, path, data)
	games := []*purse{newPurse(t, url, "A Coin", 1)}
	games[0].play(t, url, 1)
	edit("A Coin", 10)
	awaitLine(t, log, "the game file has changed")
	games = append(games, newPurse(t, url, "A Coin", 10))
	edit("Two Coins", 10)
	awaitLine(t, log, "the game file has changed")
	games = append(games, newPurse(t, url, "Two Coins", 10))
	for _, g := range games {
		g.play(t, url, 2)
	}

	require.NoError(t, server.Process.Kill())
	_ = server.Wait()
	edit("Three Coins", 100)
	server, url, _ = serveFile(t, path, data)
	for _, g := range games {
		g.play(t, url, 4)
		answer, err := http.Get(url + "/api/games/" + g.id + "/proof")
		require.NoError(t, err)
		proof, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		assert.Contains(t, string(proof), `"fair":true`)
	}
	newPurse(t, url, "Three Coins", 100).play(t, url, 2)

	require.NoError(t, server.Process.Kill())
	_ = server.Wait()
	command := func(args ...string) {
		out, err := exec.Command("gamed", append(args, "--data", data, "--game", path)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.NotContains(t, string(out), "older rules")
		assert.NotContains(t, string(out), "cannot deal")
	}
	command("doctor")
	for _, g := range games {
		command("replay", "--check", g.id)
		command("verify", g.id)
	}
}

// serveFile starts a server that serves a game file and reloads it after changes. log is the
// server's log.
func serveFile(t *testing.T, path, data string) (server *exec.Cmd, url string, log *bufio.Reader) {
	t.Helper()
	server = exec.Command("gamed", "serve", "--addr", "127.0.0.1:0", "--data", data, "--game", path, "--debug")
	stderr, err := server.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill() })
	log = bufio.NewReader(stderr)
	_, url, _ = strings.Cut(awaitLine(t, log, `"url":"`), `"url":"`)
	url, _, _ = strings.Cut(url, `"`)
	return server, url, log
}

// awaitLine reads a log up to a line that contains text.
func awaitLine(t *testing.T, log *bufio.Reader, text string) string {
	t.Helper()
	for {
		line, err := log.ReadString('\n')
		require.NoError(t, err)
		if strings.Contains(line, text) {
			return line
		}
	}
}

// A purse is a game whose player takes one card a turn.
type purse struct {
	id, claim, card string
	coins           int // of each card
	taken           int
}

func newPurse(t *testing.T, url, card string, coins int) *purse {
	t.Helper()
	id, err := client.Create(t.Context(), url, map[string]any{"rules": "purse", "seats": []any{map[string]any{}}})
	require.NoError(t, err)
	return &purse{id: id, claim: strings.Repeat("c", 22), card: card, coins: coins}
}

// play connects to the game, and takes cards until the player has taken the given number of cards
// in total, or the game ends.
func (g *purse) play(t *testing.T, url string, total int) {
	t.Helper()
	conn, err := client.Dial(t.Context(), strings.Replace(url, "http", "ws", 1)+"/ws", "")
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	enough := errors.New("enough")
	err = client.Bot{Join: &protocol.Join{Game: g.id, Claim: g.claim}, Choose: func(_ context.Context, d *client.Decision) (int, error) {
		assert.Equal(t, g.card+": Take it", d.Options[0].Text)
		assert.Contains(t, string(d.Update.View), fmt.Sprintf(`"name":"Coins","value":"%d"`, g.taken*g.coins))
		if g.taken == total {
			return 0, enough
		}
		g.taken++
		return 0, nil
	}}.Run(t.Context(), conn)
	if total < 4 {
		require.ErrorIs(t, err, enough)
	} else {
		require.NoError(t, err)
	}
}
