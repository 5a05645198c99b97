package store

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDamaged checks that the other games stay readable when one game is damaged.
func TestDamaged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log, err := OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	filler := []byte(rand.Text())
	for i := range 200 { // the records fill more than one block
		require.NoError(t, log.Append(t.Context(), fmt.Sprintf("g-%03d", i), 0, bytes.Repeat(filler, 20)))
	}
	require.NoError(t, log.db.Flush())
	require.NoError(t, log.Close())
	files, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	file, err := os.OpenFile(files[0], os.O_WRONLY, 0)
	require.NoError(t, err)
	info, err := file.Stat()
	require.NoError(t, err)
	_, err = file.WriteAt([]byte("damage"), info.Size()/2)
	require.NoError(t, err)
	require.NoError(t, file.Close())

	log, err = FindEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	games, err := log.Games(t.Context())
	require.NoError(t, err)
	assert.Len(t, games, 200)
	damaged := 0
	for _, game := range games {
		if _, err := log.Read(t.Context(), game); err != nil {
			require.ErrorIs(t, err, ErrDamaged)
			damaged++
		}
	}
	assert.Positive(t, damaged)
	assert.Less(t, damaged, len(games)/2)
	require.NoError(t, log.Close())

	// In this case, the damage hits the start of the list of games.
	_, err = os.Stat(files[0])
	require.NoError(t, err)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	text[10] ^= 1
	require.NoError(t, os.WriteFile(files[0], text, 0o600))
	log, err = FindEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	games, err = log.Games(t.Context())
	require.ErrorIs(t, err, ErrDamaged)
	assert.Greater(t, len(games), 100)
	require.NoError(t, log.Close())

	require.NoError(t, os.Remove(files[0]))
	_, err = FindEmbedded(dir, SyncAlways)
	require.ErrorIs(t, err, ErrDamaged)
}

// TestDamagedLog checks that the store does not mistake damage in the middle of the write-ahead log
// for the end of the log.
func TestDamagedLog(t *testing.T) {
	fs := vfs.NewCrashableMem()
	log, err := openEmbedded("d", SyncAlways, fs)
	require.NoError(t, err)
	defer func() { require.NoError(t, log.Close()) }()
	filler := []byte(rand.Text())
	for i := range uint64(100) {
		require.NoError(t, log.Append(t.Context(), "g", i, bytes.Repeat(filler, 40)))
	}
	after := fs.CrashClone(vfs.CrashCloneCfg{}) // what the disk contains after a crash
	names, err := after.List("d")
	require.NoError(t, err)
	logs := slices.DeleteFunc(names, func(name string) bool { return path.Ext(name) != ".log" })
	last := slices.Max(logs)
	file, err := after.OpenReadWrite(after.PathJoin("d", last), vfs.WriteCategoryUnspecified)
	require.NoError(t, err)
	_, err = file.WriteAt([]byte("damage"), 9000)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	_, err = openEmbedded("d", SyncAlways, after)
	require.ErrorIs(t, err, ErrDamaged)
	require.ErrorContains(t, err, "store: folder d: ")
}

// TestDamagedBackup checks that a folder restored from a backup whose end is missing does not open.
func TestDamagedBackup(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	log, err := OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	require.NoError(t, log.Append(t.Context(), "g", 0, []byte("a")))
	require.NoError(t, log.Backup(dir+"-backup"))
	require.NoError(t, log.Append(t.Context(), "g", 1, []byte("b")))
	require.NoError(t, log.Close())
	names, err := filepath.Glob(filepath.Join(dir+"-backup", "*.log"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		require.NoError(t, os.Truncate(name, 0))
	}
	require.NoError(t, Restore(dir+"-backup", dir+"-restored"))
	_, err = OpenEmbedded(dir+"-restored", SyncAlways)
	require.ErrorIs(t, err, ErrDamaged)
	require.ErrorContains(t, err, "the newest 1 writes that were acknowledged are missing")
}

// TestBackupToUsedPath checks that Backup and Restore return os.ErrExist for an existing path, and
// another error for a path inside a file.
func TestBackupToUsedPath(t *testing.T) {
	dir := t.TempDir()
	log, err := OpenEmbedded(filepath.Join(dir, "data"), SyncAlways)
	require.NoError(t, err)
	defer log.Close()
	backup, file := filepath.Join(dir, "backup"), filepath.Join(dir, "file")
	require.NoError(t, log.Backup(backup))
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, to := range []func(string) error{log.Backup, func(dir string) error { return Restore(backup, dir) }} {
		err = to(backup)
		require.ErrorIs(t, err, os.ErrExist)
		require.ErrorContains(t, err, "name a new folder")
		err = to(filepath.Join(file, "new"))
		require.Error(t, err)
		require.NotErrorIs(t, err, os.ErrExist)
	}
}

func TestFindEmbedded(t *testing.T) {
	dir := t.TempDir()
	_, err := FindEmbedded(dir, SyncAlways)
	require.ErrorIs(t, err, ErrNoLog)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
	_, err = FindEmbedded(filepath.Join(dir, "none"), SyncAlways)
	require.ErrorIs(t, err, os.ErrNotExist)
}
