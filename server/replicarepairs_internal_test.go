package server

import (
	"testing"
	"testing/synctest"

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
