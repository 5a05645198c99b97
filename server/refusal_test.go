package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules/builtin"
	"gamed/server"
	"gamed/store"
)

// TestWrongMethods checks that the answer to a wrong method names the methods that the address has,
// for every method and each kind of address.
func TestWrongMethods(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	for path, allow := range map[string]string{
		"/api/rules": "GET, HEAD", "/api/games": "GET, HEAD, POST", "/api/games/0123456789": "GET, HEAD", "/api/games/0123456789/rematch": "POST",
		"/api/session": "DELETE, GET, HEAD, PATCH, POST", "/api/tokens/1": "DELETE", "/api/schema": "GET, HEAD", "/api/admin/bans": "",
		"/healthz": "GET, HEAD", "/livez": "GET, HEAD", "/readyz": "GET, HEAD", "/metrics": "GET, HEAD", "/debug/pprof/profile?seconds=1": "GET, HEAD", "/ws": "GET, HEAD",
		"/": "GET, HEAD", "/app.js": "GET, HEAD", "/api/nothing": "none", "/api/games/": "none", "/api/": "none",
	} {
		for _, method := range []string{"OPTIONS", "DELETE", "PUT", "PATCH", "POST", "TRACE", "BREW"} {
			answer, body := r.do(t, method, path, "{}", nil)
			name := method + " " + path
			if allow == "none" {
				assert.Equal(t, http.StatusNotFound, answer.StatusCode, name)
				assert.Empty(t, answer.Header.Get("Allow"), name)
			} else if allow != "" && !strings.Contains(allow, method) {
				assert.Equal(t, http.StatusMethodNotAllowed, answer.StatusCode, name)
				assert.Equal(t, allow, answer.Header.Get("Allow"), name)
				assert.Contains(t, body, `"code":"method"`, name)
			}
			if answer.StatusCode >= 400 {
				wantRefusal(t, answer, body, name)
			}
		}
		if allow == "none" {
			answer, _ := r.do(t, "HEAD", path, "", nil)
			assert.Equal(t, http.StatusNotFound, answer.StatusCode, path)
		}
	}
}

// wantRefusal checks that a response is a refusal in JSON.
func wantRefusal(t *testing.T, answer *http.Response, body, name string) {
	t.Helper()
	assert.Equal(t, "application/json; charset=utf-8", answer.Header.Get("Content-Type"), name)
	wrong := object(t, body)
	assert.NotEmpty(t, wrong["code"], name)
	assert.NotEmpty(t, wrong["text"], name)
	assert.Len(t, wrong, 2, name)
}

// TestRefusals checks that the refusals of libraries are in JSON too.
func TestRefusals(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	for _, tt := range []struct {
		method, path, body string
		header             http.Header
		status             int
		code               string
	}{
		{"GET", "/nothing.js", "", nil, 404, "not_found"},
		{"GET", "/ws", "", nil, 426, "upgrade"},
		{"GET", "/ws", "", http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}, "Sec-Websocket-Version": {"1"}}, 426, "upgrade"},
		{"GET", "/ws", "", http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}, 426, "upgrade"},
		{"GET", "/ws", "", http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}, "Sec-Websocket-Version": {"13"}}, 400, "bad_request"}, // no key
		{"GET", "/app.js", "", http.Header{"Range": {"bytes=9999999-"}}, 416, "range"},
		{"GET", "/debug/pprof/nothing", "", nil, 404, "not_found"},
		{"POST", "/api/games", withBot, http.Header{"Origin": {"http://evil.example"}}, 403, "origin"},
		{"POST", "/api/games", withBot, http.Header{"Sec-Fetch-Site": {"cross-site"}}, 403, "origin"},
		{"POST", "/api/games", withBot, http.Header{"Content-Encoding": {"gzip"}}, 415, "content_encoding"},
		{"POST", "/api/games", withBot, http.Header{"Content-Encoding": {"x-GZIP"}}, 415, "content_encoding"},
		{"POST", "/api/games", withBot, http.Header{"Content-Encoding": {"identity, br"}}, 415, "content_encoding"},
		{"POST", "/api/games", withBot, http.Header{"Content-Encoding": {"Identity"}}, 201, ""},
		{"GET", "/api/rules", "", http.Header{"Accept": {"text/html"}}, 406, "not_acceptable"},
		{"GET", "/api/rules", "", http.Header{"Accept": {"text/html, */*;q=0.1"}}, 200, ""},
		{"GET", "/api/rules", "", http.Header{"Accept-Encoding": {"identity;q=0"}}, 406, "not_acceptable"},
		{"GET", "/app.js", "", http.Header{"Accept-Encoding": {"*;q=0"}}, 406, "not_acceptable"},
		{"GET", "/api/rules", "", http.Header{"Accept": {"application/json;q=many"}}, 200, ""},
		{"GET", "/app.js", "", http.Header{"Range": {"lines=1-2"}}, 200, ""},
		{"GET", "/app.js", "", http.Header{"Range": {"bytes=x"}}, 416, "range"},
		{"POST", "/api/games", withBot, http.Header{"Content-Type": {"application/json", "text/plain"}}, 415, "content_type"},
	} {
		name := fmt.Sprint(tt.method, tt.path, tt.header)
		answer, body := r.do(t, tt.method, tt.path, tt.body, tt.header)
		assert.Equal(t, tt.status, answer.StatusCode, name)
		if tt.code != "" {
			wantRefusal(t, answer, body, name)
			assert.Equal(t, tt.code, object(t, body)["code"], name)
		}
		if tt.code == "upgrade" {
			assert.Equal(t, []string{"websocket", "13"}, []string{answer.Header.Get("Upgrade"), answer.Header.Get("Sec-WebSocket-Version")}, name)
		}
	}
}

// TestEarlyRefusals checks the refusals of requests that net/http does not read to their end.
func TestEarlyRefusals(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), fast())
	for text, status := range map[string]int{
		"GARBAGE\r\n\r\n": 400,
		"GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n":                                                 400,
		"GET * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n":                               400,
		"GET /api/rules HTTP/1.0\r\n\r\n":                                                              421, // no Host
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":                                                             505,
		"POST /api/games HTTP/1.1\r\nHost: localhost\r\nExpect: 200-ok\r\nContent-Length: 2\r\n\r\n{}": 417,
		"GET / HTTP/1.1\r\n\r\n":                                                                       400, // no Host
		"GET / HTTP/7.0\r\nHost: x\r\n\r\n":                                                            505,
		"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 32<<10) + "\r\n\r\n":          431,
		"POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: shrunk\r\n\r\n":             501,
		"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n":                    400,
	} {
		name := text[:min(len(text), 60)]
		conn, err := r.open()
		require.NoError(t, err)
		_, err = io.WriteString(conn, text)
		require.NoError(t, err, name)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err, name)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err, name)
		assert.Equal(t, status, answer.StatusCode, name)
		wantRefusal(t, answer, string(body), name)
		require.NoError(t, conn.Close())
	}
}

// TestNoHost checks that a load balancer can check the health with HTTP/1.0, which has no Host.
func TestNoHost(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	for _, path := range []string{"/livez", "/readyz", "/healthz", "/metrics"} {
		assert.Contains(t, r.raw(t, "GET "+path+" HTTP/1.0\r\n\r\n"), "HTTP/1.0 200 OK\r\n", path)
	}
}

// TestContentCoding checks that only clients that accept gzip get compressed responses.
func TestContentCoding(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	for _, path := range []string{"/app.js", "/api/rules/elements"} {
		for accepted, want := range map[string]string{
			"gzip": "gzip", "GZIP": "gzip", "*": "gzip", "gzip;q=0": "", "deflate, gzip;q=0": "", "notgzip": "", "gzip;q=0.000": "", "identity, gzip;q=0.1": "", "": "",
		} {
			answer, _ := r.do(t, "GET", path, "", http.Header{"Accept-Encoding": {accepted}})
			assert.Equal(t, want, answer.Header.Get("Content-Encoding"), "%s: %s", path, accepted)
			assert.Contains(t, answer.Header.Values("Vary"), "Accept-Encoding", path)
		}
	}
}

// TestOriginOfPage checks which origins of a page may open a WebSocket and send changes.
func TestOriginOfPage(t *testing.T) {
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: withoutBots(builtin.Elements()), Store: store.NewMemory(), Limits: agent.DefaultLimits, Names: []string{"cards.example.org"}})
	for _, tt := range []struct {
		host, origin string
		allowed      bool
	}{
		{"localhost", "http://localhost:8443", true}, {"LOCALHOST.", "https://localhost", true}, {"localhost:8080", "http://localhost:8080", true},
		{"localhost:80", "http://localhost", true}, {"localhost:443", "https://localhost", true}, {"localhost", "http://localhost:80", true},
		{"[::1]", "http://[::1]:8443", true}, {"[::1]:8080", "http://[::1]:8080", true}, {"localhost", "", true},
		{"localhost:8080", "https://cards.example.org", true}, {"localhost:8080", "https://cards.example.org:8443", true}, {"localhost:8080", "https://www.cards.example.org", false},
		{"localhost:8080", "http://localhost:8443", false}, {"localhost:8080", "http://localhost", false}, {"localhost:80", "https://localhost", false},
		{"[::1]", "http://[::2]:8443", false}, {"localhost", "null", false}, {"localhost", "http://localhost.evil.example", false}, {"localhost", "http://evil.example", false},
		{"127.0.0.1", "http://localhost", false}, {"localhost", "http://127.0.0.1", false}, {"localhost", "localhost", false}, {"localhost", "http://%zz", false},
	} {
		name := tt.host + " " + tt.origin
		header := http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="}}
		for method, path := range map[string]string{"GET": "/ws", "POST": "/api/games"} {
			q, err := http.NewRequestWithContext(t.Context(), method, r.url+path, strings.NewReader(map[string]string{"POST": withBot}[method]))
			require.NoError(t, err)
			q.Host = tt.host
			q.Header.Set("Content-Type", "application/json")
			if method == "GET" {
				q.Header = header.Clone()
			}
			if tt.origin != "" {
				q.Header.Set("Origin", tt.origin)
			}
			answer, err := r.http.Do(q)
			require.NoError(t, err)
			if tt.allowed {
				assert.Equal(t, map[string]int{"GET": 101, "POST": 201}[method], answer.StatusCode, "%s %s", method, name)
			} else {
				body, err := io.ReadAll(answer.Body)
				require.NoError(t, err)
				assert.Equal(t, 403, answer.StatusCode, "%s %s", method, name)
				wantRefusal(t, answer, string(body), name)
				for _, part := range []string{tt.origin, tt.host, "--names"} {
					assert.Contains(t, string(body), part)
				}
			}
			require.NoError(t, answer.Body.Close())
		}
	}
	for _, part := range []string{`"origin":"http://localhost:8443"`, `"host":"localhost:8080"`, "--names"} {
		assert.Contains(t, r.log.String(), part)
	}
}
