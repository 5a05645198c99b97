package external

import (
	"context"
	"sync"
	"time"
)

// maxWaiting is how many bytes may wait to be sent before a bot's forks are
// answered no more until it reads.
const maxWaiting = 256 << 10

// An outbox holds what is to be sent, so that nobody waits for a bot that does
// not read.
type outbox struct {
	ready chan struct{} // has a token when there may be something new
	room  chan struct{} // has a token when there may be room

	mu    sync.Mutex
	queue [][]byte
	bytes int
	last  bool // nothing more will come
}

func newOutbox() *outbox {
	return &outbox{ready: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// put adds a message. After finish it does nothing.
func (o *outbox) put(data []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last {
		return
	}
	o.queue = append(o.queue, data)
	o.bytes += len(data)
	signal(o.ready)
}

// finish says that nothing more comes. What waits is thrown away with drop.
func (o *outbox) finish(drop bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last = true; drop {
		o.queue, o.bytes = nil, 0
	}
	signal(o.ready)
}

// take returns the next message once there is one, nil after the last.
func (o *outbox) take() []byte {
	for {
		o.mu.Lock()
		if len(o.queue) > 0 {
			data := o.queue[0]
			o.queue[0] = nil
			o.queue = o.queue[1:]
			o.bytes -= len(data)
			signal(o.room)
			o.mu.Unlock()
			return data
		}
		last := o.last
		o.mu.Unlock()
		if last {
			return nil
		}
		<-o.ready
	}
}

// wait waits until there is room. It fails with errLate when late comes first,
// and when ctx is done.
func (o *outbox) wait(ctx context.Context, late <-chan time.Time) error {
	for {
		o.mu.Lock()
		full := o.bytes > maxWaiting && !o.last
		o.mu.Unlock()
		if !full {
			return nil
		}
		select {
		case <-o.room:
		case <-late:
			return errLate
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
