package external

import (
	"slices"
	"sync"
)

// A Pool bounds the number of bot processes on a server. A full pool evicts the process that
// has been idle longest. The player of an evicted process starts another process at its next
// decision. Any goroutine may call the methods.
type Pool struct {
	capacity int
	players  sync.WaitGroup

	mu           sync.Mutex
	running      []*Player     // players with a process, most recently used last
	waiting      int           // players that wait for a process
	evictedCount int           // number of evicted players in running
	changed      chan struct{} // closed when there may be room
}

// NewPool returns a pool for at most the given number of processes.
func NewPool(most int) *Pool { return &Pool{capacity: most, changed: make(chan struct{})} }

// Wait waits until all players and their processes have ended. The caller must first close the games of the
// players.
func (o *Pool) Wait() { o.players.Wait() }

// reserve reserves a slot for the process of p. It waits for room, and returns false if done is
// closed first.
func (o *Pool) reserve(p *Player, done <-chan struct{}) bool {
	o.mu.Lock()
	o.waiting++
	defer func() {
		o.waiting--
		o.mu.Unlock()
	}()
	for {
		if len(o.running) < o.capacity {
			p.busy = true
			o.running = append(o.running, p)
			return true
		}
		if i := slices.IndexFunc(o.running, func(p *Player) bool { return !p.busy }); i >= 0 && o.evictedCount < o.waiting {
			o.running[i].busy = true
			close(o.running[i].evicted)
			o.evictedCount++
		}
		changed, late := o.changed, false
		o.mu.Unlock()
		select {
		case <-changed:
		case <-done:
			late = true
		}
		if o.mu.Lock(); late {
			return false
		}
	}
}

// setBusy marks the process of p as busy or idle, and as the most recently used. It returns false
// if the pool has evicted p.
func (o *Pool) setBusy(p *Player, busy bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if p.isEvicted() {
		return false
	}
	p.busy = busy
	i := slices.Index(o.running, p)
	o.running = append(slices.Delete(o.running, i, i+1), p)
	o.signal()
	return true
}

// release releases the slot of an exited process.
func (o *Pool) release(p *Player) {
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.Index(o.running, p)
	o.running = slices.Delete(o.running, i, i+1)
	if p.isEvicted() {
		o.evictedCount--
	}
	p.evicted = make(chan struct{})
	o.signal()
}

// isEvicted reports whether the pool has evicted p. The caller holds the pool's mu.
func (p *Player) isEvicted() bool {
	select {
	case <-p.evicted:
		return true
	default:
		return false
	}
}

// signal wakes the players that wait in reserve. The caller holds o.mu.
func (o *Pool) signal() {
	close(o.changed)
	o.changed = make(chan struct{})
}
