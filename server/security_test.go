package server_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/server"
	"gamed/store"
)

// TestMessageSize sends a message of the maximum length, and one that is a byte longer.
func TestMessageSize(t *testing.T) {
	r := start(t, store.NewMemory(), agent.DefaultLimits)
	frame := `{"type":"chat","text":""}`
	c := r.greet(t)
	c.send(strings.Replace(frame, `""`, `"`+strings.Repeat("x", 16<<10-len(frame))+`"`, 1))
	assert.Equal(t, "bad_field", c.next("error")["code"], "the message is legal, but the chat text is too long")
	c.send(strings.Replace(frame, `""`, `"`+strings.Repeat("x", 16<<10-len(frame)+1)+`"`, 1))
	assert.Equal(t, "too_big", c.next("error")["code"])
	_, err := c.read()
	assert.Equal(t, websocket.StatusMessageTooBig, websocket.CloseStatus(err))
}

// TestHalfARequest sends an endless header. The server must close the connection.
func TestHalfARequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startPiped(t, server.Access{}, agent.DefaultLimits)
		begun := time.Now()
		r.raw(t, "GET /ws HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
		assert.Equal(t, agent.DefaultLimits.Hello, time.Since(begun))
	})
}

// TestHugeHeader sends a header above the size limit.
func TestHugeHeader(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	answer, _ := r.do(t, "GET", "/api/games", "", http.Header{"Cookie": {strings.Repeat("x", 32<<10)}})
	assert.Equal(t, http.StatusRequestHeaderFieldsTooLarge, answer.StatusCode)
}

// TestCompression checks that the server compresses only public responses. The length of a
// compressed response can reveal a secret in it.
func TestCompression(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	conn, answer, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(r.url, "http")+"/ws",
		&websocket.DialOptions{CompressionMode: websocket.CompressionContextTakeover})
	require.NoError(t, err)
	assert.Empty(t, answer.Header.Get("Sec-WebSocket-Extensions"))
	require.NoError(t, conn.CloseNow())

	ada, _ := r.session(t)
	game := r.lost(t, `{"rules":"elements","seats":[{},{"bot":"random"}]}`, ada)
	r.results(t, "", nil, 1)
	zips := with(ada, http.Header{"Accept-Encoding": {"gzip, br"}})
	for _, path := range []string{"/api/rules/elements", "/api/schema", "/api/games/" + game + "/replay", "/api/games/" + game + "/chances?iterations=1", "/", "/app.js"} {
		plain, want := r.do(t, "GET", path, "", http.Header{"Accept-Encoding": {"identity"}})
		assert.Empty(t, plain.Header.Get("Content-Encoding"), path)
		zipped, body := r.do(t, "GET", path, "", zips)
		require.Equal(t, "gzip", zipped.Header.Get("Content-Encoding"), path)
		assert.Contains(t, zipped.Header.Values("Vary"), "Accept-Encoding", path)
		unzip, err := gzip.NewReader(strings.NewReader(body))
		require.NoError(t, err)
		text, err := io.ReadAll(unzip)
		require.NoError(t, err)
		assert.Equal(t, want, string(text), path)
		if tag := zipped.Header.Get("ETag"); tag != "" {
			assert.NotEqual(t, plain.Header.Get("ETag"), tag)
			again, _ := r.do(t, "GET", path, "", with(zips, http.Header{"If-None-Match": {tag}}))
			assert.Equal(t, http.StatusNotModified, again.StatusCode, path)
		}
	}
	for range 20 { // long enough for compression
		r.token(t, ada, `{"name":"Spark"}`)
		r.lost(t, `{"rules":"elements","private":true,"seats":[{},{"bot":"random"}]}`, ada)
	}
	for _, path := range []string{"/api/session", "/api/tokens", "/api/me/games", "/api/results", "/api/ratings?rules=elements", "/api/games/" + game, "/api/games/" + game + "/decisions"} {
		secret, _ := r.do(t, "GET", path, "", zips)
		assert.Equal(t, 200, secret.StatusCode, path)
		assert.Empty(t, secret.Header.Get("Content-Encoding"), path)
	}
	made, _ := r.do(t, "POST", "/api/tokens", `{"name":"Other"}`, with(zips, r.fresh(t)))
	assert.Equal(t, 201, made.StatusCode)
	assert.Empty(t, made.Header.Get("Content-Encoding"))
}

// fresh returns the header of a new guest.
func (r *running) fresh(t *testing.T) http.Header {
	t.Helper()
	header, _ := r.session(t)
	return header
}

// TestNoSeatInAMessage sends messages that name the other seat.
func TestNoSeatInAMessage(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, twoOpen)
	first, second := r.join(t, game), r.join(t, game)
	decision := number(first.asked()["decision"].(map[string]any)["id"])
	for _, text := range []string{
		`{"type":"choose","decision":` + decision + `,"option":0,"seat":0}`,
		`{"type":"resign","seat":0}`, `{"type":"chat","text":"x","seat":0}`, `{"type":"join","game":"` + game + `","seat":0,"player":"operator"}`,
	} {
		second.send(text)
		assert.Equal(t, "bad_field", second.next("error")["code"], text)
	}
	watcher := r.watch(t, game)
	watcher.send(`{"type":"choose","decision":` + decision + `,"option":0}`)
	assert.Equal(t, "no_seat", watcher.next("error")["code"])
}

// TestSeedAfterTheEnd checks that no response reveals the random key of a running game.
func TestSeedAfterTheEnd(t *testing.T) {
	s := store.NewMemory()
	r := start(t, s, fast())
	game := r.create(t, twoOpen)
	first, second := r.join(t, game), r.join(t, game)
	first.asked()
	second.asked()
	records, err := s.Read(t.Context(), game)
	require.NoError(t, err)
	secrets := object(t, string(records[0]))["header"].(map[string]any)
	key := secrets["key"].(string)
	require.Len(t, key, 64)
	for _, path := range []string{"/log", "/replay", "/proof", "/chances", "/test"} {
		answer, body := r.do(t, "GET", "/api/games/"+game+path, "", nil)
		assert.Contains(t, []int{404, 409}, answer.StatusCode, path)
		assert.NotContains(t, body, key)
	}
	_, body := r.get(t, "/api/games/"+game)
	for _, text := range append(append(first.seen, second.seen...), body, r.log.String()) {
		assert.NotContains(t, text, key)
	}
}

// TestPolicy checks that the page runs only the server's scripts, and that browsers show no other
// response as a page.
func TestPolicy(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	for _, path := range []string{"/", "/index.html", "/app.js", "/nothing"} {
		answer, body := r.do(t, "GET", path, "", nil)
		policy := answer.Header.Get("Content-Security-Policy")
		for _, want := range []string{
			"default-src 'none'", "script-src 'self';", "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
			"require-trusted-types-for 'script'", "trusted-types 'none'",
		} {
			assert.Contains(t, policy+";", want, path)
		}
		for _, lax := range []string{"unsafe", "*", "data:", "http:", "https:"} {
			assert.NotContains(t, policy, lax, path)
		}
		if strings.HasPrefix(body, "<") {
			assert.NotRegexp(t, `(?i)<script[^>]*>[^<]|\son[a-z]+\s*=|javascript:|style\s*="`, body, path)
		}
	}
	for _, path := range []string{"/api/games", "/api/session", "/api/nothing", "/healthz", "/metrics", "/ws"} {
		header := r.headerOf(t, path)
		assert.Equal(t, "default-src 'none'; frame-ancestors 'none'", header.Get("Content-Security-Policy"), path)
		assert.Equal(t, "nosniff", header.Get("X-Content-Type-Options"), path)
		assert.Equal(t, "no-referrer", header.Get("Referrer-Policy"), path)
		assert.Equal(t, "same-origin", header.Get("Cross-Origin-Resource-Policy"), path)
		assert.Empty(t, header.Get("Access-Control-Allow-Origin"), path)
		assert.NotContains(t, header.Get("Content-Type"), "html", path)
	}
}

// headerOf sends a request as another site's page would, and returns the response's header.
func (r *running) headerOf(t *testing.T, path string) http.Header {
	t.Helper()
	answer, _ := r.do(t, "GET", path, "", http.Header{"Origin": {"http://evil.example"}})
	return answer.Header
}
