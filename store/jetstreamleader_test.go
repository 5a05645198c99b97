package store

import (
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// newImpersonatedLog returns a log on a NATS server without JetStream. The test sends the responses
// in place of JetStream.
func newImpersonatedLog(t *testing.T) *JetStream {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(time.Minute))
	conn, err := nats.Connect(s.ClientURL())
	require.NoError(t, err)
	t.Cleanup(func() {
		conn.Close()
		s.Shutdown()
		s.WaitForShutdown()
	})
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	return &JetStream{conn: conn, js: js, cluster: "test", streams: streams, closing: t.Context(), tips: make(map[string]tip)}
}

// TestCount checks that a leader's count is accepted only with recent contact to a majority.
func TestCount(t *testing.T) {
	t.Parallel()
	const state = `"state":{"subjects":{"gamed.test.log.%d.g":7}}`
	for _, c := range []struct {
		name, cluster string
		stale         bool
	}{
		{"one server", "", false},
		{"a cluster of one", `,"cluster":{"leader":"a"}`, false},
		{"contact with all replicas", `,"cluster":{"leader":"a","replicas":[{"name":"b","active":1000000},{"name":"c","active":900000000}]}`, false},
		{"contact with one of two replicas", `,"cluster":{"leader":"a","replicas":[{"name":"b","active":1000000},{"name":"c","active":99000000000,"offline":true}]}`, false},
		{"the leader resumes after a freeze", `,"cluster":{"leader":"a","replicas":[{"name":"b","active":8000000000},{"name":"c","active":8100000000}]}`, true},
		{"no contact with any replica", `,"cluster":{"leader":"a","replicas":[{"name":"b"},{"name":"c"}]}`, true},
		{"contact with two of four replicas", `,"cluster":{"leader":"a","replicas":[{"name":"b","active":1},{"name":"c"},{"name":"d"}]}`, true},
		{"no leader", `,"cluster":{"replicas":[{"name":"b","active":1},{"name":"c","active":1}]}`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := newImpersonatedLog(t)
			_, err := j.conn.Subscribe("$JS.API.STREAM.INFO."+j.logStream(j.streamOf("g")), func(msg *nats.Msg) {
				_ = msg.Respond(fmt.Appendf(nil, "{"+state+"%s}", j.streamOf("g"), c.cluster))
			})
			require.NoError(t, err)
			n, err := j.countRecords(t.Context(), "g")
			if c.stale {
				require.ErrorIs(t, err, errStale)
				assert.True(t, isTemporary(err))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, uint64(7), n)
		})
	}
}

// TestCheckCounts checks that the error names a leader that counts messages twice, and that this
// leader steps down if the stream has other replicas. The error must not be ErrUnavailable, because
// another attempt does not help.
func TestCheckCounts(t *testing.T) {
	t.Parallel()
	const two = `"cluster":{"leader":"a","replicas":[{"name":"b","active":1},{"name":"c","active":1}]}`
	for _, c := range []struct {
		name, cluster    string
		counts, messages int
		wrong, stepsDown bool
	}{
		{"right", two, 7, 7, false, false},
		{"more messages since the tally", two, 7, 9, false, false},
		{"counted twice", two, 9, 7, true, true},
		{"counted twice by the only server", `"cluster":{}`, 9, 7, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			j := newImpersonatedLog(t)
			_, err := j.conn.Subscribe("$JS.API.STREAM.INFO.S", func(msg *nats.Msg) {
				_ = msg.Respond(fmt.Appendf(nil, `{"total":1,"state":{"messages":%d,"subjects":{"x":%d}},%s}`, c.messages, c.counts, c.cluster))
			})
			require.NoError(t, err)
			var stepsDown atomic.Bool
			_, err = j.conn.Subscribe("$JS.API.STREAM.LEADER.STEPDOWN.S", func(msg *nats.Msg) {
				stepsDown.Store(true)
				_ = msg.Respond([]byte(`{"success":true}`))
			})
			require.NoError(t, err)
			counts, err := j.checkedCounts(t.Context(), "S")
			assert.Equal(t, map[string]uint64{"x": uint64(c.counts)}, counts)
			if c.wrong {
				require.ErrorContains(t, err, "counts 9 messages of stream S, which has 7: restart that NATS server")
				require.NotErrorIs(t, err, ErrUnavailable)
			} else {
				require.NoError(t, err)
			}
			assert.Equal(t, c.stepsDown, stepsDown.Load())
		})
	}
}

// TestSeveralAnswers checks that the leader's response takes precedence over an earlier one
// from a server without a leader.
func TestSeveralAnswers(t *testing.T) {
	j := newImpersonatedLog(t)
	leaderless := `{"error":{"code":503,"err_code":10008,"description":"JetStream system temporarily unavailable"}}`
	for subject, answers := range map[string][]string{
		"$JS.API.STREAM.INFO." + j.logStream(j.streamOf("g")): {
			leaderless, `{"cluster":{"replicas":[{"name":"b"},{"name":"c"}]}}`,
			fmt.Sprintf(`{"state":{"subjects":{"%s":7}},"cluster":{"leader":"a","replicas":[{"name":"b","active":1},{"name":"c","active":1}]}}`, j.subject("g")),
		},
		"$JS.API.STREAM.MSG.GET.KV": {leaderless, `{"message":{"seq":9,"hdrs":"TkFUUy8xLjANCkE6IGINCg0K","data":"YQ=="}}`},
	} {
		_, err := j.conn.Subscribe(subject, func(msg *nats.Msg) {
			for _, answer := range answers {
				_ = msg.Respond([]byte(answer))
			}
		})
		require.NoError(t, err)
	}
	n, err := j.countRecords(t.Context(), "g")
	require.NoError(t, err)
	assert.Equal(t, uint64(7), n)
	seq, _, _, text, err := j.lastMessage(t.Context(), "KV", "a")
	require.NoError(t, err)
	assert.Equal(t, uint64(9), seq)
	assert.Equal(t, "a", string(text))
}

// TestStreamInCreation checks that CheckStreams ignores a stream that another server is creating. NATS
// already lists the name of such a stream, but does not find the stream yet.
func TestStreamInCreation(t *testing.T) {
	t.Parallel()
	j := newImpersonatedLog(t)
	for subject, answer := range map[string]string{
		"$JS.API.STREAM.NAMES":                           `{"total":1,"limit":1024,"streams":["` + j.bucketStream("quick") + `"]}`,
		"$JS.API.STREAM.INFO." + j.bucketStream("quick"): `{"error":{"code":404,"err_code":10059,"description":"stream not found"}}`,
		"$JS.API.STREAM.INFO." + j.liveStream():          `{"config":{"num_replicas":3}}`,
		"$JS.API.STREAM.INFO." + j.logStream(0):          `{"config":{"num_replicas":3}}`,
		"$JS.API.STREAM.INFO." + j.logStream(1):          `{"config":{"num_replicas":3}}`,
		"$JS.API.STREAM.INFO." + j.logStream(2):          `{"config":{"num_replicas":3}}`,
	} {
		_, err := j.conn.Subscribe(subject, func(msg *nats.Msg) { _ = msg.Respond([]byte(answer)) })
		require.NoError(t, err)
	}
	require.NoError(t, j.CheckStreams(t.Context()))
}

// TestSilentReplica checks that reading a game resumes after the last received record if a replica stops
// answering. On a busy machine the reader may also repeat a request that the replica has answered, so the
// answer depends on the request alone.
func TestSilentReplica(t *testing.T) {
	t.Parallel()
	j := newImpersonatedLog(t)
	asked := 0
	_, err := j.conn.Subscribe(j.directSubject("g"), func(msg *nats.Msg) {
		var from struct{ Seq uint64 }
		assert.NoError(t, json.Unmarshal(msg.Data, &from))
		if asked++; asked == 1 {
			assert.EqualValues(t, 1, from.Seq)
			return
		}
		record := func(seq, data string) {
			_ = msg.RespondMsg(&nats.Msg{Header: nats.Header{"Nats-Sequence": {seq}}, Data: []byte(data)})
		}
		switch from.Seq {
		case 1:
			record("5", "a")
			return
		case 6:
			record("8", "b")
		default:
			assert.EqualValues(t, 9, from.Seq)
		}
		_ = msg.RespondMsg(&nats.Msg{Header: nats.Header{"Status": {"204"}}})
	})
	require.NoError(t, err)
	records, err := j.records(t.Context(), "g", 2)
	require.NoError(t, err)
	assert.Equal(t, [][]byte{[]byte("a"), []byte("b")}, records)
	last, known := j.tip("g")
	assert.True(t, known)
	assert.Equal(t, tip{2, 8}, last)
}
