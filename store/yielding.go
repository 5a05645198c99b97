package store

import (
	"path"
	"runtime"

	"github.com/cockroachdb/pebble/v2/vfs"
)

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
