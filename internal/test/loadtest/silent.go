package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gamed/protocol"
	"gamed/server/hub"
)

// A silentTest seats two clients in each game and lets them wait. The clients are plain connections
// with a few bytes each, so that this process can hold many.
type silentTest struct {
	remote
	rules    string
	games    int
	duration time.Duration

	conns []net.Conn
}

// A footprint holds the server's memory in bytes and its number of goroutines, from its metrics.
type footprint struct{ live, resident, goroutines float64 }

// run opens the games, measures the server's memory, and then pings each client's connection in
// turn for the given time.
func (s *silentTest) run(ctx context.Context, out io.Writer) error {
	defer func() {
		for _, c := range s.conns {
			if c != nil {
				_ = c.Close()
			}
		}
	}()
	before, err := s.measure(ctx)
	if err != nil {
		return err
	}
	begun := time.Now()
	if err := s.open(ctx); err != nil {
		return err
	}
	took := time.Since(begun)
	after, err := s.measure(ctx)
	if err != nil {
		return err
	}
	trips, err := s.ping(ctx)
	if err != nil {
		return err
	}
	n := float64(s.games)
	_, err = fmt.Fprintf(out, `%d silent games of %s, %d WebSockets, opened in %s
  live memory      %.1f KB a game
  resident memory  %.1f KB a game
  goroutines       %.2f a game
  ping             p50 %v, p99 %v
`, s.games, s.rules, len(s.conns), took.Round(100*time.Millisecond), (after.live-before.live)/n/1000, (after.resident-before.resident)/n/1000,
		(after.goroutines-before.goroutines)/n, trips[len(trips)/2].Round(10*time.Microsecond), trips[len(trips)*99/100].Round(10*time.Microsecond))
	return err
}

// open creates the games and seats their clients.
func (s *silentTest) open(ctx context.Context) error {
	const workers = 16
	s.conns = make([]net.Conn, 2*s.games)
	var next atomic.Int64
	errs := make([]error, workers)
	var group sync.WaitGroup
	for i := range workers {
		group.Go(func() {
			for game := int(next.Add(1)) - 1; game < s.games && errs[i] == nil; game = int(next.Add(1)) - 1 {
				errs[i] = s.seat(ctx, game)
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

func (s *silentTest) seat(ctx context.Context, game int) error {
	info, err := s.Create(ctx, hub.Spec{Request: hub.Request{Rules: s.rules, Seats: make([]hub.SeatSpec, 2), TableOptions: protocol.TableOptions{Private: true}}})
	if err != nil {
		return err
	}
	for i := range 2 {
		conn, err := s.connect(ctx)
		if err != nil {
			return err
		}
		s.conns[2*game+i] = conn
		if err := send(conn, &protocol.Hello{Protocol: protocol.Version}); err != nil {
			return err
		}
		if err := send(conn, &protocol.Join{Game: info.ID}); err != nil {
			return err
		}
		if err := await(conn, "joined"); err != nil {
			return err
		}
	}
	return nil
}

// connect upgrades a connection to a WebSocket.
func (s *silentTest) connect(ctx context.Context) (net.Conn, error) {
	addr := strings.TrimPrefix(s.url, "http://")
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(conn, "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", addr)
	if err == nil {
		var response *http.Response
		if response, err = http.ReadResponse(bufio.NewReader(conn), nil); err == nil && response.StatusCode != http.StatusSwitchingProtocols {
			err = fmt.Errorf("connect: the server answered %s", response.Status)
		}
	}
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

// send sends a short message in a frame with a mask of zeros.
func send(conn net.Conn, m protocol.ClientMessage) error {
	text := protocol.Append(nil, m)
	if len(text) > 125 {
		return fmt.Errorf("a message of %d bytes is too long for this client", len(text))
	}
	_, err := conn.Write(append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...))
	return err
}

// buffers holds reusable buffers. A client needs one only while it reads, so silent clients cost
// little memory.
var buffers = sync.Pool{New: func() any { return new([16 << 10]byte) }}

// patience is the time to wait for an answer.
const patience = 10 * time.Second

// await reads until a message of the given type. It does not answer the server's pings, so a run
// must end before the server closes the connections.
func await(conn net.Conn, kind string) error {
	b := buffers.Get().(*[16 << 10]byte)
	defer buffers.Put(b)
	if err := conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	kept := 0 // number of bytes from the end of the last read, in which the type may begin
	for {
		n, err := conn.Read(b[kept:])
		if err != nil {
			return fmt.Errorf("wait for %s: %w", kind, err)
		}
		if bytes.Contains(b[:kept+n], []byte(`"type":"`+kind+`"`)) {
			return nil
		}
		kept = copy(b[:], b[max(kept+n-40, 0):kept+n])
	}
}

// ping sends pings over all connections in turn, at a fixed rate.
func (s *silentTest) ping(ctx context.Context) (trips []time.Duration, err error) {
	const rate = 500 // a second
	ticker := time.NewTicker(time.Second / rate)
	defer ticker.Stop()
	for i, end := 0, time.Now().Add(s.duration); time.Now().Before(end) && ctx.Err() == nil; i++ {
		<-ticker.C
		conn := s.conns[i%len(s.conns)]
		begun := time.Now()
		if err := send(conn, &protocol.Ping{T: int64(i)}); err != nil {
			return nil, err
		}
		if err := await(conn, "pong"); err != nil {
			return nil, err
		}
		trips = append(trips, time.Since(begun))
	}
	slices.Sort(trips)
	return trips, ctx.Err()
}

// measure has the server collect its garbage, and reads its metrics.
func (s *silentTest) measure(ctx context.Context) (f footprint, err error) {
	for range 4 { // each collection halves the stack of a waiting goroutine
		if _, err := s.get(ctx, "/debug/pprof/heap?gc=1"); err != nil {
			return f, err
		}
	}
	metrics, err := s.get(ctx, "/metrics")
	if err != nil {
		return f, err
	}
	var heap, stacks float64
	for name, value := range map[string]*float64{
		"go_memstats_heap_alloc_bytes": &heap, "go_memstats_stack_inuse_bytes": &stacks, "process_resident_memory_bytes": &f.resident, "go_goroutines": &f.goroutines,
	} {
		_, rest, ok := strings.Cut(metrics, "\n"+name+" ")
		if _, err := fmt.Sscan(rest, value); !ok || err != nil {
			return f, fmt.Errorf("the server's metrics lack %s", name)
		}
	}
	f.live = heap + stacks
	return f, nil
}

func (s *silentTest) get(ctx context.Context, path string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", path, response.Status)
	}
	return string(body), err
}
