package cluster

import (
	"net"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCredentials checks that a connection with refused credentials recovers when NATS accepts
// them again.
func TestCredentials(t *testing.T) {
	t.Parallel()
	port := server.RANDOM_PORT
	start := func(password string) *server.Server {
		s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, Username: "gamed", Password: password, NoSigs: true, NoLog: true})
		require.NoError(t, err)
		s.Start()
		require.True(t, s.ReadyForConnections(maxWait))
		port = s.Addr().(*net.TCPAddr).Port
		return s
	}
	stop := func(s *server.Server) {
		s.Shutdown()
		s.WaitForShutdown()
	}
	s := start("right")
	refused, closed, back := make(chan struct{}, 1000), make(chan struct{}), make(chan struct{})
	conn, err := nats.Connect(s.ClientURL(), append(Options(), nats.UserInfo("gamed", "right"),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) { refused <- struct{}{} }),
		nats.ClosedHandler(func(*nats.Conn) { close(closed) }),
		nats.ReconnectHandler(func(*nats.Conn) { close(back) }))...)
	require.NoError(t, err)
	defer conn.Close()
	stop(s)
	s = start("wrong")
	for range 3 {
		select {
		case <-refused:
		case <-closed:
			t.Error("the connection does not try again")
		}
	}
	assert.False(t, conn.IsClosed())
	stop(s)
	s = start("right")
	defer stop(s)
	select {
	case <-back:
	case <-closed:
		t.Error("the connection does not try again")
	}
}
