package server_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// findPython skips a test without Python. With GAMED_BOTS set, the test fails instead.
func findPython(t *testing.T) {
	t.Helper()
	_, err := exec.LookPath("python3")
	if err != nil && os.Getenv("GAMED_BOTS") == "" {
		t.Skipf("python3 is missing (%v)", err)
	}
	require.NoError(t, err, "GAMED_BOTS is set, but python3 is missing")
}

// TestProveInPython checks the chance of finished games with a program that uses the rules in
// the section "Fair chance" of docs/protocol.md. The program refuses another commitment.
func TestProveInPython(t *testing.T) {
	t.Parallel()
	findPython(t)
	r := start(t, store.NewMemory(), fast())
	prove := func(args ...string) (string, error) {
		out, err := exec.CommandContext(t.Context(), "python3", append([]string{"../bots/python/prove.py", r.url}, args...)...).CombinedOutput()
		return string(out), err
	}
	for name, table := range map[string]string{
		"elements": `{"rules":"elements","seats":[{},{"bot":"random"}]}`,
		"dominion": `{"rules":"dominion","seats":[{},{"bot":"random"},{"bot":"random"}]}`,
	} {
		for _, nonce := range []string{"", `,"nonce":"of-the-player"`} {
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
				out, err = prove(game, "00"+commit[2:])
				require.Error(t, err)
				assert.Contains(t, out, "do not match the commitment")
			})
		}
	}
}

// TestProveFindsChanges changes the salt of a choice in a log.
func TestProveFindsChanges(t *testing.T) {
	t.Parallel()
	findPython(t)
	files, err := filepath.Glob("../table/testdata/logs/3-*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	const script = `import json, sys; sys.path.insert(0, "../bots/python"); import prove; prove.prove([json.loads(l) for l in sys.stdin])`
	for _, file := range files {
		log, err := os.ReadFile(file)
		require.NoError(t, err)
		run := func(log []byte) (string, error) {
			c := exec.CommandContext(t.Context(), "python3", "-c", script)
			c.Stdin = bytes.NewReader(log)
			out, err := c.CombinedOutput()
			return string(out), err
		}
		out, err := run(log)
		require.NoError(t, err, "%s: %s", file, out)
		at := bytes.LastIndex(log, []byte(`"salt":"`))
		if !bytes.Contains(log, []byte(`"request"`)) {
			continue
		}
		changed := bytes.Clone(log)
		changed[at+len(`"salt":"`)] = map[bool]byte{true: '2', false: '1'}[changed[at+len(`"salt":"`)] == '1']
		out, err = run(changed)
		require.Error(t, err, file)
		assert.Contains(t, out, "does not come from the key")
	}
}
