package store

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

const (
	// reserve is how much of a disk is left free: an engine that has none left to
	// write its own log and to compact cannot go on, and a log that refuses in
	// time can.
	reserve = 64 << 20
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
