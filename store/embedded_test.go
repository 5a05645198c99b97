package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReopen(t *testing.T) {
	for _, sync := range []Sync{SyncAlways, SyncNever} {
		t.Run(string(sync), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "deeper", "still")
			log, err := OpenEmbedded(dir, sync)
			require.NoError(t, err)
			for n, record := range []string{"a", "b"} {
				require.NoError(t, log.Append(t.Context(), "g", uint64(n), []byte(record)))
			}
			require.NoError(t, log.Append(t.Context(), "h", 0, nil))
			require.NoError(t, log.Finish(t.Context(), "h"))
			require.NoError(t, log.Close())

			log, err = OpenEmbedded(dir, sync)
			require.NoError(t, err)
			defer func() { require.NoError(t, log.Close()) }()
			require.ErrorIs(t, log.Append(t.Context(), "g", 1, nil), ErrFenced)
			require.NoError(t, log.Append(t.Context(), "g", 2, []byte("c")))
			records, err := log.Read(t.Context(), "g")
			require.NoError(t, err)
			assert.Equal(t, "a b c", string(join(records)))
			live, err := log.Live(t.Context())
			require.NoError(t, err)
			assert.Equal(t, []string{"g"}, live)
		})
	}
}

func join(records [][]byte) []byte {
	var all []byte
	for i, r := range records {
		if i > 0 {
			all = append(all, ' ')
		}
		all = append(all, r...)
	}
	return all
}

func TestFolderInUse(t *testing.T) {
	dir := t.TempDir()
	log, err := OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	_, err = OpenEmbedded(dir, SyncAlways)
	require.ErrorContains(t, err, dir+" is in use")
	require.NoError(t, log.Close())
	log, err = OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	require.NoError(t, log.Close())
}

func TestOpenErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := OpenEmbedded(file, SyncAlways)
	require.ErrorContains(t, err, file)
	_, err = OpenEmbedded(t.TempDir(), "sometimes")
	require.ErrorContains(t, err, `"sometimes"; use always or never`)
}

// TestClearedLengths appends to so many games that a shard clears its cached lengths. It checks
// that an append with a wrong number is still refused.
func TestClearedLengths(t *testing.T) {
	log, err := openEmbedded("log", SyncNever, vfs.NewMem())
	require.NoError(t, err)
	defer func() { require.NoError(t, log.Close()) }()
	log.lengthLimit = 8
	const many = 10 * 8 * shards
	for i := range many {
		require.NoError(t, log.Append(t.Context(), fmt.Sprint(i), 0, []byte("a")))
	}
	for i := 0; i < many; i += 97 {
		require.ErrorIs(t, log.Append(t.Context(), fmt.Sprint(i), 0, nil), ErrFenced)
		require.NoError(t, log.Append(t.Context(), fmt.Sprint(i), 1, []byte("b")))
	}
}

// A disk is a file system whose free space is set by a test.
type disk struct {
	vfs.FS
	free uint64
}

func (d *disk) GetDiskUsage(string) (vfs.DiskUsage, error) {
	return vfs.DiskUsage{AvailBytes: d.free}, nil
}

func TestFull(t *testing.T) {
	d := &disk{vfs.NewMem(), minFreeSpace}
	log, err := openEmbedded("log", SyncAlways, d)
	require.NoError(t, err)
	defer func() { require.NoError(t, log.Close()) }()
	require.NoError(t, log.Append(t.Context(), "g", 0, nil))
	d.free--
	log.space.measuredAt.Store(0) // the measurement is too old
	require.ErrorIs(t, log.Append(t.Context(), "g", 1, nil), ErrFull)
	d.free++
	log.space.measuredAt.Store(0)
	require.NoError(t, log.Append(t.Context(), "g", 1, nil), "the refused record was not stored")
}

// TestFewInodes checks that the log refuses records while too few inodes are free. Some file
// systems do not limit the number of inodes.
func TestFewInodes(t *testing.T) {
	dir := t.TempDir()
	log, err := OpenEmbedded(dir, SyncNever)
	require.NoError(t, err)
	defer func() { require.NoError(t, log.Close()) }()
	require.NoError(t, log.Ready())
	require.NoError(t, log.Append(t.Context(), "g", 0, nil))
	free, limited := inodes(dir)
	log.space.minInodes = free + 1_000_000
	log.space.measuredAt.Store(0) // the measurement is too old
	if limited {
		require.ErrorIs(t, log.Append(t.Context(), "g", 1, nil), ErrFull)
		require.ErrorContains(t, log.Ready(), "inodes")
	} else {
		require.NoError(t, log.Ready())
	}
	log.space.minInodes = 0
	log.space.measuredAt.Store(0)
	require.NoError(t, log.Append(t.Context(), "g", 1, nil), "the refused record was not stored")
}

// TestFullAtOpening checks that a folder does not open on a full disk.
func TestFullAtOpening(t *testing.T) {
	d := &disk{vfs.NewMem(), minFreeSpace}
	log, err := openEmbedded("log", SyncAlways, d)
	require.NoError(t, err)
	require.NoError(t, log.Append(t.Context(), "g", 0, []byte("{}")))
	require.NoError(t, log.Close())
	d.free = 8 << 20
	for range 2 { // the failed call releases the lock
		_, err = openEmbedded("log", SyncAlways, d)
		require.ErrorIs(t, err, ErrFull)
		require.ErrorContains(t, err, "opening the store needs 9 MiB of free space on the disk of log: free some")
	}
	d.free = 10 << 20
	log, err = openEmbedded("log", SyncAlways, d)
	require.NoError(t, err)
	records, err := log.Read(t.Context(), "g")
	require.NoError(t, err)
	assert.Len(t, records, 1)
	require.NoError(t, log.Close())
}

// TestPowerCut checks recovery after the loss of all writes that were not synced.
func TestPowerCut(t *testing.T) {
	disk := vfs.NewCrashableMem()
	log, err := openEmbedded("log", SyncAlways, disk)
	require.NoError(t, err)
	for n := range uint64(100) {
		require.NoError(t, log.Append(t.Context(), "g", n, fmt.Append(nil, n)))
	}
	after := disk.CrashClone(vfs.CrashCloneCfg{})
	require.NoError(t, log.Close())
	log, err = openEmbedded("log", SyncAlways, after)
	require.NoError(t, err)
	records, err := log.Read(t.Context(), "g")
	require.NoError(t, err)
	assert.Len(t, records, 100)
	require.NoError(t, log.Close())
}

// killed is the name of an environment variable. In the process that TestKill kills, its value is
// the data folder.
const killed = "GAMED_STORE_TO_KILL"

// TestKill kills a process during appends and checks that all acknowledged records survive.
func TestKill(t *testing.T) {
	if dir := os.Getenv(killed); dir != "" {
		log, err := OpenEmbedded(dir, SyncAlways)
		require.NoError(t, err)
		for n := uint64(0); ; n++ {
			require.NoError(t, log.Append(t.Context(), "g", n, fmt.Append(nil, n)))
			fmt.Println("kept", n)
		}
	}
	dir := t.TempDir()
	kept := -1
	for last := range 3 {
		process := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKill$")
		process.Env = append(os.Environ(), killed+"="+filepath.Join(dir, fmt.Sprint(last)))
		out, err := process.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, process.Start())
		lines := bufio.NewScanner(out)
		for kept = -1; lines.Scan(); {
			if _, err := fmt.Sscanf(lines.Text(), "kept %d", &kept); err == nil && kept == 50+last {
				require.NoError(t, process.Process.Kill())
			}
		}
		require.Error(t, process.Wait())
		log, err := OpenEmbedded(filepath.Join(dir, fmt.Sprint(last)), SyncAlways)
		require.NoError(t, err)
		records, err := log.Read(t.Context(), "g")
		require.NoError(t, err)
		assert.Greater(t, len(records), kept)
		for n, r := range records {
			require.Equal(t, fmt.Sprint(n), string(r))
		}
		require.NoError(t, log.Close())
	}
}

// TestOverwrittenManifest checks the error for a folder whose MANIFEST files have been overwritten.
func TestOverwrittenManifest(t *testing.T) {
	dir := t.TempDir()
	log, err := OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	require.NoError(t, log.Append(t.Context(), "g", 0, []byte("a")))
	require.NoError(t, log.Close())
	manifests, err := filepath.Glob(filepath.Join(dir, "MANIFEST-*"))
	require.NoError(t, err)
	require.NotEmpty(t, manifests)
	for _, m := range manifests {
		require.NoError(t, os.WriteFile(m, []byte(strings.Repeat("x", 100)), 0o600))
	}
	_, err = OpenEmbedded(dir, SyncAlways)
	require.ErrorContains(t, err, dir)
	require.False(t, errors.Is(err, ErrUnavailable), "a second attempt fails too")
}

// A frozen disk completes no sync until the test thaws the disk.
type frozen struct {
	vfs.FS
	ice chan struct{} // closed by the thaw; nil while not frozen
}

type frozenFile struct {
	vfs.File
	disk *frozen
}

func (d *frozen) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	file, err := d.FS.Create(name, c)
	return &frozenFile{file, d}, err
}

func (f *frozenFile) Sync() error {
	if f.disk.ice != nil {
		<-f.disk.ice
	}
	return f.File.Sync()
}

func (f *frozenFile) SyncData() error { return f.Sync() }

// TestReadUnsynced checks that a read with a deadline returns ErrUnavailable while a record of the game is
// not yet on the disk.
func TestReadUnsynced(t *testing.T) {
	d := &frozen{FS: vfs.NewMem()}
	log, err := openEmbedded("log", SyncAlways, d)
	require.NoError(t, err)
	require.NoError(t, log.Append(t.Context(), "g", 0, []byte("a")))
	d.ice = make(chan struct{})
	written := make(chan error, 1)
	go func() { written <- log.Append(context.Background(), "g", 1, []byte("b")) }()
	require.Eventually(t, func() bool { n, err := log.countRecords("g"); return err == nil && n == 2 }, time.Minute, time.Millisecond)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	_, err = log.Read(ctx, "g")
	require.ErrorIs(t, err, ErrUnavailable)
	close(d.ice)
	require.NoError(t, <-written)
	records, err := log.Read(t.Context(), "g")
	require.NoError(t, err)
	assert.Len(t, records, 2)
	require.NoError(t, log.Close())
}

func TestFrozenDisk(t *testing.T) {
	d := &frozen{FS: vfs.NewMem()}
	log, err := openEmbedded("log", SyncAlways, d)
	require.NoError(t, err)
	require.NoError(t, log.Append(t.Context(), "g", 0, []byte("a")))
	d.ice = make(chan struct{})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, log.Append(ctx, "g", 1, []byte("b")), ErrAmbiguous)
	require.ErrorIs(t, log.Append(ctx, "g", 1, []byte("c")), ErrFenced, "the record number is taken")
	_, err = log.Read(ctx, "g")
	require.ErrorIs(t, err, ErrUnavailable, "a record must not be readable before it is on the disk")
	close(d.ice)
	require.NoError(t, log.Append(t.Context(), "g", 2, []byte("d")))
	records, err := log.Read(t.Context(), "g")
	require.NoError(t, err)
	assert.Equal(t, [][]byte{[]byte("a"), []byte("b"), []byte("d")}, records)
	require.NoError(t, log.Close())
}
