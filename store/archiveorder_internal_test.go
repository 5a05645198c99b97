package store

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
)

// openArchives opens the archives of n gamed servers on one NATS server.
func openArchives(t *testing.T, n int) (all []*Archive, js jetstream.JetStream) {
	s := natstest.RunServer(t)
	for range n {
		conn := natstest.Connect(t, s)
		j, err := OpenJetStream(t.Context(), conn, "test", 1)
		require.NoError(t, err)
		a, err := OpenArchive(j, t.TempDir(), 1<<30)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, a.Close()) })
		js, err = jetstream.New(conn)
		require.NoError(t, err)
		all = append(all, a)
	}
	return all, js
}

// addItem adds an item to a list, as servers add results.
func addItem(t *testing.T, a *Archive, item string) {
	t.Helper()
	_, err := ChangeValue(t.Context(), a, "list", "all", func(list *[]string) bool {
		*list = append(*list, item)
		return true
	})
	require.NoError(t, err)
}

// lostNow returns the losses that an archive finds, and their reasons.
func lostNow(t *testing.T, a *Archive) (reasons []string, all []*Damage) {
	t.Helper()
	all, err := a.Lost(t.Context(), true, func(context.Context) error { return nil })
	require.NoError(t, err)
	for _, d := range all {
		reasons = append(reasons, d.Reason)
	}
	return reasons, all
}

// TestArchiveLateEntry lets two changes of a value reach the archive in another order than the cluster.
// The later change stays in the archive, and neither change counts as lost.
func TestArchiveLateEntry(t *testing.T) {
	all, _ := openArchives(t, 1)
	a := all[0]
	begun := time.Now().UnixMilli()
	first, err := a.JetStream.Put(t.Context(), "list", "all", []byte("first"), 0)
	require.NoError(t, err)
	second, err := a.Put(t.Context(), "list", "all", []byte("second"), first)
	require.NoError(t, err)
	require.NoError(t, a.flush(t.Context()))
	a.enqueue(archiveEntry{bucket: "list", key: "all", requestedAt: begun, value: archivedValue{first, first, time.Now().UnixMilli(), []byte("first")}})
	reasons, _ := lostNow(t, a)
	assert.Empty(t, reasons)
	kept, err := a.archived.archivedAt("list", "all")
	require.NoError(t, err)
	assert.Equal(t, second, kept.seq)
	assert.Equal(t, "second", string(kept.text))
}

// TestArchiveInTurn lets three servers change a list in turn, and twice deletes the stream that
// contains the list. Afterwards the restored list and later versions have lower sequences than the
// lost versions. Each deletion of the stream counts as a loss, and no later change of the list
// does.
func TestArchiveInTurn(t *testing.T) {
	all, js := openArchives(t, 3)
	lose := func() {
		stream, err := js.Stream(t.Context(), "GAMED_test_KV_list")
		require.NoError(t, err)
		config := stream.CachedInfo().Config
		require.NoError(t, js.DeleteStream(t.Context(), config.Name))
		_, err = js.CreateStream(t.Context(), config)
		require.NoError(t, err)
	}
	var want []string
	turns := func(n int) {
		for range n {
			for i, a := range all {
				item := fmt.Sprintf("%d by %d", len(want), i)
				addItem(t, a, item)
				want = append(want, item)
			}
		}
	}
	there := func() (list []string) {
		_, err := ReadValue(t.Context(), all[0], "list", "all", &list)
		require.NoError(t, err)
		return list
	}
	for range 2 {
		turns(4)
		for _, a := range all {
			reasons, _ := lostNow(t, a)
			assert.Empty(t, reasons)
		}
		lose()
		for _, a := range all { // the first archives restore older lists than the last one
			_, lost := lostNow(t, a)
			require.Len(t, lost, 1)
			a.Restore(t.Context(), lost, func(_ *Damage, err error) { assert.NoError(t, err) })
		}
		assert.Equal(t, want, there())
	}
	turns(1)
	for _, a := range all {
		reasons, _ := lostNow(t, a)
		assert.Empty(t, reasons)
	}
	assert.Equal(t, want, there())

	_, revision, err := all[1].Get(t.Context(), "list", "all")
	require.NoError(t, err)
	require.NoError(t, all[1].Delete(t.Context(), "list", "all", revision))
	reasons, _ := lostNow(t, all[0])
	assert.Empty(t, reasons, "the list is deleted")
	assert.Empty(t, there())
	addItem(t, all[2], "created again")
	for _, a := range all {
		reasons, _ := lostNow(t, a)
		assert.Empty(t, reasons)
	}
	assert.Equal(t, []string{"created again"}, there())
}

// TestArchiveKeepsNewerValue checks that a server that has overwritten a lost value reports the loss, and
// does not report the value as restored.
func TestArchiveKeepsNewerValue(t *testing.T) {
	t.Parallel()
	all, js := openArchives(t, 2)
	for _, item := range []string{"first", "second", "third"} {
		addItem(t, all[0], item)
	}
	require.NoError(t, all[0].flush(t.Context()))
	kept, err := all[0].archived.archivedAt("list", "all")
	require.NoError(t, err)
	kept.acknowledgedAt -= time.Minute.Milliseconds()
	require.NoError(t, all[0].archived.archiveValue("list", "all", kept))
	require.NoError(t, js.DeleteStream(t.Context(), "GAMED_test_KV_list"))
	config := all[0].buckets["list"].CachedInfo().Config
	_, err = js.CreateStream(t.Context(), config)
	require.NoError(t, err)
	addItem(t, all[0], "fourth")
	reasons, lost := lostNow(t, all[0])
	assert.Equal(t, []string{fmt.Sprintf("the cluster lost revision %d, acknowledged at %s, and has stored another value since, which stays", kept.seq, time.UnixMilli(kept.acknowledgedAt).UTC().Format(time.RFC3339))}, reasons)
	all[0].Restore(t.Context(), lost, func(_ *Damage, err error) { assert.ErrorIs(t, err, ErrDamaged) })
	reasons, _ = lostNow(t, all[0])
	assert.Empty(t, reasons)
	var list []string
	_, err = ReadValue(t.Context(), all[1], "list", "all", &list)
	require.NoError(t, err)
	assert.Equal(t, []string{"fourth"}, list)
}
