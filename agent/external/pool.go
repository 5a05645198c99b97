package external

import (
	"slices"
	"sync"
)

// A Pool bounds how many processes of programs a server has at once. When there is no
// room the one ends that has been asked nothing for longest: its seat has a new one when
// it is asked again. All methods may be called from any goroutine.
type Pool struct {
	most    int
	players sync.WaitGroup

	mu      sync.Mutex
	running []*Player     // that have a process; who was asked last is last
	waiting int           // players that wait for room
	leaving int           // of running, have been told to make room
	changed chan struct{} // closed when there may be room
}

// NewPool returns a pool for so many processes.
func NewPool(most int) *Pool { return &Pool{most: most, changed: make(chan struct{})} }

// Wait waits until all that players have started has ended. Their games have to be
// closed.
func (o *Pool) Wait() { o.players.Wait() }

// take waits for room for a player's process. It reports false if done comes first.
func (o *Pool) take(p *Player, done <-chan struct{}) bool {
	o.mu.Lock()
	o.waiting++
	defer func() {
		o.waiting--
		o.mu.Unlock()
	}()
	for {
		if len(o.running) < o.most {
			p.busy = true
			o.running = append(o.running, p)
			return true
		}
		if i := slices.IndexFunc(o.running, func(p *Player) bool { return !p.busy }); i >= 0 && o.leaving < o.waiting {
			o.running[i].busy = true
			close(o.running[i].evicted)
			o.leaving++
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

// keep marks a player's process as busy, as long as it is asked something. It reports
// false if it has to end.
func (o *Pool) keep(p *Player, busy bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if p.leaves() {
		return false
	}
	p.busy = busy
	i := slices.Index(o.running, p)
	o.running = append(slices.Delete(o.running, i, i+1), p)
	o.signal()
	return true
}

// free gives back the room of a process that has ended.
func (o *Pool) free(p *Player) {
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.Index(o.running, p)
	o.running = slices.Delete(o.running, i, i+1)
	if p.leaves() {
		o.leaving--
	}
	p.evicted = make(chan struct{})
	o.signal()
}

// leaves reports whether a player has been told to make room. The pool's mu is held.
func (p *Player) leaves() bool {
	select {
	case <-p.evicted:
		return true
	default:
		return false
	}
}

// signal wakes those who wait for room. o.mu is held.
func (o *Pool) signal() {
	close(o.changed)
	o.changed = make(chan struct{})
}
