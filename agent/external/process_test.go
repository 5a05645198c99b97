package external_test

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
)

// running counts the running processes of one bot.
func running(t *testing.T, name string) (n int) {
	t.Helper()
	procs, err := os.ReadDir("/proc")
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	for _, p := range procs {
		env, err := os.ReadFile("/proc/" + p.Name() + "/environ")
		exe, gone := os.Readlink("/proc/" + p.Name() + "/exe")
		if err == nil && gone == nil && exe == self && bytes.Contains(append(env, 0), []byte(asBot+"="+name+"\x00")) {
			n++
		}
	}
	return n
}

func assertGone(t *testing.T, name string) {
	t.Helper()
	assert.Eventually(t, func() bool { return running(t, name) == 0 }, patience, poll, "a process of %q still runs", name)
}

func TestGroupIsKilled(t *testing.T) {
	b, err := start(t, "grandparent", limits)
	require.NoError(t, err)
	_, err = play(t.Context(), t, b, 1)
	require.NoError(t, err)
	require.Positive(t, running(t, "grandchild"))
	require.NoError(t, b.Close())
	assertGone(t, "grandchild")
	assertGone(t, "grandparent")
}

// TestSessionsAreKilled checks that the end of a bot kills descendants outside its session. A
// descendant with an empty environment lives until the last bot that may have started it has
// ended.
func TestSessionsAreKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux finds such descendants")
	}
	for _, older := range []bool{false, true} {
		var other *external.Conn
		if older {
			other = mustStart(t, "random")
		}
		b := mustStart(t, "leaves sessions")
		_, err := play(t.Context(), t, b, 1)
		require.NoError(t, err)
		require.Eventually(t, func() bool { return running(t, "grandchild") == 3 }, patience, poll)
		require.NoError(t, b.Close())
		if older {
			// Close does not wait until a killed process of another session has exited.
			assert.Eventually(t, func() bool { return running(t, "grandchild") == 2 }, patience, poll)
			require.NoError(t, other.Close())
		}
		assertGone(t, "grandchild")
	}
}

// TestArenaIsKilled checks that a bot exits when the program that started it is killed.
func TestArenaIsKilled(t *testing.T) {
	arena := exec.Command(os.Args[0])
	arena.Env = append(os.Environ(), asBot+"=arena")
	out, err := arena.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, arena.Start())
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	assert.Positive(t, running(t, "orphan"))
	require.NoError(t, arena.Process.Kill())
	require.Error(t, arena.Wait())
	assertGone(t, "orphan")
}

func TestByeIsIgnored(t *testing.T) {
	b, err := start(t, "ignores bye", limits)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	assertGone(t, "ignores bye")
}

func TestStderrIsKept(t *testing.T) {
	b, err := start(t, "stderr", limits)
	require.NoError(t, err)
	_, err = play(t.Context(), t, b, 1)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	assert.Len(t, b.Stderr(), 64<<10)
	assert.True(t, strings.HasSuffix(b.Stderr(), "x\n"))
}

// TestRestarts checks that many bots that exit in different ways leak no file descriptors.
func TestRestarts(t *testing.T) {
	files := func() int {
		open, err := os.ReadDir("/proc/self/fd")
		require.NoError(t, err)
		return len(open)
	}
	restart := func(name string) {
		b, err := start(t, name, limits)
		require.NoError(t, err)
		_, err = play(t.Context(), t, b, 1)
		if name == "random" {
			require.NoError(t, err)
		} else {
			require.Error(t, err)
		}
		require.NoError(t, b.Close())
	}
	restart("random")
	before := files()
	for i := range 25 {
		restart([]string{"crash", "exit", "garbage", "random", "pings"}[i%5])
	}
	assert.Eventually(t, func() bool { return files() <= before }, patience, poll)
}
