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
	// minFreeSpace is the free space in bytes below which the store refuses writes. The engine
	// needs this space for its own log, its tables and compaction, and cannot continue without it.
	minFreeSpace = memTables*memTable + 64<<20
	// minFreeInodes is the number of free inodes below which the store refuses writes. The engine
	// creates a file for each flushed memtable and for each table of a compaction.
	minFreeInodes = 1000
	// measureEvery is the maximum age of a free-space measurement.
	measureEvery = 200 * time.Millisecond
)

// A freeSpace measures the free space and the free inodes on the disk that contains a folder.
type freeSpace struct {
	fs         vfs.FS
	dir        string
	minInodes  uint64                // number of free inodes below which writes are refused
	measuredAt atomic.Int64          // time of the latest measurement, in nanoseconds since 1970
	shortage   atomic.Pointer[error] // the latest result; nil before the first measurement
}

// check returns an error that wraps ErrFull if too little space or too few inodes are free, or
// ErrRefused if the file system is read-only. If the latest measurement is younger than
// measureEvery, check returns its result.
func (r *freeSpace) check() error {
	now, seen := time.Now().UnixNano(), r.measuredAt.Load()
	if now-seen > int64(measureEvery) && r.measuredAt.CompareAndSwap(seen, now) {
		short := r.measure()
		r.shortage.Store(&short)
	}
	if short := r.shortage.Load(); short != nil {
		return *short
	}
	return nil
}

func (r *freeSpace) measure() error {
	if readOnly(r.dir) {
		return fmt.Errorf("the file system of %s is read-only: make it writable again: %w: %w", r.dir, ErrUnavailable, ErrRefused)
	}
	if usage, err := r.fs.GetDiskUsage(r.dir); err == nil && usage.AvailBytes < minFreeSpace {
		return fmt.Errorf("less than %d MiB are free on the disk of %s: free some: %w", minFreeSpace>>20, r.dir, ErrFull)
	}
	if free, limited := inodes(r.dir); limited && free < r.minInodes {
		return fmt.Errorf("fewer than %d inodes are free on the disk of %s: remove some files: %w", r.minInodes, r.dir, ErrFull)
	}
	return nil
}

// checkOpening returns an error that wraps ErrFull if too little space is free to open the engine.
// Without this check, the engine would endlessly retry to convert its write-ahead log to a sorted
// file.
func (r *freeSpace) checkOpening() error {
	names, err := r.fs.List(r.dir)
	if err != nil {
		return err
	}
	need := uint64(8 << 20) // for the engine's metadata
	for _, name := range names {
		if info, err := r.fs.Stat(r.fs.PathJoin(r.dir, name)); err == nil && path.Ext(name) == ".log" {
			need += uint64(info.Size())
		}
	}
	if usage, err := r.fs.GetDiskUsage(r.dir); err == nil && usage.AvailBytes < need {
		return fmt.Errorf("opening the store needs %d MiB of free space on the disk of %s: free some: %w", (need+1<<20)>>20, r.dir, ErrFull)
	}
	return nil
}

// A yieldFS is a file system that keeps the engine's compaction from delaying games. Go preempts a
// busy goroutine only after 10 ms, so a compaction could delay games for that long. So each read or
// write of a block in a sorted file first yields the processor.
type yieldFS struct{ vfs.FS }

func (y yieldFS) Create(name string, category vfs.DiskWriteCategory) (vfs.File, error) {
	return yieldIn(name)(y.FS.Create(name, category))
}

func (y yieldFS) Open(name string, opts ...vfs.OpenOption) (vfs.File, error) {
	return yieldIn(name)(y.FS.Open(name, opts...))
}

// Unwrap returns the underlying file system.
func (y yieldFS) Unwrap() vfs.FS { return y.FS }

// yieldIn wraps an opened file if it is a sorted file. Reads and writes of the engine's write-ahead
// log do not yield, because games wait for them.
func yieldIn(name string) func(vfs.File, error) (vfs.File, error) {
	return func(f vfs.File, err error) (vfs.File, error) {
		if err != nil || path.Ext(name) != ".sst" {
			return f, err
		}
		return yieldFile{f}, nil
	}
}

type yieldFile struct{ vfs.File }

func (f yieldFile) ReadAt(p []byte, at int64) (int, error) {
	runtime.Gosched()
	return f.File.ReadAt(p, at)
}

func (f yieldFile) Write(p []byte) (int, error) {
	runtime.Gosched()
	return f.File.Write(p)
}
