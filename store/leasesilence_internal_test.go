package store

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A stuckNATS is a NATS server in memory, so that a test with a fake clock can use it. It responds to
// no request, except with a lease to requests for a value if lease is not empty.
type stuckNATS struct{ lease string }

func (s stuckNATS) Dial(string, string) (net.Conn, error) {
	client, server := net.Pipe()
	go s.serve(server)
	return client, nil
}

func (s stuckNATS) serve(conn net.Conn) {
	subscriptions := make(map[string]string) // by subject
	send := func(text string) { _, _ = conn.Write([]byte(text + "\r\n")) }
	send(`INFO {"server_id":"n2","version":"2.15.2","proto":1,"headers":true,"max_payload":1048576}`)
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) == 0:
		case words[0] == "PING":
			send("PONG")
		case words[0] == "SUB":
			subscriptions[words[1]] = words[2]
		case words[0] == "PUB" && strings.HasPrefix(words[1], "$JS.API.STREAM.MSG.GET.") && s.lease != "":
			encode := base64.StdEncoding.EncodeToString
			text := fmt.Sprintf(`{"message":{"seq":9,"hdrs":%q,"data":%q}}`, encode([]byte("NATS/1.0\r\n\r\n")), encode([]byte(s.lease)))
			send(fmt.Sprintf("MSG %s %s %d\r\n%s", words[2], subscriptions[words[2]], len(text), text))
		}
	}
}

// TestNoLeases checks that a program gives up if the stream of the leases does not respond, or
// responds but stores nothing. The error must name this stream and its last leader, because only a
// restart of that NATS server helps. A program without a connection to NATS must not claim this.
func TestNoLeases(t *testing.T) {
	for name, s := range map[string]stuckNATS{"the leader is stuck": {}, "the leader stores nothing": {`{"until":1}`}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				conn, err := nats.Connect("nats://127.0.0.1", nats.SetCustomDialer(s))
				require.NoError(t, err)
				defer conn.Close()
				js, err := jetstream.New(conn)
				require.NoError(t, err)
				j := &JetStream{
					conn: conn, js: js, cluster: "test", closing: t.Context(), tips: make(map[string]tip),
					leaders: map[string]string{"GAMED_test_KV_replicas": "n2"},
					buckets: map[string]jetstream.Stream{leaseBucket: struct{ jetstream.Stream }{}},
				}
				never := func(context.Context) error {
					assert.Fail(t, "the program has no lease")
					return nil
				}
				err = j.WithLease(t.Context(), 0, true, never)
				require.ErrorIs(t, err, ErrNoLeases)
				assert.NotErrorIs(t, err, ErrBusy)
				assert.ErrorContains(t, err, "store: the lease to compare the replicas: stream GAMED_test_KV_replicas, which NATS server n2 led last: no lease can be obtained, so nothing is repaired: restart the NATS server that leads this stream")
				err = j.withStream(t.Context(), "S", never)
				require.ErrorIs(t, err, ErrNoLeases)
				assert.ErrorIs(t, err, ErrBusy)

				conn.Close()
				err = j.WithLease(t.Context(), 0, true, never)
				require.ErrorIs(t, err, ErrUnavailable)
				assert.NotErrorIs(t, err, ErrNoLeases, "only this program is cut off")
			})
		})
	}
}
