package cluster

import (
	"net"
	"sync/atomic"
	"testing"
	"time"

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
		require.True(t, s.ReadyForConnections(10*time.Second))
		port = s.Addr().(*net.TCPAddr).Port
		return s
	}
	stop := func(s *server.Server) {
		s.Shutdown()
		s.WaitForShutdown()
	}
	s := start("right")
	var refused atomic.Int64
	conn, err := nats.Connect(s.ClientURL(), append(Options(), nats.UserInfo("gamed", "right"),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) { refused.Add(1) }))...)
	require.NoError(t, err)
	defer conn.Close()
	stop(s)
	s = start("wrong")
	require.Eventually(t, func() bool { return refused.Load() >= 3 || conn.IsClosed() }, 20*time.Second, 10*time.Millisecond)
	assert.False(t, conn.IsClosed())
	stop(s)
	s = start("right")
	defer stop(s)
	assert.Eventually(t, conn.IsConnected, 20*time.Second, 10*time.Millisecond)
}
