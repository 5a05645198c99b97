package server

import (
	"errors"
	"net"
	"net/http"
	"os"
	"sync"
	"syscall"
	"time"

	"gamed/server/rest"
)

// A reserve holds file descriptors for the time in which the process can open no more files. For each
// connection that arrives in that time, the reserve releases two descriptors: one for the connection, and
// one for a file in the response. Normally the limit of connections prevents the shortage. But other parts
// of the process or of the machine may use more descriptors than expected.
type reserve struct {
	mu     sync.Mutex
	files  []*os.File
	active bool // from open to close
}

const (
	maxReserved   = 8
	perConnection = 2
)

// open fills the reserve for the first time.
func (r *reserve) open() {
	r.mu.Lock()
	r.active = true
	r.mu.Unlock()
	r.fill()
}

// fill opens descriptors until the reserve is full. It stops when the process may open no others.
func (r *reserve) fill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.active && len(r.files) < maxReserved {
		file, err := os.Open(os.DevNull)
		if err != nil {
			return
		}
		r.files = append(r.files, file)
	}
}

// release closes as many descriptors of the reserve as one connection needs. It returns false if too
// few are left.
func (r *reserve) release() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.releaseLocked()
}

// releaseLocked is release with r.mu held.
func (r *reserve) releaseLocked() bool {
	rest := len(r.files) - perConnection
	if rest < 0 {
		return false
	}
	for _, file := range r.files[rest:] {
		_ = file.Close() // no data can be lost: the file was only read
	}
	r.files = r.files[:rest]
	return true
}

// isExhausted reports whether too few descriptors are left for another connection. Only a client on
// this machine may have the last connection of the reserve, because clients of other machines could
// keep all of them in use.
func (r *reserve) isExhausted() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.files) < perConnection
}

// close gives up all descriptors for good.
func (r *reserve) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.active = false; r.releaseLocked(); {
	}
}

// isInUse reports whether a part of the reserve is in use.
func (r *reserve) isInUse() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.active && len(r.files) < maxReserved
}

// pendingTime is the time limit for accepting a connection with descriptors of the reserve. A
// waiting client is accepted at once. A longer wait would let other parts of the process take the
// descriptors.
const pendingTime = 20 * time.Millisecond

// acceptReserved accepts a connection as a spare one after Accept has failed with err for lack of
// descriptors. If it cannot accept one, it returns err, and net/http tries again soon.
func (c *connLimit) acceptReserved(err error) (net.Conn, error) {
	timed, ok := c.Listener.(interface{ SetDeadline(time.Time) error })
	if !ok || !c.reserve.release() {
		return nil, err
	}
	_ = timed.SetDeadline(time.Now().Add(pendingTime)) // if this fails, Accept fails too
	conn, failed := c.Listener.Accept()
	_ = timed.SetDeadline(time.Time{})
	if failed != nil {
		c.reserve.fill()
		return nil, err
	}
	c.refused.Inc()
	if addr, _ := c.limitOf(conn); addr.IsLoopback() || !c.reserve.isExhausted() {
		if spare := c.newSpare(conn, rest.Refusal(http.StatusServiceUnavailable, "unavailable", "the server may open no more files: try again later")); spare != nil {
			return spare, nil
		}
	}
	_ = conn.Close()
	c.reserve.fill()
	return nil, err
}

// isOutOfDescriptors reports whether err means that the process or the machine has no descriptor left.
func isOutOfDescriptors(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}
