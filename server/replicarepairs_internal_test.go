package server

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestRepairsOfStreams checks that the server repairs two streams at the same time, but one stream
// only once. A comparison must neither count nor repair the replicas of a stream under repair again.
func TestRepairsOfStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r replicaRepairs
		first, second := &store.Difference{Stream: "S1", Server: "n1"}, &store.Difference{Stream: "S2", Server: "n1"}
		release := make(chan struct{})
		var begun []string
		start := func(stream string) {
			r.start(stream, func() {
				begun = append(begun, stream)
				<-release
			})
			synctest.Wait()
		}
		assert.Equal(t, []*store.Difference{first}, r.noteComparison(store.Comparison{Damaged: []*store.Difference{first}}, true))
		start("S1")
		start("S1")
		assert.Equal(t, []string{"S1"}, begun)
		assert.Equal(t, []*store.Difference{second}, r.noteComparison(store.Comparison{Damaged: []*store.Difference{first, second}}, true))
		start("S2")
		assert.Equal(t, []string{"S1", "S2"}, begun)
		assert.Empty(t, r.noteComparison(store.Comparison{UnderRepair: []string{"S1", "S2"}}, true))
		assert.Equal(t, 2, r.damagedReplicas())
		r.noteRepaired("S1")
		assert.Equal(t, 1, r.damagedReplicas())
		close(release)
		r.group.Wait()

		assert.Empty(t, r.noteComparison(store.Comparison{UnderRepair: []string{"S2"}}, true), "another server repairs it")
		assert.Equal(t, 1, r.damagedReplicas())
		assert.Empty(t, r.noteComparison(store.Comparison{}, false))
		assert.Equal(t, 1, r.damagedReplicas())
		assert.Empty(t, r.noteComparison(store.Comparison{}, true))
		assert.Zero(t, r.damagedReplicas())
		start("S1")
		assert.Equal(t, []string{"S1", "S2", "S1"}, begun)
	})
}

// TestCompareAgain checks that the server compares again every second while a replica is away, even if
// it has lost items to restore: the comparison needs no lease that the restore needs.
func TestCompareAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Server{}
		s.guard.lost.Store(1)
		compare := make(chan bool, 1)
		compare <- false
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var urgent []bool
		s.compareReplicas(ctx, compare, func(_ context.Context, now bool) (away bool, err error) {
			if urgent = append(urgent, now); len(urgent) == 3 {
				cancel()
			}
			return true, nil
		})
		assert.Equal(t, []bool{false, true, true}, urgent)
	})
}

// TestNoteLeases checks that the log and /healthz tell the operator that no replica can be
// repaired, and what to do, until leases can be obtained again.
func TestNoteLeases(t *testing.T) {
	var said bytes.Buffer
	s := &Server{c: Config{Logger: zerolog.New(&said)}}
	const reason = "damaged data cannot be repaired"
	note := func(err error) string {
		said.Reset()
		s.noteLeases(err)
		return said.String()
	}
	assert.Empty(t, note(nil))
	assert.False(t, s.hasReason(t, reason))
	none := fmt.Errorf("stream S, which NATS server n2 led last: %w", store.ErrNoLeases)
	line := note(none)
	assert.Contains(t, line, "stream S, which NATS server n2 led last")
	assert.Contains(t, line, "no server can repair replicas or restore lost items: start the NATS server that led the stream of the leases, or restart it if it runs")
	assert.True(t, s.hasReason(t, reason))
	assert.Empty(t, note(none), "the log names it already")
	assert.Contains(t, note(nil), "responds again")
	assert.False(t, s.hasReason(t, reason))
}
