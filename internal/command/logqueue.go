package command

import (
	"bytes"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxLogLines is the maximum number of log lines that wait for a slow reader of the log.
	maxLogLines = 4096
	// logPatience bounds the wait for the last lines when the server stops.
	logPatience = time.Second
)

// A logQueue writes log lines from its own goroutine, so a reader that has stopped cannot stop
// the server. It drops the lines for which there is no room, and counts them.
type logQueue struct {
	to    io.Writer
	lost  atomic.Uint64
	ended chan struct{} // closed when all lines are written

	mu    sync.Mutex
	lines chan []byte // nil after close
}

func newLogQueue(to io.Writer) *logQueue {
	q := &logQueue{to: to, ended: make(chan struct{}), lines: make(chan []byte, maxLogLines)}
	go q.write(q.lines)
	return q
}

// Write queues a line. It never fails.
func (q *logQueue) Write(line []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case q.lines <- bytes.Clone(line): // never ready after close
	default:
		q.lost.Add(1)
	}
	return len(line), nil
}

func (q *logQueue) write(lines <-chan []byte) {
	defer close(q.ended)
	for line := range lines {
		if _, err := q.to.Write(line); err != nil {
			q.lost.Add(1)
		}
	}
}

// close waits until the queued lines are written, but at most for logPatience. It drops later
// lines.
func (q *logQueue) close() {
	q.mu.Lock()
	close(q.lines)
	q.lines = nil
	q.mu.Unlock()
	select {
	case <-q.ended:
	case <-time.After(logPatience):
	}
}
