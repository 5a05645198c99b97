package load

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// A File is a write-only log. All games append to one file, and waiting records share one sync. The
// rate of a File is an upper bound for any engine with an index on the same disk.
type File struct {
	file *os.File
	wake chan struct{}
	done chan struct{}

	mu   sync.Mutex
	next *batch
}

// A batch holds the records of one write.
type batch struct {
	bytes []byte
	done  chan struct{} // closed when err is set
	err   error
}

// OpenFile creates the file in a folder.
func OpenFile(dir string) (*File, error) {
	file, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	f := &File{file: file, wake: make(chan struct{}, 1), done: make(chan struct{}), next: &batch{done: make(chan struct{})}}
	go f.run()
	return f, nil
}

// Append writes a record and waits for the sync. It does not check expect.
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
		f.next = &batch{done: make(chan struct{})}
		f.mu.Unlock()
		if _, l.err = f.file.Write(l.bytes); l.err == nil {
			l.err = f.file.Sync()
		}
		close(l.done)
	}
}

// Close closes the file. Append must not be called afterwards.
func (f *File) Close() error {
	close(f.wake)
	<-f.done
	return f.file.Close()
}
