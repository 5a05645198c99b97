package external

import (
	"context"
	"sync"
	"time"

	"gamed/protocol"
)

// A message is a received message with its arrival time.
type message struct {
	m     protocol.ClientMessage // or nil if invalid
	wrong string                 // the reason why m is nil
	at    time.Time
}

// An inbox queues messages from a bot. While it is open, a full queue applies backpressure.
// While it is shut, too many messages count as a flood.
type inbox struct {
	capacity int           // maximum length of the queue while open, and number of messages accepted while shut
	ready    chan struct{} // holds a value after a change

	mu         sync.Mutex
	space      sync.Cond // guarded by mu; signaled when there may be room or the inbox is shut
	queue      []message
	unexpected int    // number of messages received since the inbox was shut
	open       bool   // a decision is waiting for messages
	closed     bool   // permanently closed; messages are dropped
	end        *Fault // returned once the queue is empty
}

func newInbox(most int) *inbox {
	i := &inbox{capacity: most, ready: make(chan struct{}, 1)}
	i.space.L = &i.mu
	return i
}

// put queues a message. While the inbox is open, put waits for room. It returns false if the bot is
// flooding.
func (i *inbox) put(m message) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	for i.open && !i.closed && len(i.queue) >= i.capacity {
		i.space.Wait()
	}
	if i.closed {
		return true
	}
	if !i.open {
		if i.unexpected++; i.unexpected > i.capacity || len(i.queue) >= 2*i.capacity {
			return false
		}
	}
	i.queue = append(i.queue, m)
	signal(i.ready)
	return true
}

// finish sets the fault that take returns after the last message. Only the first call has an
// effect.
func (i *inbox) finish(f *Fault) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.end == nil {
		i.end = f
	}
	signal(i.ready)
}

// setOpen opens the inbox for a decision or shuts it afterwards, and restarts the count of unexpected messages.
func (i *inbox) setOpen(open bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.open, i.unexpected = open, 0
	i.space.Broadcast()
}

// close discards the queued messages and all later ones.
func (i *inbox) close() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.closed, i.queue = true, nil
	i.space.Broadcast()
}

// take waits for the next message. The error is the final fault of the bot or the cause of
// ctx's cancellation.
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
		if ctx.Err() != nil { // checked after the queue: a message that arrived in time counts, even if this goroutine runs late
			return message{}, context.Cause(ctx)
		}
		select {
		case <-i.ready:
		case <-ctx.Done():
		}
	}
}

// awaitEnd drops all messages, and waits for the bot's final fault.
func (i *inbox) awaitEnd() *Fault {
	for {
		if _, err := i.take(context.Background()); err != nil {
			return err.(*Fault) // context.Background is never canceled
		}
	}
}

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
