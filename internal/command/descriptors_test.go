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

// TestNoDescriptors checks that a server without free descriptors answers monitors over HTTPS too, and refuses other
// requests with the reason.
func TestNoDescriptors(t *testing.T) {
	authority := newAuthority(t)
	dir := filepath.Join(t.TempDir(), "data")
	server, public, lines := startHTTPS(t, exec.Command("sh", append([]string{"-c", `ulimit -n 256 && exec gamed "$@" --connections 256`, "sh"}, httpsArguments(dir, authority.url)...)...))
	authority.start(portOf(t, public))
	logged(t, lines, "the certificate is ready")
	file, err := readOperatorFile(dir)
	require.NoError(t, err)
	for full := false; !full; { // fills the server with connections that stay open
		conn, err := net.Dial("tcp", strings.TrimPrefix(file.URL, "http://"))
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		_, err = io.WriteString(conn, "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
		require.NoError(t, err)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		full = answer.Close // the server keeps no connection on a descriptor of its reserve
	}
	const reason = "the server may open no more files"
	transport := authority.transport(t, &public)
	transport.DisableKeepAlives = true
	client := &http.Client{Transport: transport}
	for range 3 * 8 { // more than the reserve has, if the server does not get each back
		for path, want := range map[string]int{"/healthz": http.StatusOK, "/readyz": http.StatusServiceUnavailable, "/api/games": http.StatusServiceUnavailable} {
			answer, err := client.Get("https://cards.example.org" + path)
			require.NoError(t, err, path)
			text, err := io.ReadAll(answer.Body)
			require.NoError(t, err)
			require.NoError(t, answer.Body.Close())
			assert.Equal(t, want, answer.StatusCode, path)
			assert.Contains(t, string(text), reason, path)
		}
	}
	require.NoError(t, server.Process.Kill())
	_ = server.Wait()
}

func TestConnectionsWith(t *testing.T) {
	assert.Equal(t, []int{128, 512, 18744}, []int{connectionsFor(256), connectionsFor(1024), connectionsFor(20000)})
}
