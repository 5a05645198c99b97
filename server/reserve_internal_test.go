package server

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/store"
)

// A fullListener fails as if its process had no descriptors left except its reserve.
type fullListener struct {
	*net.TCPListener
	reserve *reserve
	full    atomic.Bool
	pending net.Conn // which the process cannot accept yet
}

func (l *fullListener) Accept() (conn net.Conn, err error) {
	if conn, l.pending = l.pending, nil; conn == nil {
		if conn, err = l.TCPListener.Accept(); err != nil {
			return nil, err
		}
	}
	if l.full.Load() && !l.reserve.isInUse() {
		l.pending = conn
		return nil, &net.OpError{Op: "accept", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
	}
	return conn, nil
}

// TestReserve checks that a server without free descriptors still answers, and names the reason.
func TestReserve(t *testing.T) {
	s, err := New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: agent.DefaultLimits})
	require.NoError(t, err)
	tcp, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	listener := &fullListener{TCPListener: tcp.(*net.TCPListener), reserve: &s.reserve}
	live, err := s.games.Recover(t.Context())
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error)
	go func() { served <- s.serve(ctx, listener, nil, live) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	ask := func(path string) (int, string) {
		require.Eventually(t, func() bool { return !s.reserve.isInUse() }, time.Minute, time.Millisecond, "the last connection is still open")
		answer, err := client.Get("http://" + tcp.Addr().String() + path)
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return answer.StatusCode, string(body)
	}
	const reason = "the server may open no more files"
	_, body := ask("/healthz")
	assert.NotContains(t, body, reason)
	listener.full.Store(true)
	for range 3 * maxReserved { // each takes descriptors and gives them back
		_, body = ask("/healthz")
		assert.Contains(t, body, reason)
	}
	_, body = ask("/metrics")
	assert.Contains(t, body, `gamed_degraded{reason="`+reason+`"} 1`)
	status, body := ask("/api/games")
	assert.Equal(t, http.StatusServiceUnavailable, status)
	assert.Contains(t, body, reason)
	listener.full.Store(false)
	status, body = ask("/healthz")
	assert.Equal(t, http.StatusOK, status)
	assert.NotContains(t, body, reason)
	stop()
	require.NoError(t, <-served)
}

// A queueListener accepts the connections of a queue.
type queueListener struct {
	net.Listener
	queue chan net.Conn
}

func (l queueListener) Accept() (net.Conn, error)     { return <-l.queue, nil }
func (l queueListener) SetDeadline(t time.Time) error { return nil }

// A connFrom is a connection of a client at an address.
type connFrom struct {
	net.Conn
	addr string
}

func (c connFrom) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.addr))
}

// TestReserveLocal checks that the last connection of the reserve is only for a client on this machine,
// such as a monitor.
func TestReserveLocal(t *testing.T) {
	for last, want := range map[string]error{"203.0.113.9:1": syscall.EMFILE, "127.0.0.1:1": nil} {
		s, err := New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: agent.DefaultLimits})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, s.close(context.Background())) })
		s.reserve.open()
		s.reserve.active = false // as if the process could open no more files
		listener := queueListener{queue: make(chan net.Conn, 1)}
		limited := s.limitListener(listener, nil).(*connLimit)
		accept := func(addr string) error {
			server, client := net.Pipe()
			t.Cleanup(func() { _ = client.Close() })
			listener.queue <- connFrom{server, addr}
			conn, err := limited.acceptReserved(syscall.EMFILE)
			if err == nil {
				t.Cleanup(func() { _ = conn.Close() })
			}
			return err
		}
		for n := range maxReserved/perConnection - 1 {
			require.NoError(t, accept(fmt.Sprintf("203.0.113.%d:1", n)))
		}
		assert.Equal(t, want, accept(last), last)
	}
}
