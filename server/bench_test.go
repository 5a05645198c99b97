package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/store"
)

// serveBenchmark starts a server and returns its address.
func serveBenchmark(b *testing.B) string {
	b.Helper()
	ready := make(chan string, 1)
	s, err := server.New(server.Config{
		Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(),
		Logger: zerolog.Nop(), Limits: fast(), Ready: func(url string) { ready <- url },
	})
	require.NoError(b, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	b.Cleanup(func() {
		cancel()
		http.DefaultClient.CloseIdleConnections()
		require.NoError(b, <-ended)
	})
	return strings.TrimPrefix(<-ready, "http://")
}

func createGame(b *testing.B, addr, spec string) string {
	b.Helper()
	q, err := http.NewRequestWithContext(b.Context(), http.MethodPost, "http://"+addr+"/api/games", strings.NewReader(spec))
	require.NoError(b, err)
	q.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(q)
	require.NoError(b, err)
	defer func() { _ = response.Body.Close() }()
	var info struct{ ID string }
	require.NoError(b, json.NewDecoder(response.Body).Decode(&info))
	return info.ID
}

// BenchmarkIdleSockets measures the memory of an idle game with two clients. The clients are plain
// sockets that use little memory.
func BenchmarkIdleSockets(b *testing.B) {
	addr := serveBenchmark(b)
	weigh := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	before := weigh()
	for b.Loop() {
		game := createGame(b, addr, twoOpen)
		for range 2 {
			conn := bareSocket(b, addr)
			bareSend(b, conn, `{"type":"hello","protocol":1}`)
			bareSend(b, conn, `{"type":"join","game":"`+game+`"}`)
			buf := make([]byte, 8192)
			for text := ""; !strings.Contains(text, `"joined"`); { // the welcome may arrive in a separate read
				n, err := conn.Read(buf)
				require.NoError(b, err)
				text += string(buf[:n])
			}
		}
	}
	b.ReportMetric(float64(weigh()-before)/float64(b.N), "B/game")
}

func bareSocket(b *testing.B, addr string) net.Conn {
	b.Helper()
	conn, err := new(net.Dialer).DialContext(b.Context(), "tcp", addr)
	require.NoError(b, err)
	b.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", addr)
	require.NoError(b, err)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(b, err)
	require.NoError(b, response.Body.Close())
	return conn
}

// bareSend sends a short text as a frame, masked with zeros.
func bareSend(b *testing.B, conn net.Conn, text string) {
	b.Helper()
	_, err := conn.Write(append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...))
	require.NoError(b, err)
}

// BenchmarkRequest measures a request in a game of two WebSocket clients. An iteration ends when both
// clients have read the update. Client and server share the processor.
func BenchmarkRequest(b *testing.B) {
	addr := serveBenchmark(b)
	var clients [2]*websocket.Conn
	var decisions [2]uint32
	read := func(i int) (over bool) {
		for {
			_, data, err := clients[i].Read(b.Context())
			require.NoError(b, err)
			var m struct {
				Type     string
				Decision struct{ ID uint32 }
			}
			require.NoError(b, json.Unmarshal(data, &m))
			if m.Type == "over" {
				return true
			}
			if m.Type == "update" {
				decisions[i] = m.Decision.ID
				return false
			}
		}
	}
	begin := func() {
		game := createGame(b, addr, twoOpen)
		for i := range clients {
			if clients[i] != nil {
				_ = clients[i].CloseNow()
			}
			conn, _, err := websocket.Dial(b.Context(), "ws://"+addr+"/ws", nil)
			require.NoError(b, err)
			clients[i] = conn
			for _, text := range []string{`{"type":"hello","protocol":1}`, `{"type":"join","game":"` + game + `"}`} {
				require.NoError(b, conn.Write(b.Context(), websocket.MessageText, []byte(text)))
			}
		}
		read(0)
		read(1)
	}
	begin()
	for b.Loop() {
		i := 0
		if decisions[0] == 0 {
			i = 1
		}
		text := fmt.Sprintf(`{"type":"choose","decision":%d,"option":0}`, decisions[i])
		require.NoError(b, clients[i].Write(b.Context(), websocket.MessageText, []byte(text)))
		over := read(0)
		if read(1) || over {
			begin()
		}
	}
	for _, conn := range clients {
		_ = conn.CloseNow()
	}
}

// BenchmarkForward performs one step of a search over a socket. It forks a world, applies an
// option and releases the fork. It waits for the replies to fork and apply. Client and server share the
// processor. After the first second, the client's forward model may use half of the processor.
func BenchmarkForward(b *testing.B) {
	addr := serveBenchmark(b)
	var conn *websocket.Conn
	fork := 1
	ask := func(text string) (kind string) {
		require.NoError(b, conn.Write(b.Context(), websocket.MessageText, []byte(text)))
		for {
			_, data, err := conn.Read(b.Context())
			require.NoError(b, err)
			var m struct {
				Type string
				Fork int
			}
			require.NoError(b, json.Unmarshal(data, &m))
			if m.Type == "world" || m.Type == "error" {
				fork = m.Fork
				return m.Type
			}
		}
	}
	begin := func() {
		if conn != nil {
			_ = conn.CloseNow()
		}
		game := createGame(b, addr, `{"rules":"elements","seats":[{},{"bot":"random"}],"forks":{"worlds":2,"steps":100000}}`)
		var err error
		conn, _, err = websocket.Dial(b.Context(), "ws://"+addr+"/ws", nil)
		require.NoError(b, err)
		for _, text := range []string{`{"type":"hello","protocol":1}`, `{"type":"join","game":"` + game + `"}`} {
			require.NoError(b, conn.Write(b.Context(), websocket.MessageText, []byte(text)))
		}
		ask(`{"type":"fork","seed":1}`)
	}
	begin()
	for b.Loop() {
		if ask(`{"type":"fork","from":1}`) == "error" { // the decision's steps are used up
			begin()
			continue
		}
		copied := fork
		ask(fmt.Sprintf(`{"type":"apply","fork":%d,"option":0}`, copied))
		require.NoError(b, conn.Write(b.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"release","fork":%d}`, copied)))
	}
	_ = conn.CloseNow()
}
