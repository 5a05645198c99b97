package store

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestJudge checks which replicas judge finds damaged when they differ in the message with sequence 5.
func TestJudge(t *testing.T) {
	j := &JetStream{cluster: "test", streams: 1}
	log := jetstream.StreamConfig{Name: j.logStream(0)}
	live := jetstream.StreamConfig{Name: j.liveStream(), MaxMsgsPerSubject: 1}
	values := jetstream.StreamConfig{Name: j.bucketStream("guest"), MaxMsgsPerSubject: 1}
	const one, two, three = 1, 2, 4
	for _, c := range []struct {
		name    string
		config  jetstream.StreamConfig
		before  uint64 // the servers with the message, in the first pass
		now     uint64
		forms   map[uint64]uint64
		newest  uint64
		deleted uint64
		want    string // damaged servers: L lacks the message, E has a removed one, C has another form
	}{
		{"a record is lost", log, one | two, one | two, nil, 5, 0, "n3L"},
		{"a record is lost on two servers", log, one, one, nil, 5, 0, "n2L n3L"},
		{"a deleted record reappears", log, three, three, nil, 5, 6, "n3E"},
		{"a game began again after its deletion", log, one, one, nil, 5, 4, "n2L n3L"},
		{"a replica was behind", log, one, one | two | three, nil, 5, 0, ""},
		{"another replica is behind now", log, one | two, two | three, nil, 5, 0, ""},
		{"a value is lost", values, one | two, one | two, nil, 5, 0, "n3L"},
		{"an old value reappears", values, two, two, nil, 7, 0, "n2E"},
		{"a value is lost twice or reappears", values, two, two, nil, 5, 0, "n1L n2E n3L"},
		{"a mark reappears", live, two, two, nil, 5, 0, "n2E"},
		{"a record differs", log, 7, 7, map[uint64]uint64{10: one | three, 20: two}, 5, 0, "n2C"},
		{"all records differ", log, 7, 7, map[uint64]uint64{10: one, 20: two, 30: three}, 5, 0, ""},
		{"a record differs on one of two replicas", log, one | two, one | two, map[uint64]uint64{10: one, 20: two}, 5, 0, "n1C n2C n3L"},
	} {
		subject := "gamed.test.log.0.g"
		first := &pass{unequal: map[uint64]unequalMessage{5: {subject, c.before, nil}}}
		second := &pass{servers: []string{"n1", "n2", "n3"}, unequal: map[uint64]unequalMessage{5: {subject, c.now, c.forms}}, newest: map[string]uint64{subject: c.newest}}
		got := ""
		for _, d := range j.judge(c.config, first, second, map[string]uint64{subject: c.deleted}) {
			if got != "" {
				got += " "
			}
			got += d.Server + "LEC"[1*min(1, d.Extra)+2*min(1, d.Changed):][:1]
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

// TestAbsences checks that an Absence names the server and, for a replica that is behind, also the
// stream and the lag.
func TestAbsences(t *testing.T) {
	all := absences("S", &jetstream.ClusterInfo{Leader: "n1", Replicas: []*jetstream.PeerInfo{
		{Name: "n2", Lag: 7}, {Name: "n3", Current: true, Offline: true}, {Name: "n4", Current: true},
	}})
	assert.Equal(t, []Absence{{"S", "n2", false, 7}, {"S", "n3", true, 0}}, all)
	assert.Equal(t, "the replica of stream S on NATS server n2 is behind by 7 changes", all[0].String())
	assert.Equal(t, "NATS server n3 does not run", all[1].String())
}

// TestRepairWaitsForReplica lets a repair give up while it waits for a replica. It checks that the
// error names this replica.
func TestRepairWaitsForReplica(t *testing.T) {
	j := newImpersonatedLog(t)
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	_, err := j.conn.Subscribe("$JS.API.STREAM.INFO.S", func(msg *nats.Msg) {
		if asked++; asked > 2 { // the first comparison is complete
			cancel()
			return
		}
		_ = msg.Respond([]byte(`{"config":{"name":"S","num_replicas":2},"cluster":{"leader":"n1","replicas":[{"name":"n2","lag":7,"active":1}]}}`))
	})
	require.NoError(t, err)
	_, err = j.stillDamaged(ctx, &Difference{Stream: "S", Server: "n1"})
	require.ErrorContains(t, err, "the replica of stream S on NATS server n2 is behind by 7 changes, so the repair waits: restart that NATS server")
}

// TestRepairAfterInterruption checks that a repair of a stream first restores the number of replicas
// if an earlier repair was interrupted. Otherwise the stream would have a replica less afterwards.
func TestRepairAfterInterruption(t *testing.T) {
	j := newImpersonatedLog(t)
	ctx, cancel := context.WithCancel(t.Context())
	const cluster = `"cluster":{"leader":"n1","replicas":[{"name":"n2","current":true,"active":1}]}`
	_, err := j.conn.Subscribe("$JS.API.STREAM.INFO.S", func(msg *nats.Msg) {
		_ = msg.Respond([]byte(`{"config":{"name":"S","num_replicas":2,"metadata":{"gamed.repair":"3"}},` + cluster + `}`))
	})
	require.NoError(t, err)
	_, err = j.conn.Subscribe("$JS.API.CONSUMER.CREATE.S.>", func(*nats.Msg) { cancel() }) // a comparison, which is too early
	require.NoError(t, err)
	var config jetstream.StreamConfig
	_, err = j.conn.Subscribe("$JS.API.STREAM.UPDATE.S", func(msg *nats.Msg) {
		assert.NoError(t, json.Unmarshal(msg.Data, &config))
		cancel()
	})
	require.NoError(t, err)
	require.ErrorIs(t, j.repair(ctx, &Difference{Stream: "S", Server: "n2", Intact: []string{"n1"}}), context.Canceled)
	assert.Equal(t, 3, config.Replicas)
	assert.Empty(t, config.Metadata)
}
