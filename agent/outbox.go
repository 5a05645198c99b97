package agent

import (
	"context"
	"errors"
	"sync"
)

// The errors of [Outbox.Put].
var (
	// ErrBehind is returned when the client reads too slowly.
	ErrBehind = errors.New("the client reads too slowly")
	// ErrShut is returned after Finish.
	ErrShut = errors.New("the connection is closing")
)

// An outgoing is an encoded message in the queue to a client.
type outgoing struct {
	data   []byte
	update bool // a later update may replace it
}

// An Outbox is the queue of messages to a client. Put never waits for the client. A full
// outbox keeps only the newest update. If that does not make enough room, the client is too
// far behind. An empty outbox holds no memory. Only one goroutine may call Take. Any
// goroutine may call the other methods.
type Outbox struct {
	messages, bytes int // maximum numbers

	mu    sync.Mutex
	queue []outgoing
	size  int // bytes in queue
	shut  bool
	wake  chan struct{} // has a token after a Put or Finish
	taken chan struct{} // has a token after a Take or Finish
}

// NewOutbox returns an outbox that holds at most the given numbers of messages and bytes. A
// message larger than the maximum fits into an empty outbox.
func NewOutbox(messages, bytes int) *Outbox {
	return &Outbox{messages: messages, bytes: bytes, wake: make(chan struct{}, 1), taken: make(chan struct{}, 1)}
}

// Put queues a message. The caller must not change data afterwards. update allows a later
// update to replace the message. The error is [ErrBehind] or [ErrShut].
func (o *Outbox) Put(data []byte, update bool) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shut {
		return ErrShut
	}
	if o.full(data) {
		o.dropUpdates(update)
	}
	if o.full(data) {
		return ErrBehind
	}
	o.add(outgoing{data, update})
	return nil
}

func (o *Outbox) full(data []byte) bool {
	return len(o.queue) >= o.messages || o.size+len(data) > o.bytes && len(o.queue) > 0
}

func (o *Outbox) add(m outgoing) {
	o.queue = append(o.queue, m)
	o.size += len(m.data)
	signal(o.wake)
}

// dropUpdates drops the queued updates. It keeps the newest one unless replaced reports that
// a newer one follows.
func (o *Outbox) dropUpdates(replaced bool) {
	newest := -1
	for i, m := range o.queue {
		if m.update && !replaced {
			newest = i
		}
	}
	kept := o.queue[:0]
	o.size = 0
	for i, m := range o.queue {
		if !m.update || i == newest {
			kept = append(kept, m)
			o.size += len(m.data)
		}
	}
	clear(o.queue[len(kept):])
	o.queue = kept
}

// Take returns the oldest message. If there is none, ok is false, and last reports whether
// the outbox is finished. If it is not, the caller waits for Wake.
func (o *Outbox) Take() (data []byte, ok, last bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue) == 0 {
		o.queue = nil
		return nil, false, o.shut
	}
	data = o.queue[0].data
	o.queue[0] = outgoing{} // releases the memory
	o.queue = o.queue[1:]
	o.size -= len(data)
	signal(o.taken)
	return data, true, false
}

// Wake returns a channel that receives a token when Take may return another message.
func (o *Outbox) Wake() <-chan struct{} { return o.wake }

// Calm waits until the outbox is at most half full. Only one goroutine at a time may call
// Calm. The error is the cause of ctx's cancellation.
func (o *Outbox) Calm(ctx context.Context) error {
	for {
		o.mu.Lock()
		calm := o.shut || len(o.queue) <= o.messages/2 && o.size <= o.bytes/2
		o.mu.Unlock()
		if calm {
			return nil
		}
		select {
		case <-o.taken:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Finish appends last, unless it is nil, and closes the outbox. If drop is set, it first
// discards the queued messages.
func (o *Outbox) Finish(last []byte, drop bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if drop && (!o.shut || last == nil) {
		o.queue, o.size = nil, 0
	}
	if last != nil && !o.shut {
		o.add(outgoing{data: last})
	}
	o.shut = true
	signal(o.wake)
	signal(o.taken)
}

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
