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

// TestNoDescriptors checks that a server without free descriptors still answers requests for its health and
// metrics, also over HTTPS, and refuses other requests with the reason.
func TestNoDescriptors(t *testing.T) {
	authority := newAuthority(t)
	dir := filepath.Join(t.TempDir(), "data")
	server, public, lines := startHTTPS(t, exec.Command("sh", append([]string{"-c", `ulimit -n 256 && exec gamed "$@" --connections 256`, "sh"}, httpsArguments(dir, authority.url)...)...))
	authority.start(portOf(t, public))
	awaitMessage(t, lines, "the certificate is ready")
	file, err := readOperatorFile(dir)
	require.NoError(t, err)
	fill := func() { // fills the server with connections that stay open
		for full := false; !full; {
			conn, err := net.Dial("tcp", strings.TrimPrefix(file.URL, "http://"))
			require.NoError(t, err)
			t.Cleanup(func() { _ = conn.Close() })
			_, err = io.WriteString(conn, "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
			require.NoError(t, err)
			answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			full = answer.Close // the server keeps no connection on a descriptor of its reserve
		}
	}
	transport := authority.transport(t, &public)
	transport.DisableKeepAlives = true
	client := &http.Client{Transport: transport}
	get := func(path string) (status int, text string) {
		answer, err := client.Get("https://cards.example.org" + path)
		require.NoError(t, err, path)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		return answer.StatusCode, string(body)
	}
	const reason = "the server may open no more files"
	named, unready := 0, 0
	fill()
	for refused := 0; refused < 8; { // twice the reserve, so the server must get each descriptor back
		status, text := get("/api/games")
		if status == http.StatusOK { // the store has closed a file meanwhile
			fill()
			continue
		}
		refused++
		assert.Equal(t, http.StatusServiceUnavailable, status)
		assert.Contains(t, text, reason)
		status, text = get("/healthz")
		assert.Equal(t, http.StatusOK, status)
		named += strings.Count(text, reason)
		status, text = get("/readyz")
		if status != http.StatusOK {
			assert.Equal(t, http.StatusServiceUnavailable, status)
			assert.Contains(t, text, reason)
			unready++
		}
	}
	assert.Positive(t, named, "responses of /healthz with the reason")
	assert.Positive(t, unready, "responses of /readyz with the reason")
	require.NoError(t, server.Process.Kill())
	_ = server.Wait()
}

func TestConnectionsFor(t *testing.T) {
	assert.Equal(t, []int{128, 512, 18744}, []int{connectionsFor(256), connectionsFor(1024), connectionsFor(20000)})
}
