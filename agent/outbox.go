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
	// ErrClosing is returned after Finish.
	ErrClosing = errors.New("the connection is closing")
)

// An outgoing is an encoded message in the queue to a client.
type outgoing struct {
	data   []byte
	update bool // a later update may replace it
}

// An Outbox is the queue of messages to a client. Put never waits for the client. A full outbox
// drops all queued updates except the newest. If that does not make enough room, the client is too
// far behind. An empty outbox keeps no buffer and needs no goroutine. Any goroutine may call the
// methods, except Take.
type Outbox struct {
	messages, bytes int    // maximum numbers
	start           func() // starts the goroutine that calls Take

	mu      sync.Mutex
	queue   []outgoing
	size    int // bytes in queue
	shut    bool
	started bool          // the goroutine runs, or has taken everything after Finish
	taken   chan struct{} // holds a value after a Take or Finish; nil before the first await
}

// NewOutbox returns an outbox that holds at most the given numbers of messages and bytes. A
// message larger than the maximum fits into an empty outbox. The outbox calls start, which must
// not block, when there is something to take and the goroutine of the previous call has ended.
func NewOutbox(messages, bytes int, start func()) *Outbox {
	return &Outbox{messages: messages, bytes: bytes, start: start}
}

// Put queues a message. The caller must not change data afterwards. If update is set, a later
// update may replace the message. With nil as data, Take returns nil at this place in the order
// of messages. The error is [ErrBehind] or [ErrClosing].
func (o *Outbox) Put(data []byte, update bool) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shut {
		return ErrClosing
	}
	if o.full(data) {
		o.dropUpdates(update)
	}
	if o.full(data) {
		return ErrBehind
	}
	o.add(outgoing{data, update})
	o.ensureStarted()
	return nil
}

func (o *Outbox) full(data []byte) bool {
	return len(o.queue) >= o.messages || o.size+len(data) > o.bytes && len(o.queue) > 0
}

func (o *Outbox) add(m outgoing) {
	o.queue = append(o.queue, m)
	o.size += len(m.data)
}

// ensureStarted starts the goroutine that takes the messages, unless it is running. The caller
// holds o.mu.
func (o *Outbox) ensureStarted() {
	if !o.started {
		o.started = true
		o.start()
	}
}

// dropUpdates drops the queued updates. It keeps the newest of them, unless replaced is set,
// because then an even newer update follows.
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

// Take returns the oldest message. If there is none, ok is false, the goroutine must end, and last reports
// whether the outbox is finished. Only the goroutine of start may call Take.
func (o *Outbox) Take() (data []byte, ok, last bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue) == 0 {
		o.queue = nil
		o.started = o.shut
		return nil, false, o.shut
	}
	data = o.queue[0].data
	o.queue[0] = outgoing{} // releases the memory
	o.queue = o.queue[1:]
	o.size -= len(data)
	signal(o.taken)
	return data, true, false
}

// PutWait is like Put for a message that is not an update, but waits until the message fits. The error is
// [ErrClosing] or the cause of ctx's cancellation. Only one goroutine at a time may call PutWait or
// AwaitSpace.
func (o *Outbox) PutWait(ctx context.Context, data []byte) error {
	for {
		err := o.Put(data, false)
		if !errors.Is(err, ErrBehind) {
			return err
		}
		if err := o.await(ctx, func() bool { return !o.full(data) }); err != nil {
			return err
		}
	}
}

// AwaitSpace waits until the outbox is at most half full or finished. Only one goroutine at a time
// may call AwaitSpace or PutWait. The error is the cause of ctx's cancellation.
func (o *Outbox) AwaitSpace(ctx context.Context) error {
	return o.await(ctx, func() bool { return len(o.queue) <= o.messages/2 && o.size <= o.bytes/2 })
}

// await waits until the outbox is finished or ready returns true. It holds o.mu during the call of ready.
func (o *Outbox) await(ctx context.Context, ready func() bool) error {
	for {
		o.mu.Lock()
		if o.taken == nil {
			o.taken = make(chan struct{}, 1)
		}
		ok := o.shut || ready()
		o.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-o.taken:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Finish appends the message last, unless it is nil, and closes the outbox. If drop is set, it
// first discards the queued messages. A second call appends nothing, and discards the queued
// messages only if drop is set and last is nil.
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
	o.ensureStarted()
	signal(o.taken)
}

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
