package server

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"

	"gamed/server/hub"
	"gamed/store"
)

// TestReplicaLag checks that the server names a replica that comparisons find behind for longer than one
// round, until it has caught up. A replica that was behind only for a moment is not named.
func TestReplicaLag(t *testing.T) {
	var said bytes.Buffer
	s := &Server{c: Config{Logger: zerolog.New(&said)}}
	at := time.Unix(1_800_000_000, 0)
	note := func(after time.Duration, complete bool, away ...store.Absence) string {
		said.Reset()
		s.noteLag(away, complete, at.Add(after))
		return said.String()
	}
	behind := func() bool { return s.hasReason(t, "a NATS server is behind") }
	first, second := store.Absence{Stream: "S1", Server: "n2", Lag: 7}, store.Absence{Stream: "S2", Server: "n2", Lag: 9}
	assert.Empty(t, note(0, true, first, second))
	assert.Empty(t, note(replicaRest-1, true, second), "the first replica has caught up")
	assert.False(t, behind())
	assert.Empty(t, note(replicaRest-1, true, first, second))
	line := note(replicaRest, true, first, second)
	assert.Contains(t, line, `"server":"n2","streams":["S2"],"message":"a NATS server stays behind: check its disk, and restart that NATS server"`)
	assert.True(t, behind())
	assert.EqualValues(t, 1, s.guard.lag.behind.Load())
	assert.Empty(t, note(2*replicaRest, false), "an incomplete comparison, and the server is named already")
	assert.EqualValues(t, 2, s.guard.lag.behind.Load())
	assert.Contains(t, note(2*replicaRest, true), `"server":"n2","message":"a NATS server has caught up"`)
	assert.False(t, behind())

	away := store.Absence{Stream: "S1", Server: "n3", Offline: true}
	assert.Empty(t, note(0, true, away))
	assert.Contains(t, note(replicaRest, true, away), "a NATS server does not run: start it")
}

// hasReason reports whether /healthz would name a reason that leaves games playable.
func (s *Server) hasReason(t *testing.T, reason string) bool {
	t.Helper()
	i := slices.IndexFunc(shortages, func(lack shortage) bool { return lack.reason == reason })
	assert.True(t, shortages[i].acceptsGames)
	return shortages[i].applies(s, hub.Counts{})
}
