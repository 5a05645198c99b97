package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLogQueue checks the queue while the reader has stopped and more lines arrive than fit. No
// write waits, the lines that fit arrive in order, and the other lines are counted.
func TestLogQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, in := io.Pipe()
		q := newLogQueue(in)
		synctest.Wait()
		const more = 10
		for i := range maxLogLines + 1 + more {
			_, _ = fmt.Fprintf(q, "%d\n", i)
			if i == 0 {
				synctest.Wait() // the writer has taken the first line
			}
		}
		assert.EqualValues(t, more, q.lost.Load())
		lines := bufio.NewScanner(out)
		for i := range maxLogLines + 1 {
			require.True(t, lines.Scan())
			require.Equal(t, fmt.Sprint(i), lines.Text())
		}
		q.close()
		_, err := q.Write([]byte("late\n"))
		require.NoError(t, err)
		assert.EqualValues(t, more+1, q.lost.Load())
	})
}

// TestUnreadLogAtTheEnd checks that close stops waiting for a reader that has stopped, and counts
// the unread line as lost.
func TestUnreadLogAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, in := io.Pipe()
		q := newLogQueue(in)
		_, _ = q.Write([]byte("line\n"))
		q.close()
		require.NoError(t, out.CloseWithError(errors.New("the reader has gone")))
		synctest.Wait()
		assert.EqualValues(t, 1, q.lost.Load())
	})
}

// TestClosedLog checks that a server continues after its log and output were closed, until an
// interrupt or a hangup stops it cleanly. Other accounts must be unable to read any file of its
// data folder.
func TestClosedLog(t *testing.T) {
	// Under nohup a test ignores hangups, and so would the server.
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	for _, end := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		log, logs, err := os.Pipe()
		require.NoError(t, err)
		out, outs, err := os.Pipe()
		require.NoError(t, err)
		dir := filepath.Join(t.TempDir(), "data")
		require.NoError(t, os.Mkdir(dir, 0o755))
		server := exec.Command("gamed", "serve", "--addr", "127.0.0.1:0", "--data", dir)
		server.Stdout, server.Stderr = outs, logs
		require.NoError(t, server.Start())
		t.Cleanup(func() { _ = server.Process.Kill() })
		require.NoError(t, errors.Join(logs.Close(), outs.Close()))
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		_, url, _ := strings.Cut(strings.TrimSpace(line), " on ")
		require.NoError(t, errors.Join(log.Close(), out.Close()))
		_, err = createWith(url, strings.Repeat("k", 22))
		require.NoError(t, err)
		for _, path := range filesIn(t, dir) {
			if info, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) { // the store removes files
				require.NoError(t, err)
				assert.Zero(t, info.Mode().Perm()&0o077, path)
			}
		}
		require.NoError(t, server.Process.Signal(end))
		require.NoError(t, server.Wait(), "after %v", end)
	}
}

// filesIn lists the files of a folder.
func filesIn(t *testing.T, dir string) (paths []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			paths = append(paths, path)
		}
		return err
	}))
	return paths
}
