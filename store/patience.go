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

// The refusals that may end without a restart.
var refusals = []error{syscall.EROFS, syscall.ENOSPC, syscall.EDQUOT, syscall.EMFILE, syscall.ENFILE, syscall.EIO, syscall.EACCES, syscall.EPERM}

// patient is a file system that waits while the operating system refuses a change, and then
// tries again. Pebble ends the process if its log or its file list cannot be written. With a
// patient disk its writers wait instead, as for a slow disk, and readers continue.
//
// It never repeats a failed sync, because the kernel may have dropped the data. Such a sync
// waits until the process ends.
type patient struct {
	vfs.FS
	wait *patience
}

// A patience counts the operations that wait.
type patience struct {
	armed atomic.Bool // until the store is open, refusals are errors
	again time.Duration

	mu      sync.Mutex
	waiting int
	why     error
}

// refusal returns an error while an operation waits.
func (w *patience) refusal() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.waiting == 0 {
		return nil
	}
	return fmt.Errorf("%w: %w: %w", ErrUnavailable, ErrRefused, w.why)
}

// insist calls do until the operating system does not refuse it.
func (w *patience) insist(do func() error) error {
	err := do()
	if !w.refused(err) {
		return err
	}
	w.begin(err)
	for w.refused(err) {
		time.Sleep(w.again)
		err = do()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting--
	return err
}

func (w *patience) begin(why error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting++
	w.why = why
}

func (w *patience) refused(err error) bool {
	return err != nil && w.armed.Load() && slices.ContainsFunc(refusals, func(r error) bool { return errors.Is(err, r) })
}

// file wraps a file that can be written.
func (p patient) file(open func() (vfs.File, error)) (f vfs.File, err error) {
	if err = p.wait.insist(func() error { f, err = open(); return err }); err != nil {
		return nil, err
	}
	return patientFile{f, p.wait}, nil
}

func (p patient) Create(name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return p.file(func() (vfs.File, error) { return p.FS.Create(name, c) })
}

func (p patient) ReuseForWrite(old, name string, c vfs.DiskWriteCategory) (vfs.File, error) {
	return p.file(func() (vfs.File, error) { return p.FS.ReuseForWrite(old, name, c) })
}

func (p patient) OpenReadWrite(name string, c vfs.DiskWriteCategory, opts ...vfs.OpenOption) (vfs.File, error) {
	return p.file(func() (vfs.File, error) { return p.FS.OpenReadWrite(name, c, opts...) })
}

func (p patient) OpenDir(name string) (vfs.File, error) {
	return p.file(func() (vfs.File, error) { return p.FS.OpenDir(name) })
}

func (p patient) Link(old, name string) error {
	return p.wait.insist(func() error { return p.FS.Link(old, name) })
}

func (p patient) Rename(old, name string) error {
	return p.wait.insist(func() error { return p.FS.Rename(old, name) })
}

func (p patient) Remove(name string) error {
	return p.wait.insist(func() error { return p.FS.Remove(name) })
}

// Unwrap returns the underlying file system.
func (p patient) Unwrap() vfs.FS { return p.FS }

type patientFile struct {
	vfs.File
	wait *patience
}

func (f patientFile) Write(p []byte) (n int, err error) {
	err = f.wait.insist(func() error {
		more, err := f.File.Write(p[n:])
		n += more
		return err
	})
	return n, err
}

func (f patientFile) Sync() error { return f.synced(f.File.Sync()) }

func (f patientFile) SyncData() error { return f.synced(f.File.SyncData()) }

func (f patientFile) SyncTo(length int64) (full bool, err error) {
	full, err = f.File.SyncTo(length)
	return full, f.synced(err)
}

func (f patientFile) synced(err error) error {
	if err == nil || !f.wait.armed.Load() {
		return err
	}
	f.wait.begin(fmt.Errorf("a sync failed; repair the disk and restart the server: %w", err))
	select {}
}
