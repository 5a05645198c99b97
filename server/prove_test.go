package server_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// findPython skips the test if Python is missing. If TEST_BOTS is set, the test fails instead.
func findPython(t *testing.T) {
	t.Helper()
	_, err := exec.LookPath("python3")
	if err != nil && os.Getenv("TEST_BOTS") == "" {
		t.Skipf("python3 is missing (%v)", err)
	}
	require.NoError(t, err, "TEST_BOTS is set, but python3 is missing")
}

// TestProveInPython checks that the section "Fair chance" of docs/protocol.md is enough to check
// the chance of finished games. A Python program that follows the section accepts them, and refuses
// another commitment.
func TestProveInPython(t *testing.T) {
	t.Parallel()
	findPython(t)
	r := start(t, store.NewMemory(), fast())
	prove := func(args ...string) (string, error) {
		out, err := exec.CommandContext(t.Context(), "python3", append([]string{"../bots/python/prove.py", r.url}, args...)...).CombinedOutput()
		return string(out), err
	}
	nonces := []string{"", `,"nonce":"of-the-player"`}
	if testing.Short() {
		nonces = nonces[1:] // enough for the race detector
	}
	for name, table := range map[string]string{
		"elements": `{"rules":"elements","seats":[{},{"bot":"random"}]}`,
		"dominion": `{"rules":"dominion","seats":[{},{"bot":"random"},{"bot":"random"}]}`,
	} {
		for _, nonce := range nonces {
			t.Run(name+nonce, func(t *testing.T) {
				game := r.create(t, table)
				c := r.greet(t)
				c.send(`{"type":"join","game":"` + game + `"` + nonce + `}`)
				commit := c.next("joined")["commit"].(string)
				_, err := c.play(1)
				require.NoError(t, err)
				out, err := prove(game, commit)
				require.NoError(t, err, out)
				assert.Contains(t, out, "matches the commitment")
				assert.Contains(t, out, "the opening hands come from the key")
				other := map[bool]string{true: "1", false: "0"}[commit[0] == '0']
				out, err = prove(game, other+commit[1:])
				require.Error(t, err)
				assert.Contains(t, out, "do not match the commitment")
			})
		}
	}
}

// TestProveFindsChanges checks that the Python program refuses a log with a changed salt. One Python
// process checks all logs, because the start of a process takes most of its time.
func TestProveFindsChanges(t *testing.T) {
	t.Parallel()
	findPython(t)
	files, err := filepath.Glob("../table/testdata/logs/3-*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	// For each log, which is one JSON array on a line, the script prints "fair" or the reason
	// against it.
	const script = `
import json, sys; sys.path.insert(0, "../bots/python"); import prove
for line in sys.stdin:
    try:
        prove.prove(json.loads(line))
        print("fair")
    except prove.Unfair as reason:
        print(reason)`
	var logs bytes.Buffer
	var want, of []string // the expected answers, and the games that they are about
	add := func(log []byte, answer, about string) {
		logs.WriteString("[" + string(bytes.ReplaceAll(bytes.TrimSpace(log), []byte("\n"), []byte(","))) + "]\n")
		want, of = append(want, answer), append(of, about)
	}
	for _, file := range files {
		log, err := os.ReadFile(file)
		require.NoError(t, err)
		add(log, "fair", file)
		if !bytes.Contains(log, []byte(`"request"`)) {
			continue
		}
		at := bytes.LastIndex(log, []byte(`"salt":"`)) + len(`"salt":"`)
		log[at] = map[bool]byte{true: '2', false: '1'}[log[at] == '1']
		add(log, "does not come from the key", file+" with another salt")
	}
	c := exec.CommandContext(t.Context(), "python3", "-c", script)
	c.Stdin = &logs
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	answers := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, answers, len(want), "%s", out)
	for i, answer := range answers {
		assert.Contains(t, answer, want[i], of[i])
	}
}
