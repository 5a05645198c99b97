package store

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestArchiveSync kills a server a while after its last writes, and removes its data folder. The archive has
// the writes, although they are fewer than the engine keeps in memory.
func TestArchiveSync(t *testing.T) {
	dir := t.TempDir()
	killed := filepath.Join(dir, "killed")
	synctest.Test(t, func(t *testing.T) {
		a, err := Folder{Dir: filepath.Join(dir, "data")}.OpenArchived(t.Context(), filepath.Join(dir, "archive"), 1<<30, nil)
		require.NoError(t, err)
		extend(t, a.Log(), "game", 3)
		time.Sleep(2 * archiveSyncPause)
		synctest.Wait()
		copyFolder(t, filepath.Join(dir, "archive"), killed)
		require.NoError(t, a.Close())
	})
	restored := 0
	a, err := Folder{Dir: filepath.Join(dir, "new")}.OpenArchived(t.Context(), killed, 1<<30, func(_ *Damage, err error) {
		require.NoError(t, err)
		restored++
	})
	require.NoError(t, err)
	assert.Equal(t, 1, restored)
	lines, err := a.Log().Read(t.Context(), "game")
	require.NoError(t, err)
	assert.Len(t, lines, 3)
	require.NoError(t, a.Close())
}
