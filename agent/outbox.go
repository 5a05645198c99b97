package agent

import (
	"context"
	"errors"
	"sync"
)

// errBehind is put's answer when a client reads too slowly.
var errBehind = errors.New("the client reads too slowly")

// errShut is put's answer once the outbox takes no more.
var errShut = errors.New("the connection is closing")

// A letter is one encoded message on its way to a client.
type letter struct {
	data   []byte
	update bool // carries the whole view, so a later one makes it needless
}

// An outbox holds what a client has not been sent yet. It never waits for the
// client: when it is full, older updates make way for the newest one, and if
// that does not help the client is behind for good. Idle, it holds no memory.
type outbox struct {
	messages, bytes int // the bounds

	mu    sync.Mutex
	queue []letter
	size  int // bytes in queue
	shut  bool
	wake  chan struct{} // has room for one: something has changed
	taken chan struct{} // has room for one: something has left, or will no more
}

func newOutbox(messages, bytes int) *outbox {
	return &outbox{messages: messages, bytes: bytes, wake: make(chan struct{}, 1), taken: make(chan struct{}, 1)}
}

// put adds l, errBehind if there is no room for it.
func (o *outbox) put(l letter) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shut {
		return errShut
	}
	if o.full(l) && l.update {
		o.dropUpdates()
	}
	if o.full(l) {
		return errBehind
	}
	o.queue = append(o.queue, l)
	o.size += len(l.data)
	signal(o.wake)
	return nil
}

func (o *outbox) full(l letter) bool {
	return len(o.queue) >= o.messages || (o.size+len(l.data) > o.bytes && len(o.queue) > 0)
}

func (o *outbox) dropUpdates() {
	kept := o.queue[:0]
	o.size = 0
	for _, l := range o.queue {
		if !l.update {
			kept = append(kept, l)
			o.size += len(l.data)
		}
	}
	clear(o.queue[len(kept):])
	o.queue = kept
}

// take returns the oldest letter. With none left, last reports that there will
// be no more.
func (o *outbox) take() (l letter, ok, last bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.queue) == 0 {
		o.queue = nil
		return letter{}, false, o.shut
	}
	l = o.queue[0]
	o.queue[0] = letter{} // or what has been sent stays in memory
	o.queue = o.queue[1:]
	o.size -= len(l.data)
	signal(o.taken)
	return l, true, false
}

// calm waits until at most half of it is full, for one goroutine at a time.
func (o *outbox) calm(ctx context.Context) error {
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
			return ctx.Err()
		}
	}
}

// finish lets what is queued go out, then last, and takes no more. With drop
// set, only last goes out.
func (o *outbox) finish(last letter, drop bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.shut {
		return
	}
	if drop {
		o.queue, o.size = nil, 0
	}
	if last.data != nil {
		o.queue = append(o.queue, last)
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
