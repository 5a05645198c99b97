package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/internal/test/pipenet"
	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/server"
	"gamed/server/admission"
	"gamed/state"
	"gamed/store"
)

// responseTimeout is the time limit for a response, sufficient on a busy machine.
const responseTimeout = 30 * time.Second

// A testServer is a server that a test has started. Tests search the server's log for secrets.
type testServer struct {
	url  string
	http *http.Client
	open func() (net.Conn, error) // opens a connection
	log  *syncBuffer
	stop func() error // stops the server and returns the result of Run; callable once

	mu      sync.Mutex
	clients []*client // see dropClients
}

// start serves the games of a log on a free local port.
func start(t *testing.T, log store.Store, limits agent.Limits) *testServer {
	t.Helper()
	return startAt(t, "127.0.0.1:0", log, limits)
}

func startAt(t *testing.T, addr string, log store.Store, limits agent.Limits) *testServer {
	t.Helper()
	return startConfig(t, server.Config{Addr: addr, Rules: withoutBots(builtin.Elements(), builtin.Dominion(), builtin.Polity()), Store: log, Limits: limits})
}

// withoutBots removes the bots that play only some rulesets.
func withoutBots(list ...rules.Ruleset) rules.List {
	for i := range list {
		list[i].Bots = nil
	}
	return list
}

func startRules(t *testing.T, addr string, log store.Store, limits agent.Limits, dealers ...state.Dealer) *testServer {
	t.Helper()
	return startConfig(t, server.Config{Addr: addr, Rules: rules.Of(dealers...), Store: log, Limits: limits})
}

// A splitStore stores logs and values in two separate stores.
type splitStore struct {
	store.Log
	store.KV
}

func (b splitStore) DeleteGame(ctx context.Context, game string) error {
	return b.Log.(store.Store).DeleteGame(ctx, game)
}

// startConfig starts a server with c, and with defaults for its missing fields.
func startConfig(t *testing.T, c server.Config) *testServer {
	t.Helper()
	r := &testServer{http: http.DefaultClient}
	r.open = func() (net.Conn, error) { return net.Dial("tcp", strings.TrimPrefix(r.url, "http://")) }
	r.run(t, c, (*server.Server).Run)
	return r
}

// startPiped starts a server with an empty log in a synctest bubble. Its clients connect through
// pipes in memory.
func startPiped(t *testing.T, access admission.Access, limits agent.Limits) *testServer {
	t.Helper()
	l := pipenet.Listen()
	r := &testServer{http: l.Client(), open: l.Dial}
	c := server.Config{Addr: "127.0.0.1:0", Rules: withoutBots(builtin.Elements()), Store: store.NewMemory(), Access: access, Limits: limits}
	r.run(t, c, func(s *server.Server, ctx context.Context) error { return s.RunOn(ctx, l, nil) })
	return r
}

// run starts a server with c, and with defaults for its missing fields.
func (r *testServer) run(t *testing.T, c server.Config, run func(*server.Server, context.Context) error) {
	t.Helper()
	r.log = new(syncBuffer)
	ready := make(chan string, 1)
	c.Program, c.Logger, c.Ready = "gamed test", zerolog.New(r.log), func(url string) { ready <- url }
	s, err := server.New(c)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(s, ctx) }()
	select {
	case r.url = <-ready:
	case err := <-ended:
		require.NoError(t, err, "the server did not start")
	}
	r.stop = sync.OnceValue(func() error {
		cancel()
		r.http.CloseIdleConnections()
		return <-ended
	})
	t.Cleanup(func() { require.NoError(t, r.stop()) })
}

// create posts a new game and returns its id.
func (r *testServer) create(t *testing.T, spec string) string {
	t.Helper()
	status, body := r.request(t, http.MethodPost, "/api/games", spec)
	require.Equal(t, http.StatusCreated, status, body)
	return object(t, body)["id"].(string)
}

func (r *testServer) get(t *testing.T, path string) (int, string) {
	t.Helper()
	return r.request(t, http.MethodGet, path, "")
}

func (r *testServer) request(t *testing.T, method, path, body string) (int, string) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), method, r.url+path, strings.NewReader(body))
	require.NoError(t, err)
	if body != "" {
		q.Header.Set("Content-Type", "application/json")
	}
	response, err := r.http.Do(q)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, string(data)
}

func object(t *testing.T, text string) map[string]any {
	t.Helper()
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &v), text)
	return v
}

// A client speaks the protocol as the documentation describes it. It sends JSON text and uses no
// code from this project.
type client struct {
	t    *testing.T
	conn *websocket.Conn
	seen []string // all received messages
	key  string
	seat float64
}

// dial connects without sending a message.
func (r *testServer) dial(t *testing.T) *client {
	t.Helper()
	conn, response, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(r.url, "http")+"/ws", &websocket.DialOptions{HTTPClient: r.http})
	require.NoError(t, err)
	if response.Body != nil {
		_ = response.Body.Close()
	}
	return r.accept(t, conn)
}

// accept makes a client of a connection. The end of the test breaks the connection.
func (r *testServer) accept(t *testing.T, conn *websocket.Conn) *client {
	conn.SetReadLimit(-1)
	c := &client{t: t, conn: conn}
	t.Cleanup(c.drop)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.clients = append(r.clients, c)
	return c
}

// dropClients breaks the connections of all clients. A server that stops waits seconds for the close frame of
// a client that does not read, so a test that stops a server calls dropClients first.
func (r *testServer) dropClients() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.clients {
		c.drop()
	}
}

// greet connects and sends hello.
func (r *testServer) greet(t *testing.T) *client {
	t.Helper()
	c := r.dial(t)
	c.send(`{"type":"hello","protocol":1,"name":"stranger"}`)
	assert.Positive(t, c.next("welcome")["now_ms"], "the server's time")
	return c
}

// join takes an open seat of a game.
func (r *testServer) join(t *testing.T, game string) *client {
	t.Helper()
	c := r.greet(t)
	c.send(`{"type":"join","game":"` + game + `"}`)
	joined := c.next("joined")
	c.key, c.seat = joined["key"].(string), joined["seat"].(float64)
	return c
}

// watch connects a new client and makes it a spectator of a game.
func (r *testServer) watch(t *testing.T, game string) *client {
	t.Helper()
	c := r.greet(t)
	c.send(`{"type":"watch","game":"` + game + `"}`)
	c.next("joined")
	return c
}

func (c *client) send(text string) {
	c.t.Helper()
	require.NoError(c.t, c.conn.Write(c.t.Context(), websocket.MessageText, []byte(text)))
}

// read returns the next message, or the error that ended the connection.
func (c *client) read() (map[string]any, error) {
	ctx, cancel := context.WithTimeout(context.Background(), responseTimeout)
	defer cancel()
	_, data, err := c.conn.Read(ctx)
	if err != nil {
		return nil, err
	}
	c.seen = append(c.seen, string(data))
	return object(c.t, string(data)), nil
}

// next returns the next message of a type and skips the others.
func (c *client) next(kind string) map[string]any {
	c.t.Helper()
	for {
		m, err := c.read()
		require.NoError(c.t, err, "waiting for %s", kind)
		if m["type"] == kind {
			return m
		}
	}
}

// openDecision returns the next update with a decision for this client.
func (c *client) openDecision() map[string]any {
	c.t.Helper()
	for {
		if u := c.next("update"); u["decision"] != nil {
			return u
		}
	}
}

// choose answers a decision.
func (c *client) choose(decision, option any) {
	c.t.Helper()
	text, err := json.Marshal(map[string]any{"type": "choose", "decision": decision, "option": option})
	require.NoError(c.t, err)
	c.send(string(text))
}

// play answers decisions at random and returns the end of the game, or the error that ended
// the connection.
func (c *client) play(seed uint64) (over map[string]any, err error) {
	random := rand.New(rand.NewPCG(seed, 1))
	answered := any(nil)
	for {
		m, err := c.read()
		if err != nil {
			return nil, err
		}
		switch m["type"] {
		case "over":
			return m, nil
		case "update":
			decision, _ := m["decision"].(map[string]any)
			if decision == nil || decision["id"] == answered {
				continue
			}
			answered = decision["id"]
			answer := fmt.Sprintf(`{"type":"choose","decision":%v,"option":%d}`, answered, random.IntN(len(decision["options"].([]any))))
			if err := c.conn.Write(context.Background(), websocket.MessageText, []byte(answer)); err != nil {
				return nil, err
			}
		}
	}
}

// drop breaks the connection without a close frame.
func (c *client) drop() { _ = c.conn.CloseNow() }

// A syncBuffer is a buffer for a log.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// number formats a decoded number as in JSON.
func number(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
