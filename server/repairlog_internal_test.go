package server

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestRepairLog checks what the server logs about the repair of a replica. While the repair waits for a NATS
// server, the log names that server, and does not claim that no replica is intact. In this case the
// server must not fence the damaged game: this server has no hub, so the attempt would panic.
func TestRepairLog(t *testing.T) {
	var said bytes.Buffer
	s := &Server{c: Config{Logger: zerolog.New(&said)}}
	note := func(d store.Difference, failed error) (string, bool) {
		said.Reset()
		before := s.guard.repaired.Load()
		s.noteRepair(&d, failed)
		return said.String(), s.guard.repaired.Load() > before
	}
	d := store.Difference{Stream: "S", Server: "n3", Missing: 7}
	line, repaired := note(d, nil)
	assert.Contains(t, line, "a damaged replica was replaced")
	assert.True(t, repaired)
	assert.EqualValues(t, 1, s.guard.repaired.Load())
	for _, d.Intact = range [][]string{{"n1"}, nil} {
		line, repaired = note(d, fmt.Errorf("another program repairs or restores stream S: %w", store.ErrBusy))
		assert.Contains(t, line, "another program repairs or restores stream S")
		assert.Contains(t, line, "its repair waits for the lease of its stream: the server tries again")
		assert.NotContains(t, line, "restore the cluster from a backup")
		assert.False(t, repaired)
	}
	line, repaired = note(d, &d)
	assert.Contains(t, line, "no replica is intact: restore the cluster from a backup")
	assert.False(t, repaired)

	d.NotCompared = []store.Absence{{Stream: "S", Server: "n2", Offline: true}}
	d.Items = []*store.Damage{{Game: "0123456789"}}
	for _, d.Intact = range [][]string{nil, {"n1"}} {
		line, repaired = note(d, store.ErrUnavailable)
		assert.Contains(t, line, `"servers":["n2"],"message":"a replica is damaged and its repair waits for a NATS server: start that NATS server, or restart it if it stays behind"`)
		assert.Contains(t, line, "the repair waits: NATS server n2 does not run")
		assert.NotContains(t, line, "intact")
		assert.False(t, repaired)
	}
	d.NotCompared = nil
	line, _ = note(d, store.ErrUnavailable)
	assert.Contains(t, line, "a replica is damaged and its repair failed: the server tries again")
}
