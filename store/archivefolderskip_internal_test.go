package store

import (
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestArchivedFullQueue fills the queue of a data folder's archive. It checks that the archive
// reports trouble until it has copied the missing changes from the folder.
func TestArchivedFullQueue(t *testing.T) {
	t.Parallel()
	f := newArchivedFolder(t)
	log, err := openPlace(Folder{Dir: f.dir}, SyncAlways, vfs.Default, false)
	require.NoError(t, err)
	a, err := newFolderArchive(log, Folder{Dir: f.archive}, 1<<30, false)
	require.NoError(t, err)
	a.queue = make(chan archiveEntry, 1)
	require.NoError(t, a.begin())
	log.archive, log.committer.archive = a, a
	require.NoError(t, a.Trouble())
	f.write(log, 3) // only the first entry has room in the queue
	require.NoError(t, log.Finish(t.Context(), "game1"))
	delete(f.games, "game1")
	require.NoError(t, log.DeleteGame(t.Context(), "game2"))
	delete(f.games, "game2")
	remove(t, log, "key2")
	delete(f.values, "key2")
	require.Error(t, a.Trouble())

	a.start(a.write)
	require.NoError(t, a.flush(t.Context()))
	require.ErrorContains(t, a.Trouble(), "it lacks some of the latest changes", "the disk works again, but the archive lacks the changes")
	put(t, log, "key0", "later")
	f.values["key0"] = "later"
	require.NoError(t, a.flush(t.Context()))
	require.Error(t, a.Trouble())
	assert.Empty(t, f.lost(a))
	require.NoError(t, a.Trouble())
	_, _, err = a.archived.Get(t.Context(), finishedBucket, "game1")
	require.NoError(t, err, "the end of the game")

	a.noteSkip() // the folder has lost a game or value meanwhile
	require.NoError(t, log.db.Delete(recordKey("game0", 2), log.write))
	lost := f.lost(a)
	require.Len(t, lost, 1)
	require.NoError(t, a.Trouble(), "the archive has all that the folder has")
	a.Restore(t.Context(), lost, func(_ *Damage, err error) { require.NoError(t, err) })
	require.NoError(t, a.Close())
	f.games["game1"] = 3
	f.checkBoth()
}
