package external

import (
	"context"
	"sync"
	"time"

	"gamed/protocol"
)

// A message is a received message with its time.
type message struct {
	m     protocol.ClientMessage // nil if invalid
	wrong string                 // why m is nil
	at    time.Time
}

// An inbox queues the messages of a bot. While it is open, a full queue applies
// backpressure. While it is shut, a bot that sends too much is flooding.
type inbox struct {
	most  int           // queue length, and unexpected messages allowed while shut
	ready chan struct{} // has a token after a change

	mu      sync.Mutex
	space   sync.Cond // of mu: signaled when there may be room or the inbox shuts
	queue   []message
	unasked int    // messages received since it was shut
	open    bool   // a decision is waiting for messages
	closed  bool   // for good; messages are dropped
	end     *Fault // returned after the queue
}

func newInbox(most int) *inbox {
	i := &inbox{most: most, ready: make(chan struct{}, 1)}
	i.space.L = &i.mu
	return i
}

// put queues a message. It waits for room while the inbox is open. It reports false if
// the bot is flooding.
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

// finish sets the fault that take returns after the last message. Only the first call has an effect.
func (i *inbox) finish(f *Fault) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.end == nil {
		i.end = f
	}
	signal(i.ready)
}

// look opens or shuts the inbox.
func (i *inbox) look(open bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.open, i.unasked = open, 0
	i.space.Broadcast()
}

// close discards all messages from now on.
func (i *inbox) close() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.closed, i.queue = true, nil
	i.space.Broadcast()
}

// take waits for the next message. The error is the final fault of the bot or the cause
// of ctx.
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
