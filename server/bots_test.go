package server_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/agent/external"
	"gamed/internal/test/pipenet"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/store"
)

// defaultBot is a shell program that always chooses the default option and writes a line about each
// decision to stderr.
const defaultBot = `echo '{"type":"hello","protocol":1,"name":"default"}'
while read -r line; do
	case $line in
	*'"type":"ping"'*) t=${line##*:}; echo "{\"type\":\"pong\",\"t\":$t" ;;
	*'"decision":{"id":'*) id=${line##*'"decision":{"id":'}; id=${id%%,*}
		echo "thinking about $id" >&2; echo "{\"type\":\"choose\",\"decision\":$id,\"option\":0}" ;;
	*'"type":"bye"'*) exit ;;
	esac
done`

// startWithProgram starts a server with defaultBot and with a folder of match results.
func startWithProgram(t *testing.T) (r *testServer, dir string) {
	dir = t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("..", "arena", "report", "testdata"))))
	bot := &external.Program{Name: "greeter", Limits: external.DefaultLimits, Command: external.Command{Name: "sh", Args: []string{"-c", defaultBot}}}
	return startConfig(t, server.Config{
		Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: fast(), Programs: []*external.Program{bot}, ResultsFolder: dir,
	}), dir
}

// TestProgramSeen checks which clients see the output and the decisions of a bot that the server
// runs as a process. Only clients on the server's machine may see its output and, during the game,
// its decisions.
func TestProgramSeen(t *testing.T) {
	t.Parallel()
	r, _ := startWithProgram(t)
	_, listed := r.get(t, "/api/bots")
	assert.Contains(t, listed, `{"name":"greeter","about":"","command":true}`)
	away := http.Header{"X-Forwarded-For": {"203.0.113.9"}}

	match := r.post(t, "/api/quick", `{"rules":"elements","bot":"greeter"}`, nil, http.StatusOK)
	game := match["game"].(string)
	c := r.join(t, game)
	path := "/api/games/" + game + "/decisions?seat="
	seat, theirs := number(c.seat), number(1-c.seat)
	c.choose(c.openDecision()["decision"].(map[string]any)["id"], 0)
	var body string
	require.Eventually(t, func() bool {
		status, text := r.get(t, path+theirs)
		body = text
		return assert.Equal(t, http.StatusOK, status, text) && strings.Contains(text, "thinking about 1")
	}, responseTimeout, fast().Ping/1000)
	assert.Contains(t, body, `"shown":true`)
	answer, _ := r.do(t, http.MethodGet, path+theirs, "", away)
	assert.Equal(t, http.StatusForbidden, answer.StatusCode)
	status, _ := r.get(t, path+seat)
	assert.Equal(t, http.StatusForbidden, status, "the operator does not own a person's seat")

	c.send(`{"type":"resign"}`)
	c.next("over")
	answer, text := r.do(t, http.MethodGet, path+theirs, "", away)
	assert.Equal(t, http.StatusOK, answer.StatusCode, text)
	assert.Contains(t, text, `"process":{"shown":false,"stderr":[],"faults":[]}`)
	assert.NotContains(t, text, "thinking")
}

// TestProgramNames checks that the server refuses a program with the name of a level or of another
// bot.
func TestProgramNames(t *testing.T) {
	for _, name := range []string{"easy", "greedy"} {
		_, err := server.New(server.Config{
			Addr: "127.0.0.1:0", Store: store.NewMemory(), Logger: zerolog.Nop(), Programs: []*external.Program{{Name: name}},
		})
		assert.ErrorContains(t, err, name)
	}
}

// TestMatches checks that the server reads reports from a folder, but no files outside it.
func TestMatches(t *testing.T) {
	t.Parallel()
	r, dir := startWithProgram(t)
	_, list := r.get(t, "/api/matches")
	assert.Contains(t, list, `"name":"second"`)
	_, none := r.get(t, "/api/matches?bot=greeter")
	assert.JSONEq(t, `{"matches":[]}`, none)
	status, report := r.get(t, "/api/matches/match")
	require.Equal(t, http.StatusOK, status, report)
	v := object(t, report)
	assert.Equal(t, true, v["over"])
	summary := v["summary"].(map[string]any)
	assert.Equal(t, "continue", summary["sprt"].(map[string]any)["state"])
	assert.NotEmpty(t, summary["curve"])
	_, table := r.get(t, "/api/matches/match/csv")
	assert.Equal(t, int(summary["games"].(float64))+1, strings.Count(table, "\n"))
	_, file := r.get(t, "/api/matches/match/file")
	written, err := os.ReadFile(filepath.Join("..", "arena", "report", "testdata", "match.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, string(written), file)
	for _, path := range []string{"nothing", "..%2Fmatch", ".hidden", "match/kept/..%2f..%2fmatch.jsonl", "match/kept/%2Fetc%2Fpasswd.jsonl", "..%2f..%2fetc%2fpasswd/file"} {
		status, body := r.get(t, "/api/matches/"+path)
		assert.Equal(t, http.StatusNotFound, status, "%s: %s", path, body)
	}
	// The server replays a stored game of a match like any finished game.
	_, log := r.get(t, "/api/games/"+r.playBots(t, bots)+"/log")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "match"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "match", "game-3.jsonl"), []byte(log), 0o600))
	for _, path := range []string{"matches/match/kept/game-3.jsonl", "games/match~game-3/log"} {
		_, kept := r.get(t, "/api/"+path)
		assert.Equal(t, log, kept, path)
	}
	assert.Equal(t, "all", r.page(t, "match~game-3", "?seat=all").Viewpoint)

	// If the folder has the file of --games, each game in that file has a replay.
	_, report = r.get(t, "/api/matches/match")
	assert.NotContains(t, report, `"replays":true`)
	var games bytes.Buffer
	for range 2 {
		z := gzip.NewWriter(&games)
		_, err := z.Write([]byte(log))
		require.NoError(t, errors.Join(err, z.Close()))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "match.gz"), games.Bytes(), 0o600))
	_, report = r.get(t, "/api/matches/match")
	assert.Contains(t, report, `"replays":true`)
	_, kept := r.get(t, "/api/games/match~1/log")
	assert.Equal(t, log, kept)
	assert.Equal(t, "all", r.page(t, "match~1", "?seat=all").Viewpoint)
	status, _ = r.get(t, "/api/games/match~2/replay")
	assert.Equal(t, http.StatusNotFound, status)
	status, _ = r.get(t, "/api/games/match~..~..~x/replay")
	assert.Equal(t, http.StatusNotFound, status)
}

// TestMatchesLarge checks that the server sends files of any size completely, and refuses to read a
// file over 64 MiB into memory.
func TestMatchesLarge(t *testing.T) {
	t.Parallel()
	r, dir := startWithProgram(t)
	const size = 64<<20 + 1
	require.NoError(t, os.Mkdir(filepath.Join(dir, "large"), 0o700))
	for _, name := range []string{"large.jsonl", "large/game-1.jsonl"} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		require.NoError(t, os.Truncate(path, size))
	}
	for _, path := range []string{"file", "kept/game-1.jsonl"} {
		status, body := r.get(t, "/api/matches/large/"+path)
		assert.Equal(t, http.StatusOK, status)
		assert.Equal(t, size, len(body), path) // Len would print the body
	}
	for _, path := range []string{"matches/large/csv", "games/large~game-1/log", "games/large~game-1/replay"} {
		status, body := r.get(t, "/api/"+path)
		assert.Equal(t, http.StatusUnprocessableEntity, status, path)
		assert.Contains(t, body, `"code":"bad_match"`)
		assert.Contains(t, body, "64 MB")
	}
}

// TestMatchSlow checks that a client may take longer for a file than the server's limit for a
// response.
func TestMatchSlow(t *testing.T) {
	const size, part = 2 << 20, 32 << 10
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "match.jsonl"), make([]byte, size), 0o600))
	synctest.Test(t, func(t *testing.T) {
		l := pipenet.Listen()
		r := &testServer{http: l.Client(), open: l.Dial}
		c := server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: agent.DefaultLimits, ResultsFolder: dir}
		r.run(t, c, func(s *server.Server, ctx context.Context) error { return s.RunOn(ctx, l, nil) })
		response, err := r.http.Get(r.url + "/api/matches/match/file")
		require.NoError(t, err)
		defer func() { _ = response.Body.Close() }()
		for range size / part {
			_, err := io.CopyN(io.Discard, response.Body, part)
			require.NoError(t, err)
			time.Sleep(time.Second)
		}
	})
}
