package bots_test

import (
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
	"gamed/protocol"
)

// snippets returns the code blocks of a language in docs/write-a-bot.md, which the comments in this
// file call the document.
func snippets(t *testing.T, language string) (all []string) {
	text, err := os.ReadFile("../docs/write-a-bot.md")
	require.NoError(t, err)
	for _, m := range regexp.MustCompile("(?s)\n```"+language+"\n(.*?)```\n").FindAllSubmatch(text, -1) {
		all = append(all, string(m[1]))
	}
	return all
}

// copyKits copies the kits and the document's bots to a new folder. The document's commands
// run there.
func copyKits(t *testing.T) string {
	dir := t.TempDir()
	for _, k := range kits {
		require.NoError(t, os.CopyFS(filepath.Join(dir, "bots", k.folder), os.DirFS(k.folder)))
	}
	for name, code := range map[string]string{
		"python/mine.py":     snippets(t, "python")[0],
		"python/careful.py":  snippets(t, "python")[1],
		"python/learn.py":    snippets(t, "python")[2],
		"python/many.py":     snippets(t, "python")[3],
		"javascript/mine.js": snippets(t, "javascript")[0],
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "bots", name), []byte(code), 0o600))
	}
	return dir
}

// TestDocumentBots checks that the document's bots can play games.
func TestDocumentBots(t *testing.T) {
	t.Parallel()
	require.Len(t, snippets(t, "python"), 4)
	require.Len(t, snippets(t, "javascript"), 1)
	dir := copyKits(t)
	for _, file := range []string{"python/mine.py", "python/careful.py", "javascript/mine.js"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			k := kitOf(file)
			k.requireInterpreter(t)
			c := k.command(file)
			c.Dir, c.Env = filepath.Join(dir, "bots"), nil
			l := newTable(t, c)
			l.play(1, &protocol.Budget{Worlds: 2, Steps: 100})
			l.play(2, &protocol.Budget{Worlds: 2, Steps: 100})
			assert.Empty(t, l.bot.Stderr())
		})
	}
}

// TestDocumentGo checks that the document's Go bot builds, and that it can play a game in an arena and
// on a server.
func TestDocumentGo(t *testing.T) {
	t.Parallel()
	code := snippets(t, "go")
	require.Len(t, code, 1)
	formatted, err := format.Source([]byte(code[0]))
	require.NoError(t, err)
	assert.Equal(t, string(formatted), code[0])
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	file, overlay, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "mine")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(root, "bots/mine/main.go"): file}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, []byte(code[0]), 0o600))
	require.NoError(t, os.WriteFile(overlay, replace, 0o600))
	build := exec.CommandContext(t.Context(), "go", "build", "-ldflags=-w", "-overlay", overlay, "-o", program, "./bots/mine")
	build.Dir = root
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	newTable(t, external.Command{Name: program}).play(1, nil)
	url := serverURL(t)
	id := createGame(t, url, `{"rules":"elements","seats":[{},{"bot":"random"}]}`)
	out, err = exec.CommandContext(t.Context(), gamed, "bot", "connect", "ws"+strings.TrimPrefix(url, "http")+"/ws", "--game", id, "--", program).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Regexp(t, `game `+id+`: (won|drawn|lost) `, string(out))
}

// TestDocumentPerl checks that the document's bot without a kit passes every step of gamed check bot, and
// that it can play in an arena and on a server.
func TestDocumentPerl(t *testing.T) {
	t.Parallel()
	requireProgram(t, "perl", exec.CommandContext(t.Context(), "perl", "-MJSON::PP", "-MTime::HiRes", "-e", "1").Run())
	code := snippets(t, "perl")
	require.Len(t, code, 1)
	file := filepath.Join(t.TempDir(), "mine.pl")
	require.NoError(t, os.WriteFile(file, []byte(code[0]), 0o600))
	run := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), gamed, append(args, "--", "perl", file)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	out := run("check", "bot", "-n", "2", "--slack", slack)
	assert.NotContains(t, out, "warning")
	assert.NotContains(t, out, "FAILED")
	for _, rules := range []string{"elements", "dominion"} {
		var r struct{ Scores []float64 }
		out, err := exec.CommandContext(t.Context(), gamed, "match", rules, "random", "-n", strconv.Itoa(*games), "--json", "--strict", "--", "perl", file).Output()
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(out, &r))
		assert.GreaterOrEqual(t, r.Scores[1], .9, rules)
	}
	url := serverURL(t)
	for _, forks := range []string{"", `,"forks":{"worlds":64,"steps":10000}`} {
		id := createGame(t, url, `{"rules":"elements","seats":[{},{"bot":"random"}]`+forks+`}`)
		out := run("bot", "connect", "ws"+strings.TrimPrefix(url, "http")+"/ws", "--game", id)
		assert.Regexp(t, `game `+id+`: (won|drawn|lost) `, out)
	}
}

// TestDocumentServer checks that the document's bots can play the game that the document creates on a
// server.
func TestDocumentServer(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/write-a-bot.md")
	require.NoError(t, err)
	body := regexp.MustCompile(`-d '([^']+)' http://127.0.0.1:8080/api/games`).FindSubmatch(text)
	require.NotNil(t, body)
	url, dir := serverURL(t), copyKits(t)
	for _, file := range []string{"python/mine.py", "python/careful.py", "javascript/mine.js"} {
		k := kitOf(file)
		k.requireInterpreter(t)
		id := createGame(t, url, string(body[1]))
		cmd := exec.CommandContext(t.Context(), k.program, filepath.Join("bots", file), "--url", "ws"+strings.TrimPrefix(url, "http")+"/ws", "--game", id)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		assert.NoError(t, err, "%s", out)
		assert.Regexp(t, `: game `+id+`: (won|drawn|lost) `, string(out))
	}
}

// TestDocumentCommands checks that the document's commands and its learning loop run. Each command plays
// four games unless the flag -whole is set.
func TestDocumentCommands(t *testing.T) {
	t.Parallel()
	for _, k := range kits {
		k.requireInterpreter(t)
	}
	dir := copyKits(t)
	commands := snippets(t, "sh")
	require.NotEmpty(t, commands)
	for _, command := range append(commands, "python3 bots/python/learn.py\n") {
		if !*whole {
			command = regexp.MustCompile(`-n \d+`).ReplaceAllString(command, "-n 4")
		}
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), "sh", "-ec", command)
			cmd.Dir = dir
			cmd.Env = append(cmd.Environ(), "PATH="+filepath.Dir(gamed)+string(os.PathListSeparator)+os.Getenv("PATH"))
			out, err := cmd.CombinedOutput()
			assert.NoError(t, err, "%s", out)
			assert.NotContains(t, string(out), "crash")
			t.Logf("%s", out)
		})
	}
}

// TestDocumentVector checks that the document's program that steps many games runs. Without numpy, the
// program must say how to install numpy.
func TestDocumentVector(t *testing.T) {
	t.Parallel()
	k := kits[0]
	k.requireInterpreter(t)
	numpy := exec.CommandContext(t.Context(), k.program, "-c", "import numpy").Run() == nil
	cmd := exec.CommandContext(t.Context(), k.program, "bots/python/many.py")
	cmd.Dir = copyKits(t)
	cmd.Env = append(cmd.Environ(), "GAMED="+gamed)
	if !numpy {
		// many.py imports numpy before the kit, so its error would not come from the kit.
		cmd.Args = []string{k.program, "-c", "import sys; sys.path.insert(0, 'bots/python'); import gamed.vector"}
	}
	out, err := cmd.CombinedOutput()
	if numpy {
		require.NoError(t, err, "%s", out)
		assert.Regexp(t, `^\d+ games, [\d,]+ decisions a second\n$`, string(out))
		return
	}
	require.Error(t, err)
	assert.Contains(t, string(out), "gamed.vector needs numpy: run pip install numpy")
}
