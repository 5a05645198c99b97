//go:build unix

package command

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFewDescriptors checks that a server keeps enough descriptors for its store, while clients
// open more connections than the server has descriptors.
func TestFewDescriptors(t *testing.T) {
	server := exec.Command("sh", "-c", "ulimit -n 256 && exec gamed serve --addr 127.0.0.1:0 --data "+filepath.Join(t.TempDir(), "data"))
	out, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	_, url, _ := strings.Cut(strings.TrimSpace(line), " on ")
	_, err = createWith(url, strings.Repeat("k", 22)) // keeps its connection
	require.NoError(t, err)
	for range 400 {
		conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
	}
	for n := range 60 {
		_, err := createWith(url, fmt.Sprintf("a-key-that-is-long-enough-%d", n))
		require.NoError(t, err)
	}
	for path, want := range map[string]string{
		"/metrics": `gamed_connections_refused_total 2\d\d`, "/healthz": `"status":"degraded","reasons":\["all connections are in use"\]`,
	} {
		answer, err := http.Get(url + path)
		require.NoError(t, err)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		assert.Regexp(t, want, string(text))
	}
	require.NoError(t, server.Process.Kill())
	_ = server.Wait()
}

func TestConnectionsWith(t *testing.T) {
	assert.Equal(t, []int{128, 512, 18744}, []int{connectionsFor(256), connectionsFor(1024), connectionsFor(20000)})
}
