package natstest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"
)

// RunServer starts one NATS server with JetStream, which syncs every write. The end of the test stops
// it.
func RunServer(t testing.TB) *server.Server {
	t.Helper()
	return RunServerWith(t, server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true, SyncAlways: true,
	})
}

// RunServerWith starts one NATS server with the given options. The end of the test stops it.
func RunServerWith(t testing.TB, options server.Options) *server.Server {
	t.Helper()
	s, err := server.NewServer(&options)
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(time.Minute))
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s
}

// Connect connects to a server. The end of the test closes the connection.
func Connect(t testing.TB, s *server.Server) *nats.Conn {
	t.Helper()
	conn, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	return conn
}
