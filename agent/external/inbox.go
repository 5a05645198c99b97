package external

import (
	"context"
	"sync"
	"time"

	"gamed/protocol"
)

// A message is what has come from a bot, and when.
type message struct {
	m     protocol.ClientMessage // nil for what is none
	wrong string                 // what is wrong with it then
	at    time.Time
}

// An inbox holds what has come until it is looked at. While somebody looks, a
// bot that sends faster waits; while nobody does, it may send only so much.
type inbox struct {
	most  int           // messages that it holds
	ready chan struct{} // has a token when there may be something new

	mu      sync.Mutex
	space   sync.Cond // of mu: there may be room, or nobody is looking any more
	queue   []message
	unasked int    // messages since it was shut
	open    bool   // somebody is looking
	closed  bool   // nobody will ever look again
	end     *Fault // comes after the queue
}

func newInbox(most int) *inbox {
	i := &inbox{most: most, ready: make(chan struct{}, 1)}
	i.space.L = &i.mu
	return i
}

// put adds a message, and waits for room while somebody is looking. It reports
// false when the bot sends too much.
func (i *inbox) put(m message) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	for i.open && !i.closed && len(i.queue) >= i.most {
		i.space.Wait()
	}
	if i.closed {
		return true
	}
	if !i.open {
		if i.unasked++; i.unasked > i.most || len(i.queue) >= 2*i.most {
			return false
		}
	}
	i.queue = append(i.queue, m)
	signal(i.ready)
	return true
}

// finish says what comes after the last message. Only the first call counts.
func (i *inbox) finish(f *Fault) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.end == nil {
		i.end = f
	}
	signal(i.ready)
}

// look begins and ends looking.
func (i *inbox) look(open bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.open, i.unasked = open, 0
	i.space.Broadcast()
}

// close throws away what is there and what comes.
func (i *inbox) close() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.closed, i.queue = true, nil
	i.space.Broadcast()
}

// take returns the next message, once there is one. It fails with the bot's
// last fault, with errLate when late comes first, and when ctx is done.
func (i *inbox) take(ctx context.Context) (message, error) {
	for {
		i.mu.Lock()
		if len(i.queue) > 0 {
			m := i.queue[0]
			i.queue = i.queue[1:]
			i.space.Signal()
			i.mu.Unlock()
			return m, nil
		}
		end := i.end
		i.mu.Unlock()
		if end != nil {
			return message{}, end
		}
		select {
		case <-i.ready:
		case <-ctx.Done():
			return message{}, context.Cause(ctx)
		}
	}
}

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
