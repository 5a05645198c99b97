package server_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/acme/autocert"

	"gamed/agent"
	"gamed/internal/test/pipenet"
	"gamed/rules/builtin"
	"gamed/server"
	"gamed/store"
)

// TestMessageSize checks that the server reads a message of the maximum length, and closes the
// connection after one that is a byte longer.
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

// TestHalfARequest checks that the server answers 408 to a request that does not end, and closes
// the connection. A client that has not begun a request gets no answer.
func TestHalfARequest(t *testing.T) {
	t.Parallel()
	whole := "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
	hello := agent.DefaultLimits.Hello
	for name, tt := range map[string]struct {
		text    string // the last request may be incomplete; the client waits for each answer
		answers []int
		wait    time.Duration
	}{
		"nothing":           {"", nil, hello},
		"one byte":          {"G", []int{408}, hello},
		"a header":          {"GET /ws HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", []int{408}, hello},
		"a second header":   {whole + "GET /ws HTTP/1.1\r\n", []int{200, 408}, hello},
		"no second request": {whole, []int{200}, 2 * time.Minute},
		"a body":            {"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", []int{408}, 4 * hello},
	} {
		for _, public := range []string{"http", "https"} {
			t.Run(public+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					conn := dialPiped(t, public)
					begun := time.Now()
					in, requests := bufio.NewReader(conn), strings.SplitAfter(tt.text, "\r\n\r\n")
					if strings.HasSuffix(tt.text, "{") {
						requests = []string{tt.text}
					}
					for i, status := range tt.answers {
						go func() { _, _ = io.WriteString(conn, requests[i]) }()
						answer, err := http.ReadResponse(in, nil)
						require.NoError(t, err)
						body, err := io.ReadAll(answer.Body)
						require.NoError(t, err)
						assert.Equal(t, status, answer.StatusCode)
						if status == http.StatusRequestTimeout {
							wantRefusal(t, answer, string(body), name)
							assert.Equal(t, "timeout", object(t, string(body))["code"])
						}
					}
					rest, _ := io.ReadAll(in) // the server closes the connection
					assert.Empty(t, string(rest))
					assert.Equal(t, tt.wait, time.Since(begun))
				})
			})
		}
	}
}

// TestEarlyRefusalsOverTLS checks the refusals of requests that net/http does not read to their
// end, at an HTTPS address.
func TestEarlyRefusalsOverTLS(t *testing.T) {
	t.Parallel()
	for text, status := range map[string]int{
		"GARBAGE\r\n\r\n":                   400,
		"GET / HTTP/1.1\r\n\r\n":            400, // no Host
		"GET / HTTP/7.0\r\nHost: x\r\n\r\n": 505,
		"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("x", 32<<10) + "\r\n\r\n": 431,
	} {
		for _, way := range []string{"https", "http to https"} {
			if way != "https" && len(text) > 1000 {
				continue // the server reads only five bytes of this text, and a pipe waits until all bytes are read
			}
			synctest.Test(t, func(t *testing.T) {
				name := way + ": " + text[:min(len(text), 60)]
				conn := dialPiped(t, way)
				go func() { _, _ = io.WriteString(conn, text) }()
				answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
				require.NoError(t, err, name)
				body, err := io.ReadAll(answer.Body)
				require.NoError(t, err, name)
				wantRefusal(t, answer, string(body), name)
				if way == "https" {
					assert.Equal(t, status, answer.StatusCode, name)
				} else {
					assert.Equal(t, 400, answer.StatusCode, name)
					assert.Contains(t, string(body), "https:")
				}
			})
		}
	}
}

// An onlyCertificate is a cache with the certificate of one name. It stores nothing: a goroutine of
// autocert, for which no server waits, would write into a folder after the test.
type onlyCertificate struct {
	name string
	pem  []byte
}

func (c onlyCertificate) Get(_ context.Context, key string) ([]byte, error) {
	if key != c.name {
		return nil, autocert.ErrCacheMiss
	}
	return c.pem, nil
}

func (c onlyCertificate) Put(context.Context, string, []byte) error { return nil }

func (c onlyCertificate) Delete(context.Context, string) error { return nil }

// dialPiped returns a connection to a server with plain HTTP and HTTPS. The argument way is "http",
// "https", or "http to https". The last one sends plain HTTP to the HTTPS address.
func dialPiped(t *testing.T, way string) net.Conn {
	t.Helper()
	const name = "cards.example.org"
	plain, public := pipenet.Listen(), pipenet.Listen()
	r := &testServer{http: plain.Client(), open: plain.Dial}
	c := server.Config{
		Addr: "127.0.0.1:0", Rules: withoutBots(builtin.Elements()), Store: store.NewMemory(), Limits: agent.DefaultLimits,
		HTTPS: &server.HTTPS{Names: []string{name}, Manager: &autocert.Manager{Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(name), Cache: onlyCertificate{name, certificate(t, name)}}},
	}
	r.run(t, c, func(s *server.Server, ctx context.Context) error { return s.RunOn(ctx, plain, public) })
	dial := public.Dial
	if way == "http" {
		dial = plain.Dial
	}
	conn, err := dial()
	require.NoError(t, err)
	if way == "https" {
		secured := tls.Client(conn, &tls.Config{ServerName: name, InsecureSkipVerify: true})
		require.NoError(t, secured.Handshake())
		conn = secured
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// certificate returns a self-signed certificate with its key, as autocert keeps them.
func certificate(t *testing.T, name string) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	plan := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(100 * 24 * time.Hour)}
	cert, err := x509.CreateCertificate(rand.Reader, plan, plan, &key.PublicKey, key)
	require.NoError(t, err)
	secret, err := x509.MarshalECPrivateKey(key)
	require.NoError(t, err)
	return append(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert})...)
}

// TestHugeHeader checks that the server refuses a header above the size limit.
func TestHugeHeader(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), fast())
	answer, _ := r.do(t, "GET", "/api/games", "", http.Header{"Cookie": {strings.Repeat("x", 32<<10)}})
	assert.Equal(t, http.StatusRequestHeaderFieldsTooLarge, answer.StatusCode)
}

// TestCompression checks that the server compresses only public responses. The length of a
// compressed response can reveal a secret in it.
func TestCompression(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), fast())
	conn, answer, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(r.url, "http")+"/ws",
		&websocket.DialOptions{CompressionMode: websocket.CompressionContextTakeover})
	require.NoError(t, err)
	assert.Empty(t, answer.Header.Get("Sec-WebSocket-Extensions"))
	require.NoError(t, conn.CloseNow())

	ada, _ := r.session(t)
	game := r.loseGame(t, `{"rules":"elements","seats":[{},{"bot":"random"}]}`, ada)
	r.awaitResults(t, "", nil, 1)
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
		r.loseGame(t, `{"rules":"elements","private":true,"seats":[{},{"bot":"random"}]}`, ada)
	}
	for _, path := range []string{"/api/session", "/api/tokens", "/api/me/games", "/api/me/decks?rules=elements", "/api/bots/random/record", "/api/results", "/api/ratings?rules=elements", "/api/games/" + game, "/api/games/" + game + "/decisions"} {
		secret, _ := r.do(t, "GET", path, "", zips)
		assert.Equal(t, 200, secret.StatusCode, path)
		assert.Empty(t, secret.Header.Get("Content-Encoding"), path)
	}
	made, _ := r.do(t, "POST", "/api/tokens", `{"name":"Other"}`, with(zips, r.fresh(t)))
	assert.Equal(t, 201, made.StatusCode)
	assert.Empty(t, made.Header.Get("Content-Encoding"))
}

// fresh returns a request header with the cookie of a new guest.
func (r *testServer) fresh(t *testing.T) http.Header {
	t.Helper()
	header, _ := r.session(t)
	return header
}

// TestNoSeatInAMessage checks that a player cannot act for the other seat by naming it in a
// message.
func TestNoSeatInAMessage(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, twoOpen)
	first, second := r.join(t, game), r.join(t, game)
	decision := number(first.openDecision()["decision"].(map[string]any)["id"])
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
	first.openDecision()
	second.openDecision()
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
	t.Parallel()
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
func (r *testServer) headerOf(t *testing.T, path string) http.Header {
	t.Helper()
	answer, _ := r.do(t, "GET", path, "", http.Header{"Origin": {"http://evil.example"}})
	return answer.Header
}
