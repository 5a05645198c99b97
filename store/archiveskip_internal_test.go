package store

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
)

// newSlowArchive returns an archive with a queue of one entry. The archive writes no entry until
// the test calls start.
func newSlowArchive(t *testing.T) *Archive {
	j, err := OpenJetStream(t.Context(), natstest.Connect(t, natstest.RunServer(t)), "test", 1)
	require.NoError(t, err)
	copied, err := openArchiveCopy(Folder{Dir: t.TempDir()}, 1<<30)
	require.NoError(t, err)
	copied.queue = make(chan archiveEntry, 1)
	a := newArchive(j, copied)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	return a
}

// TestArchiveFullQueue fills the queue of an archive. It checks that the archive reports trouble
// until it has copied the missing changes from the cluster.
func TestArchiveFullQueue(t *testing.T) {
	t.Parallel()
	a := newSlowArchive(t)
	require.NoError(t, a.Trouble())
	changed, err := a.Put(t.Context(), "guest", "changed", []byte("first"), 0)
	require.NoError(t, err)
	revisions := make(map[string]uint64)
	for _, key := range []string{"kept", "deleted", "lost"} {
		revisions[key], err = a.Put(t.Context(), "guest", key, []byte(key), 0)
		require.NoError(t, err)
	}
	require.NoError(t, a.Delete(t.Context(), "guest", "deleted", revisions["deleted"]))
	_, err = a.Put(t.Context(), "guest", "changed", []byte("second"), changed)
	require.NoError(t, err)
	var chain Chain
	require.NoError(t, a.Append(t.Context(), "game", 0, chain.Seal([]byte(`{"t":"header"}`))))
	require.NoError(t, a.Finish(t.Context(), "game"))
	stream, err := a.bucket(t.Context(), "guest", false)
	require.NoError(t, err)
	require.NoError(t, stream.DeleteMsg(t.Context(), revisions["lost"]))
	require.Error(t, a.Trouble())

	a.start(a.write)
	require.NoError(t, a.flush(t.Context()))
	require.ErrorContains(t, a.Trouble(), "it lacks the latest changes of", "the disk works again, but the archive lacks the values")
	pace := func(context.Context) error { return nil }
	found, err := a.Lost(t.Context(), true, pace)
	require.NoError(t, err)
	require.Len(t, found, 1)
	assert.ErrorContains(t, found[0], "key lost in guest: the stored data is damaged: the cluster has lost revision 4, acknowledged at ")
	require.NoError(t, a.Trouble())
	for key, want := range map[string]string{"changed": "second", "kept": "kept", "deleted": "", "lost": ""} {
		v, err := a.archived.archivedAt("guest", key)
		require.NoError(t, err)
		assert.Equal(t, want, string(v.text), key)
	}
	lines, err := a.archived.Read(t.Context(), "game")
	require.NoError(t, err)
	assert.Len(t, lines, 1)
	_, _, err = a.archived.Get(t.Context(), finishedBucket, "game")
	require.NoError(t, err, "the end of the game")
	found, err = a.Lost(t.Context(), true, pace)
	require.NoError(t, err)
	assert.Empty(t, found)
	_, err = a.Put(t.Context(), "guest", "kept", []byte("later"), revisions["kept"])
	require.NoError(t, err)
	found, err = a.Lost(t.Context(), true, pace)
	require.NoError(t, err)
	assert.Empty(t, found)
	require.NoError(t, a.Trouble())
}

// TestArchiveStaysIncomplete checks that the archive remembers which records it lacks while their stream does
// not respond.
func TestArchiveStaysIncomplete(t *testing.T) {
	a := newSlowArchive(t)
	var chain Chain
	for n, text := range []string{`{"t":"header"}`, `{"t":"seat"}`} { // the second one finds the queue full
		line := chain.Seal([]byte(text))
		require.NoError(t, chain.Next(line))
		require.NoError(t, a.Append(t.Context(), "game", uint64(n), line))
	}
	a.start(a.write)
	require.NoError(t, a.flush(t.Context()))
	stream, err := a.js.Stream(t.Context(), a.logStream(a.streamOf("game")))
	require.NoError(t, err)
	require.NoError(t, a.js.DeleteStream(t.Context(), stream.CachedInfo().Config.Name))
	_, err = a.lostGames(t.Context())
	require.ErrorIs(t, err, ErrUnavailable)
	assert.Contains(t, a.incompleteGames(), "game")
}

// TestNoteComplete checks that a game whose lack is noted again while its records are copied remains
// incomplete.
func TestNoteComplete(t *testing.T) {
	a := &archiveCopy{incomplete: make(map[string]int)}
	a.noteIncomplete("game")
	copied := a.incompleteGames()
	a.noteIncomplete("game")
	a.noteComplete("game", copied["game"])
	assert.Contains(t, a.incompleteGames(), "game")
	a.noteComplete("game", 2)
	assert.Empty(t, a.incompleteGames())
}
