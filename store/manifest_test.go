package store

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// games is the number of games in the folder that newFilledDisk creates.
const games = 30

// newFilledDisk returns a disk with a folder whose games are all in sorted files, and a copy of the
// disk before these files were written.
func newFilledDisk(t *testing.T) (sorted, before *vfs.MemFS) {
	t.Helper()
	disk := vfs.NewCrashableMem()
	log, err := openEmbedded("d", SyncAlways, disk)
	require.NoError(t, err)
	filler := []byte(rand.Text())
	for i := range games {
		require.NoError(t, log.Append(t.Context(), fmt.Sprintf("g-%03d", i), 0, bytes.Repeat(filler, 20)))
	}
	before = disk.CrashClone(vfs.CrashCloneCfg{})
	require.NoError(t, log.db.Flush())
	require.NoError(t, log.Close())
	sorted = disk.CrashClone(vfs.CrashCloneCfg{})
	logs := filesNamed(t, sorted, "*.log")
	slices.Sort(logs)
	for _, old := range logs[:len(logs)-1] { // the engine eventually reuses or removes such files
		require.NoError(t, sorted.Remove(old))
	}
	return sorted, before
}

// filesNamed returns the files whose names match a pattern.
func filesNamed(t *testing.T, disk *vfs.MemFS, pattern string) (files []string) {
	t.Helper()
	names, err := disk.List("d")
	require.NoError(t, err)
	for _, name := range names {
		if ok, err := path.Match(pattern, name); assert.NoError(t, err) && ok {
			files = append(files, path.Join("d", name))
		}
	}
	return files
}

func readContent(t *testing.T, disk vfs.FS, name string) []byte {
	t.Helper()
	file, err := disk.Open(name)
	require.NoError(t, err)
	text, err := io.ReadAll(file)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	return text
}

func write(t *testing.T, disk vfs.FS, name string, text []byte) {
	t.Helper()
	file, err := disk.Create(name, vfs.WriteCategoryUnspecified)
	require.NoError(t, err)
	_, err = file.Write(text)
	require.NoError(t, err)
	require.NoError(t, file.Sync())
	require.NoError(t, file.Close())
}

// manifest returns the name of the current MANIFEST, which is the last one by name.
func manifest(t *testing.T, disk *vfs.MemFS) string {
	t.Helper()
	last := ""
	for _, name := range filesNamed(t, disk, "MANIFEST-*") {
		last = max(last, name)
	}
	require.NotEmpty(t, last)
	return last
}

// TestDamagedManifest damages each byte of the MANIFEST in turn, and truncates the MANIFEST to a
// half and by one byte. It checks that no game and no file is lost.
func TestDamagedManifest(t *testing.T) {
	t.Parallel()
	sorted, _ := newFilledDisk(t)
	whole := readContent(t, sorted, manifest(t, sorted))
	refused := 0
	try := func(what string, text []byte) {
		disk := vfs.NewMem()
		_, err := vfs.Clone(sorted, disk, "d", "d")
		require.NoError(t, err)
		write(t, disk, manifest(t, disk), text)
		tables := filesNamed(t, disk, "*.sst")
		log, err := openEmbedded("d", SyncAlways, disk)
		if err != nil {
			refused++
			assert.Subset(t, filesNamed(t, disk, "*.sst"), tables, what)
			return
		}
		all, err := log.Games(t.Context())
		require.NoError(t, err)
		assert.Len(t, all, games, what)
		require.NoError(t, log.Close())
	}
	for i := range whole {
		text := bytes.Clone(whole)
		text[i] ^= 0x41
		try(fmt.Sprintf("byte %d", i), text)
	}
	for _, size := range []int{len(whole) / 2, len(whole) - 1} {
		try(fmt.Sprintf("truncated to %d", size), whole[:size])
	}
	assert.Positive(t, refused)
}

// TestTornManifest checks that a folder opens when a power cut has truncated the last
// MANIFEST entry.
func TestTornManifest(t *testing.T) {
	sorted, disk := newFilledDisk(t)
	for _, name := range filesNamed(t, sorted, "*.sst") {
		write(t, disk, name, readContent(t, sorted, name))
	}
	name := manifest(t, disk)
	last := readContent(t, sorted, manifest(t, sorted))
	write(t, disk, name, append(readContent(t, disk, name), last[len(last)/2:]...))
	torn, err := isTorn(disk, name)
	require.NoError(t, err)
	require.True(t, torn)
	log, err := openEmbedded("d", SyncAlways, disk)
	require.NoError(t, err)
	all, err := log.Games(t.Context())
	require.NoError(t, err)
	assert.Len(t, all, games)
	require.NoError(t, log.Close())
}

// TestNoMarker checks that the store does not treat a folder without its MANIFEST marker as a new
// folder.
func TestNoMarker(t *testing.T) {
	disk, _ := newFilledDisk(t)
	for _, name := range filesNamed(t, disk, "marker.manifest*") {
		require.NoError(t, disk.Remove(name))
	}
	before := filesNamed(t, disk, "*")
	_, err := openEmbedded("d", SyncAlways, disk)
	require.ErrorIs(t, err, ErrDamaged)
	assert.ElementsMatch(t, before, filesNamed(t, disk, "*"))
}

// TestTruncatedOptions checks that a folder opens after its OPTIONS file was truncated, at many lengths.
func TestTruncatedOptions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log, err := OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	require.NoError(t, log.Append(t.Context(), "g", 0, []byte("a")))
	require.NoError(t, log.Close())
	size := int64(1)
	for cut := int64(0); cut < size; cut += 97 {
		files, err := filepath.Glob(filepath.Join(dir, "OPTIONS-*"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		name := slices.Max(files)
		info, err := os.Stat(name)
		require.NoError(t, err)
		size = info.Size()
		require.NoError(t, os.Truncate(name, min(cut, size)))
		log, err := FindEmbedded(dir, SyncAlways)
		require.NoError(t, err, "truncated to %d of %d bytes", cut, size)
		records, err := log.Read(t.Context(), "g")
		require.NoError(t, err)
		require.Equal(t, "a", string(join(records)))
		require.NoError(t, log.Close())
	}
	require.Greater(t, size, int64(1000))
}

// TestFindNoMarker checks that FindEmbedded does not take a folder without its MANIFEST marker for a folder
// without games.
func TestFindNoMarker(t *testing.T) {
	dir := t.TempDir()
	log, err := OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	require.NoError(t, log.Append(t.Context(), "g", 0, []byte("a")))
	require.NoError(t, log.Close())
	markers, err := filepath.Glob(filepath.Join(dir, "marker.manifest*"))
	require.NoError(t, err)
	require.Len(t, markers, 1)
	require.NoError(t, os.Remove(markers[0]))
	_, err = FindEmbedded(dir, SyncAlways)
	require.ErrorIs(t, err, ErrDamaged)
	require.ErrorContains(t, err, "no marker.manifest")
}
