package store

import (
	"context"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A forbidding disk refuses to create and write files while err is set.
type forbidding struct {
	vfs.FS
	mu  sync.Mutex
	err error
}

func (d *forbidding) set(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.err = err
}

func (d *forbidding) refusal() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.err
}

func (d *forbidding) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	if err := d.refusal(); err != nil {
		return nil, err
	}
	file, err := d.FS.Create(name, c)
	return forbiddenFile{file, d}, err
}

type forbiddenFile struct {
	vfs.File
	disk *forbidding
}

func (f forbiddenFile) Write(p []byte) (int, error) {
	if err := f.disk.refusal(); err != nil {
		return 0, err
	}
	return f.File.Write(p)
}

// TestRefusals checks that a store continues after the operating system has refused writes for a
// while. During this time reads succeed, the first write waits until its deadline, and later writes
// return ErrRefused. Afterwards writes succeed again, and the store has the first write.
func TestRefusals(t *testing.T) {
	for _, refusal := range []error{syscall.EROFS, syscall.EMFILE, syscall.ENOSPC, syscall.EIO} {
		t.Run(refusal.Error(), func(t *testing.T) {
			d := &forbidding{FS: vfs.NewMem()}
			log, err := openEmbedded("log", SyncAlways, d)
			require.NoError(t, err)
			log.disk.interval = time.Millisecond
			require.NoError(t, log.Append(t.Context(), "g", 0, []byte("a")))
			revision, err := log.Put(t.Context(), "b", "k", []byte("1"), 0)
			require.NoError(t, err)

			d.set(refusal)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			defer cancel()
			require.ErrorIs(t, log.Append(ctx, "g", 1, []byte("b")), ErrAmbiguous)
			require.Eventually(t, func() bool { return log.Ready() != nil }, time.Minute, time.Millisecond)
			for _, err := range []error{log.Ready(), log.Append(t.Context(), "other", 0, nil)} {
				require.ErrorIs(t, err, ErrUnavailable)
				require.ErrorIs(t, err, ErrRefused)
				require.ErrorContains(t, err, refusal.Error())
			}
			_, err = log.Put(t.Context(), "b", "k", []byte("2"), revision)
			require.ErrorIs(t, err, ErrRefused)
			value, _, err := log.Get(t.Context(), "b", "k")
			require.NoError(t, err)
			assert.Equal(t, "1", string(value))

			d.set(nil)
			records, err := log.Read(t.Context(), "g")
			require.NoError(t, err)
			assert.Equal(t, "a b", string(join(records)))
			require.Eventually(t, func() bool { return log.Ready() == nil }, time.Minute, time.Millisecond)
			require.NoError(t, log.Append(t.Context(), "g", 2, []byte("c")))
			require.NoError(t, log.Close())
			log, err = openEmbedded("log", SyncAlways, d)
			require.NoError(t, err)
			records, err = log.Read(t.Context(), "g")
			require.NoError(t, err)
			assert.Equal(t, "a b c", string(join(records)))
			require.NoError(t, log.Close())
		})
	}
}

// TestCloseRefused checks that Close returns while the disk refuses writes.
func TestCloseRefused(t *testing.T) {
	t.Parallel()
	d := &forbidding{FS: vfs.NewMem()}
	log, err := openEmbedded("log", SyncAlways, d)
	require.NoError(t, err)
	log.disk.interval = time.Millisecond
	require.NoError(t, log.Append(t.Context(), "g", 0, []byte("a")))
	d.set(syscall.EROFS)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, err = log.Put(ctx, "b", "k", []byte("1"), 0)
	require.ErrorIs(t, err, ErrAmbiguous)
	require.ErrorIs(t, log.Close(), ErrRefused)
	d.set(nil)
	require.Eventually(t, func() bool {
		again, err := openEmbedded("log", SyncAlways, d)
		return err == nil && again.Close() == nil
	}, time.Minute, time.Millisecond)
}
