package store

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// A batcher sends the records of many games to one stream as atomic batches. Records that
// arrive during a batch form the next one. A batch costs each replica one proposal and one
// sync. Every record has its own expectation; if one fails, the stream refuses the batch,
// and each record is sent alone.
type batcher struct {
	conn *nats.Conn
	wake chan struct{} // has room for one: next is not empty

	mu     sync.Mutex
	next   []*entry
	number uint64 // of the latest batch
}

// An entry is a record on its way.
type entry struct {
	msg  *nats.Msg
	seq  uint64     // of the message in its stream, set before done
	done chan error // has room for one
}

const (
	// atOnce is how many records go into a batch at most: servers allow 1,000.
	atOnce = 500
	// batchAttempt is how long the cluster may take for a batch. A batch cannot be sent
	// again as it is.
	batchAttempt = time.Second
)

// The headers of a batch (NATS, ADR-50).
const (
	batchID       = "Nats-Batch-Id"
	batchSequence = "Nats-Batch-Sequence"
	batchCommit   = "Nats-Batch-Commit"
)

func newBatcher(conn *nats.Conn) *batcher {
	return &batcher{conn: conn, wake: make(chan struct{}, 1)}
}

// publish sends a message with the next batch and returns its sequence. After an error it
// is not known whether it was kept.
func (b *batcher) publish(ctx context.Context, msg *nats.Msg) (seq uint64, err error) {
	e := &entry{msg: msg, done: make(chan error, 1)}
	b.mu.Lock()
	b.next = append(b.next, e)
	b.mu.Unlock()
	b.signal()
	select {
	case err := <-e.done:
		return e.seq, err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (b *batcher) signal() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// run sends batches until ctx is done.
func (b *batcher) run(ctx context.Context) {
	id := nats.NewInbox()[len(nats.InboxPrefix):]
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
		}
		b.mu.Lock()
		batch := b.next
		if b.next = nil; len(batch) > atOnce {
			batch, b.next = batch[:atOnce], batch[atOnce:]
			b.signal()
		}
		b.number++
		number := b.number
		b.mu.Unlock()
		last, err := b.send(ctx, fmt.Sprintf("%s-%x", id, number), batch)
		for i, e := range batch {
			e.seq = last - uint64(len(batch)-1-i)
			e.done <- err
		}
	}
}

// send sends a batch and returns the sequence of its last message.
func (b *batcher) send(ctx context.Context, id string, batch []*entry) (last uint64, err error) {
	if len(batch) == 0 {
		return 0, nil
	}
	ctx, cancel := context.WithTimeout(ctx, batchAttempt)
	defer cancel()
	end := len(batch) - 1
	if end > 0 {
		for i, e := range batch {
			e.msg.Header.Set(batchID, id)
			e.msg.Header.Set(batchSequence, strconv.Itoa(i+1))
		}
		batch[end].msg.Header.Set(batchCommit, "1")
	}
	for _, e := range batch[:end] {
		if err := b.conn.PublishMsg(e.msg); err != nil {
			return 0, err
		}
	}
	answer, err := b.conn.RequestMsgWithContext(ctx, batch[end].msg)
	if err != nil {
		return 0, err
	}
	kept, err := readAck(answer)
	if err != nil {
		return 0, err
	}
	if end > 0 && kept.Count != len(batch) {
		return 0, fmt.Errorf("answer to a batch of %d records: %d were kept", len(batch), kept.Count)
	}
	return kept.Seq, nil
}
