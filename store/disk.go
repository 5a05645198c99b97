package store

import (
	"fmt"
	"path"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

const (
	// reserve is how much of a disk is left free: an engine that has none left to
	// write its own log, what it has collected, and to compact cannot go on, and a log that
	// refuses in time can.
	reserve = memTables*memTable + 64<<20
	// glance is how old a look at the disk may be.
	glance = 200 * time.Millisecond
)

// A room watches over the space that a folder's disk has left.
type room struct {
	fs   vfs.FS
	dir  string
	seen atomic.Int64 // when it was last looked at, in nanoseconds since 1970
	full atomic.Bool
}

// left returns an error that wraps ErrFull if there is too little.
func (r *room) left() error {
	now, seen := time.Now().UnixNano(), r.seen.Load()
	if now-seen > int64(glance) && r.seen.CompareAndSwap(seen, now) {
		usage, err := r.fs.GetDiskUsage(r.dir)
		r.full.Store(err == nil && usage.AvailBytes < reserve)
	}
	if r.full.Load() {
		return fmt.Errorf("less than %d MiB are free on the disk of %s: free some: %w", reserve>>20, r.dir, ErrFull)
	}
	return nil
}

// opening returns an error that wraps ErrFull if the engine could not be opened: it writes what
// it finds in its own log as a sorted file first, and tries that for ever.
func (r *room) opening() error {
	names, err := r.fs.List(r.dir)
	if err != nil {
		return err
	}
	need := uint64(8 << 20) // for its notes
	for _, name := range names {
		if info, err := r.fs.Stat(r.fs.PathJoin(r.dir, name)); err == nil && path.Ext(name) == ".log" {
			need += uint64(info.Size())
		}
	}
	if usage, err := r.fs.GetDiskUsage(r.dir); err == nil && usage.AvailBytes < need {
		return fmt.Errorf("less than %d MiB are free on the disk of %s, which opening it takes: free some: %w", (need+1<<20)>>20, r.dir, ErrFull)
	}
	return nil
}

// yielding is a file system under which the engine sorts and merges its files without
// holding up the games. Go takes a processor away from a goroutine that computes only
// after 10 ms, and what waits for that processor waits as long; so here each block of a
// sorted file that is read or written lets others run first.
type yielding struct{ vfs.FS }

func (y yielding) Create(name string, category vfs.DiskWriteCategory) (vfs.File, error) {
	return yieldingIn(name)(y.FS.Create(name, category))
}

func (y yielding) Open(name string, opts ...vfs.OpenOption) (vfs.File, error) {
	return yieldingIn(name)(y.FS.Open(name, opts...))
}

// Unwrap returns the file system below.
func (y yielding) Unwrap() vfs.FS { return y.FS }

// yieldingIn makes a file that has just been opened a yielding one, if it is a sorted one.
// The engine's own log is not: games wait for it.
func yieldingIn(name string) func(vfs.File, error) (vfs.File, error) {
	return func(f vfs.File, err error) (vfs.File, error) {
		if err != nil || path.Ext(name) != ".sst" {
			return f, err
		}
		return yieldingFile{f}, nil
	}
}

type yieldingFile struct{ vfs.File }

func (f yieldingFile) ReadAt(p []byte, at int64) (int, error) {
	runtime.Gosched()
	return f.File.ReadAt(p, at)
}

func (f yieldingFile) Write(p []byte) (int, error) {
	runtime.Gosched()
	return f.File.Write(p)
}
