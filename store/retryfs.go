package store

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// ErrRefused is returned while the operating system refuses to write to the disk, for example
// because the file system has become read-only. The error also wraps ErrUnavailable.
var ErrRefused = errors.New("the disk refuses writes")

// refusals lists the errors of the operating system whose cause may end without a restart of the
// process.
var refusals = []error{syscall.EROFS, syscall.ENOSPC, syscall.EDQUOT, syscall.EMFILE, syscall.ENFILE, syscall.EIO, syscall.EACCES, syscall.EPERM}

// A retryFS is a file system that retries a change while the operating system refuses the change.
// Pebble ends the process if its log or its file list cannot be written. On a retryFS, Pebble's
// writers wait instead, as for a slow disk, and its readers continue.
//
// A retryFS never repeats a failed sync, because the kernel may have dropped the data. Such a sync
// waits until the process ends.
type retryFS struct {
	vfs.FS
	state *retryState
}

// A retryState counts the operations that wait because the operating system refuses them.
type retryState struct {
	active   atomic.Bool   // set once the store is open; before that, refusals are errors
	interval time.Duration // between two attempts

	mu          sync.Mutex
	waiting     int
	lastRefusal error // the latest refusal
}

// refusal returns an error while an operation waits.
func (w *retryState) refusal() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting == 0 {
		return nil
	}
	return fmt.Errorf("%w: %w: %w", ErrUnavailable, ErrRefused, w.lastRefusal)
}

// retryRefused calls do until the operating system no longer refuses the operation.
func (w *retryState) retryRefused(do func() error) error {
	err := do()
	if !w.refused(err) {
		return err
	}
	w.begin(err)
	for w.refused(err) {
		time.Sleep(w.interval)
		err = do()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting--
	return err
}

func (w *retryState) begin(why error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting++
	w.lastRefusal = why
}

func (w *retryState) refused(err error) bool {
	return err != nil && w.active.Load() && slices.ContainsFunc(refusals, func(r error) bool { return errors.Is(err, r) })
}

// openFile opens a file for writing, and wraps the file so that refused writes are retried.
func (p retryFS) openFile(open func() (vfs.File, error)) (f vfs.File, err error) {
	if err = p.state.retryRefused(func() error { f, err = open(); return err }); err != nil {
		return nil, err
	}
	return retryFile{f, p.state}, nil
}

func (p retryFS) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return p.openFile(func() (vfs.File, error) { return p.FS.Create(name, c) })
}

func (p retryFS) ReuseForWrite(old, name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return p.openFile(func() (vfs.File, error) { return p.FS.ReuseForWrite(old, name, c) })
}

func (p retryFS) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	return p.openFile(func() (vfs.File, error) { return p.FS.OpenReadWrite(name, c, opts...) })
}

func (p retryFS) OpenDir(name string) (vfs.File, error) {
	return p.openFile(func() (vfs.File, error) { return p.FS.OpenDir(name) })
}

func (p retryFS) Link(old, name string) error {
	return p.state.retryRefused(func() error { return p.FS.Link(old, name) })
}

func (p retryFS) Rename(old, name string) error {
	return p.state.retryRefused(func() error { return p.FS.Rename(old, name) })
}

func (p retryFS) Remove(name string) error {
	return p.state.retryRefused(func() error { return p.FS.Remove(name) })
}

// Unwrap returns the underlying file system.
func (p retryFS) Unwrap() vfs.FS { return p.FS }

type retryFile struct {
	vfs.File
	state *retryState
}

func (f retryFile) Write(p []byte) (n int, err error) {
	err = f.state.retryRefused(func() error {
		more, err := f.File.Write(p[n:])
		n += more
		return err
	})
	return n, err
}

func (f retryFile) Sync() error { return f.checkSync(f.File.Sync()) }

func (f retryFile) SyncData() error { return f.checkSync(f.File.SyncData()) }

func (f retryFile) SyncTo(length int64) (full bool, err error) {
	full, err = f.File.SyncTo(length)
	return full, f.checkSync(err)
}

func (f retryFile) checkSync(err error) error {
	if err == nil || !f.state.active.Load() {
		return err
	}
	f.state.begin(fmt.Errorf("a sync failed; repair the disk and restart the server: %w", err))
	select {}
}
