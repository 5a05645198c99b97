package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// A File is a log that nobody can read: a bare file to which all games append, with one
// sync for all records that wait for one. It is the yardstick: no engine with an index can
// do better on the same disk.
type File struct {
	file *os.File
	sync bool
	wake chan struct{}
	done chan struct{}

	mu   sync.Mutex
	next *lot
}

// A lot is what is written together.
type lot struct {
	bytes []byte
	done  chan struct{} // closed when err is set
	err   error
}

// OpenFile makes the file in a folder.
func OpenFile(dir string, always bool) (*File, error) {
	file, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	f := &File{file: file, sync: always, wake: make(chan struct{}, 1), done: make(chan struct{}), next: &lot{done: make(chan struct{})}}
	go f.run()
	return f, nil
}

// Append writes a record. What expect says is not looked at.
func (f *File) Append(_ context.Context, game string, expect uint64, record []byte) error {
	f.mu.Lock()
	l := f.next
	first := len(l.bytes) == 0
	l.bytes = fmt.Appendf(l.bytes, "%s %d %s\n", game, expect, record)
	f.mu.Unlock()
	if first {
		f.wake <- struct{}{}
	}
	<-l.done
	return l.err
}

func (f *File) run() {
	defer close(f.done)
	for range f.wake {
		f.mu.Lock()
		l := f.next
		f.next = &lot{done: make(chan struct{})}
		f.mu.Unlock()
		if _, l.err = f.file.Write(l.bytes); l.err == nil && f.sync {
			l.err = f.file.Sync()
		}
		close(l.done)
	}
}

// Close closes the file. Nobody may call Append any more.
func (f *File) Close() error {
	close(f.wake)
	<-f.done
	return f.file.Close()
}
