package socket

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// serve runs a server that passes each connection to do, after its handler has returned.
func serve(t testing.TB, do func(*Conn)) *httptest.Server {
	var group sync.WaitGroup
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, err := Accept(w, r, 20*time.Second); assert.NoError(t, err) {
			group.Go(func() { do(c) })
		}
	}))
	t.Cleanup(func() {
		server.Close()
		group.Wait()
	})
	return server
}

// echoing waits for a client's messages and echoes them until none is left. Then a new goroutine waits
// for more.
func echoing(c *Conn) {
	err := c.Wait()
	if err == nil {
		err = echoAll(c)
	}
	if err != nil {
		_ = c.CloseNow()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		echoing(c)
	}()
	<-done
}

func dial(t testing.TB, server *httptest.Server) *websocket.Conn {
	conn, _, err := websocket.Dial(context.Background(), "ws"+strings.TrimPrefix(server.URL, "http"), &websocket.DialOptions{HTTPClient: server.Client()})
	require.NoError(t, err)
	conn.SetReadLimit(-1)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return conn
}

// TestBusy checks that clients can send, receive, ping and be pinged at the same time, with and
// without TLS.
func TestBusy(t *testing.T) {
	for _, secure := range []bool{false, true} {
		t.Run(fmt.Sprintf("tls %v", secure), func(t *testing.T) {
			server := serve(t, func(c *Conn) {
				var pings sync.WaitGroup
				ctx, stop := context.WithCancel(context.Background())
				pings.Go(func() {
					for c.Ping(ctx) == nil {
					}
				})
				echoing(c)
				stop()
				pings.Wait()
			})
			if secure {
				server.StartTLS()
			} else {
				server.Start()
			}
			var group sync.WaitGroup
			for i := range 4 {
				group.Go(func() {
					conn := dial(t, server)
					message := func(n int) string { return strings.Repeat(string(rune('a'+i)), n*n%5000) }
					var both sync.WaitGroup
					both.Go(func() {
						for n := range 100 {
							assert.NoError(t, conn.Write(context.Background(), websocket.MessageText, []byte(message(n))))
							if n%10 == 0 {
								assert.NoError(t, conn.Ping(context.Background()))
							}
						}
					})
					for n := range 100 {
						_, got, err := conn.Read(context.Background())
						if !assert.NoError(t, err) {
							break
						}
						assert.Equal(t, message(n), string(got))
					}
					_ = conn.CloseNow()
					both.Wait()
				})
			}
			group.Wait()
		})
	}
}

// TestEarly checks that frames in the packet of the handshake are read.
func TestEarly(t *testing.T) {
	server := serve(t, echoing)
	server.Start()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	r := upgradeRequest()
	r.Host = server.Listener.Addr().String()
	var handshake strings.Builder
	require.NoError(t, r.Write(&handshake))
	text := strings.Repeat("early ", 100)
	_, err = conn.Write(join([]byte(handshake.String()), frame(final|0x1, []byte(text)), frame(final|0x1, []byte("late"))))
	require.NoError(t, err)
	var got string
	b := make([]byte, 4096)
	for !strings.HasSuffix(got, "late") {
		n, err := conn.Read(b)
		require.NoError(t, err, "after %q", got)
		got += string(b[:n])
	}
	assert.Contains(t, got, text)
}

// TestClose checks that a closing server delivers everything and waits for the client's close
// frame, whatever the reader does at that moment.
func TestClose(t *testing.T) {
	for _, talks := range []bool{false, true} {
		closed := make(chan error, 1)
		server := serve(t, func(c *Conn) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				echoing(c)
			}()
			assert.NoError(t, c.Write([]byte("last")))
			closed <- c.Close(websocket.StatusGoingAway, "bye")
			<-done
		})
		server.Start()
		conn := dial(t, server)
		if talks {
			for range 50 {
				_ = conn.Write(context.Background(), websocket.MessageText, []byte("x"))
			}
		}
		var err error
		for first := true; err == nil; first = false {
			var data []byte
			_, data, err = conn.Read(context.Background())
			if first {
				assert.Equal(t, "last", string(data))
			}
		}
		assert.Equal(t, websocket.StatusGoingAway, websocket.CloseStatus(err), "%v", err)
		require.NoError(t, <-closed)
	}
}

// TestCloseNow checks that CloseNow ends a Close that waits for a client that does not reply.
func TestCloseNow(t *testing.T) {
	closed := make(chan error, 1)
	server := serve(t, func(c *Conn) {
		var group sync.WaitGroup
		group.Go(func() { echoing(c) })
		group.Go(func() { closed <- c.Close(websocket.StatusGoingAway, "bye") })
		for !c.stream.closing.Load() {
			runtime.Gosched()
		}
		_ = c.CloseNow()
		group.Wait()
	})
	server.Start()
	dial(t, server) // reads nothing
	<-closed
}

// TestStalled checks the error of Write if the client does not read.
func TestStalled(t *testing.T) {
	stalled := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := Accept(w, r, 50*time.Millisecond)
		for err == nil {
			err = c.Write(fill(1 << 20))
		}
		_ = c.CloseNow()
		stalled <- err
	}))
	defer server.Close()
	dial(t, server)
	require.ErrorIs(t, <-stalled, os.ErrDeadlineExceeded)
}

// TestRefused checks that Accept answers a request without a valid handshake with an error status.
func TestRefused(t *testing.T) {
	for name, value := range map[string]string{"Upgrade": "h2c", "Sec-WebSocket-Version": "12"} {
		r := upgradeRequest()
		r.Header.Set(name, value)
		w := httptest.NewRecorder()
		_, err := Accept(&hijackable{w, newScript(nil)}, r, time.Second)
		require.Error(t, err)
		assert.GreaterOrEqual(t, w.Code, 400, name)
	}
	_, err := Accept(httptest.NewRecorder(), upgradeRequest(), time.Second) // no connection to take
	require.Error(t, err)
}

// silent connects n clients, each of which sends one message and then nothing. It returns the
// memory per client, in bytes of heap and stacks, and the goroutines per client. The figures
// include the client's side, because it is in the same process.
func silent(t testing.TB, n int, secure bool) (bytes, goroutines float64) {
	waiting := make(chan *Conn, n)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := Accept(w, r, 20*time.Second)
		if !assert.NoError(t, err) {
			return
		}
		go func() {
			err := c.Wait()
			if err == nil {
				err = echoAll(c)
			}
			if !assert.NoError(t, err) {
				return
			}
			waiting <- c
			go func() { _ = c.Wait() }()
		}()
	}))
	var dialer interface {
		DialContext(ctx context.Context, network, addr string) (net.Conn, error)
	} = new(net.Dialer)
	if secure {
		server.StartTLS()
		dialer = &tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true, DynamicRecordSizingDisabled: true}}
	} else {
		server.Start()
	}
	defer server.Close()
	weigh := func() uint64 {
		for range 5 { // each collection halves the stack of a waiting goroutine
			debug.FreeOSMemory()
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc + m.StackInuse
	}
	connect := func() net.Conn {
		conn, err := dialer.DialContext(context.Background(), "tcp", server.Listener.Addr().String())
		require.NoError(t, err)
		r := upgradeRequest()
		r.Host = server.Listener.Addr().String()
		require.NoError(t, r.Write(conn))
		_, err = conn.Write(frame(final|0x1, []byte("hello")))
		require.NoError(t, err)
		var got string
		b := make([]byte, 512)
		for !strings.HasSuffix(got, "hello") {
			n, err := conn.Read(b)
			require.NoError(t, err)
			got += string(b[:n])
		}
		return conn
	}
	clients := []net.Conn{connect()} // allocates what all clients share, before the measurement
	before, running := weigh(), runtime.NumGoroutine()
	for range n - 1 {
		clients = append(clients, connect())
	}
	bytes = float64(int64(weigh())-int64(before)) / float64(n-1)
	goroutines = float64(runtime.NumGoroutine()-running) / float64(n-1)
	for i, c := range clients {
		_ = c.Close()
		_ = (<-waiting).CloseNow()
		clients[i] = nil
	}
	return bytes, goroutines
}

// TestSilent checks that a silent client costs about one goroutine and less than 10,000 bytes. With a handler
// that waits, a client costs 29,000 bytes.
func TestSilent(t *testing.T) {
	bytes, goroutines := silent(t, 200, false)
	assert.LessOrEqual(t, goroutines, 1.1)
	assert.Less(t, bytes, 10_000.0)
}

// BenchmarkSilent measures the memory of a silent client. The client in the same process is
// included. Use -benchtime 2000x.
func BenchmarkSilent(b *testing.B) {
	for name, secure := range map[string]bool{"tcp": false, "tls": true} {
		b.Run(name, func(b *testing.B) {
			if b.N < 2 {
				return
			}
			bytes, goroutines := silent(b, b.N, secure)
			b.ReportMetric(bytes, "B/socket")
			b.ReportMetric(goroutines, "goroutines/socket")
		})
	}
}
