package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCount: the word of a leader counts if it has heard from enough of the others.
func TestCount(t *testing.T) {
	// A server without JetStream, in whose place the test answers.
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	defer func() {
		s.Shutdown()
		s.WaitForShutdown()
	}()
	conn, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	defer conn.Close()
	j := &JetStream{conn: conn, cluster: "test"}
	const state = `"state":{"subjects":{"gamed.test.log.%d.g":7}}`
	for _, c := range []struct {
		name, cluster string
		stale         bool
	}{
		{"one server", "", false},
		{"a cluster of one", `,"cluster":{"leader":"a"}`, false},
		{"all hear it", `,"cluster":{"leader":"a","replicas":[{"name":"b","active":1000000},{"name":"c","active":900000000}]}`, false},
		{"one of two hears it", `,"cluster":{"leader":"a","replicas":[{"name":"b","active":1000000},{"name":"c","active":99000000000,"offline":true}]}`, false},
		{"it has woken", `,"cluster":{"leader":"a","replicas":[{"name":"b","active":8000000000},{"name":"c","active":8100000000}]}`, true},
		{"it has heard of nobody", `,"cluster":{"leader":"a","replicas":[{"name":"b"},{"name":"c"}]}`, true},
		{"two of four", `,"cluster":{"leader":"a","replicas":[{"name":"b","active":1},{"name":"c"},{"name":"d"}]}`, true},
		{"nobody leads", `,"cluster":{"replicas":[{"name":"b","active":1},{"name":"c","active":1}]}`, true},
	} {
		sub, err := conn.Subscribe("$JS.API.STREAM.INFO."+j.streamOf("g"), func(msg *nats.Msg) {
			_ = msg.Respond(fmt.Appendf(nil, "{"+state+"%s}", hash("g")%streams, c.cluster))
		})
		require.NoError(t, err)
		n, err := j.count(t.Context(), "g")
		if c.stale {
			assert.ErrorIs(t, err, errStale, c.name)
			assert.True(t, passing(err))
		} else {
			require.NoError(t, err, c.name)
			assert.Equal(t, uint64(7), n)
		}
		require.NoError(t, sub.Unsubscribe())
	}
}
