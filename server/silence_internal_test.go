package server

import (
	"bytes"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestNoteSilence checks that the server names a stuck NATS server once its streams have not responded for
// longer than an election takes, until they respond again.
func TestNoteSilence(t *testing.T) {
	var said bytes.Buffer
	s := &Server{c: Config{Logger: zerolog.New(&said)}}
	at := time.Unix(1_800_000_000, 0)
	note := func(after time.Duration, silent ...store.Silence) string {
		said.Reset()
		s.noteSilence(silent, at.Add(after))
		return said.String()
	}
	silences := func() bool { return s.hasReason(t, "a NATS server does not respond") }
	first, second, other := store.Silence{Stream: "S1", Server: "n2"}, store.Silence{Stream: "S2", Server: "n2"}, store.Silence{Stream: "S3"}
	assert.Empty(t, note(0, first, second))
	assert.Empty(t, note(replicaRest-1, second), "the first stream has elected a leader")
	assert.False(t, silences())
	assert.Contains(t, note(replicaRest, first, second), `"streams":["S2"],"server":"n2","message":"streams of NATS do not respond, and this NATS server led them last: start it, or restart it if it runs"`)
	assert.True(t, silences())
	assert.Empty(t, note(2*replicaRest, first, second, other), "the server is named already")
	assert.EqualValues(t, 2, s.guard.silent.count.Load())
	assert.Contains(t, note(3*replicaRest, other), `"server":"n2","message":"the streams of a NATS server respond again"`)
	assert.True(t, silences())
	assert.Contains(t, note(3*replicaRest), "respond again")
	assert.False(t, silences())
}
