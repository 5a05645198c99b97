package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Append retries until the cluster has responded or ctx is done. The log gets the record at most
// once, even after several attempts.
func (j *JetStream) Append(ctx context.Context, game string, expect uint64, record []byte) error {
	ctx, done, err := j.beginCall(ctx, checkGame(game, record))
	if err != nil {
		return err
	}
	defer done()
	last, known := j.tip(game)
	if !known || last.records != expect {
		if last, err = j.readTip(ctx, game); err != nil {
			return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
		}
	}
	if last.records != expect {
		return fenced(game, expect, last.records)
	}
	if expect == 0 { // list the game before its first record; a listed game without a log does no harm
		if err := j.addLive(ctx, game); err != nil {
			return err
		}
	}
	err = j.appendBatched(ctx, game, last, record)
	if err == nil {
		return nil
	}
	refused := new(jetstream.APIError)
	sent := !errors.Is(err, errors.ErrUnsupported) && !errors.As(err, &refused)
	return j.sendUntilKnown(ctx, game, last, record, sent)
}

// sendUntilKnown sends the record that follows the given tip until it is known whether the cluster
// has stored the record. If sent is set, an earlier attempt may have arrived. In that case ErrFull
// does not prove that the record is missing, because a full NATS server may store the record after
// its next start.
func (j *JetStream) sendUntilKnown(ctx context.Context, game string, last tip, record []byte, sent bool) error {
	for {
		resent, err := j.publish(ctx, game, last, record)
		sent = sent || resent || !isFull(err)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, nats.ErrMaxPayload):
			return fmt.Errorf("store: game %s: %w", game, err)
		case !sent:
			return fmt.Errorf("store: game %s: %w: %w", game, ErrFull, err)
		case isSequenceConflict(err) || isFull(err):
			if known, err := j.settle(ctx, game, last, record); known {
				return err
			}
		}
		if ctx.Err() != nil {
			j.forgetTip(game)
			return fmt.Errorf("store: game %s: %w: %w", game, ErrAmbiguous, err)
		}
		wait(ctx, retryPause)
	}
}

// After a refusal, settle reads the record that follows the given tip. This is the given record if
// the response to an earlier attempt was lost, and otherwise the record of another writer. If a
// former leader or a replica that is behind responds, settle does not learn the outcome, and known
// is false.
func (j *JetStream) settle(ctx context.Context, game string, last tip, record []byte) (known bool, err error) {
	seq, text, err := j.readFollowing(ctx, game, last)
	switch {
	case err != nil:
		return false, nil
	case seq != 0 && bytes.Equal(text, record):
		j.rememberTip(game, tip{last.records + 1, seq})
		return true, nil
	case seq != 0:
		j.forgetTip(game)
		return true, fenced(game, last.records, last.records+1)
	}
	if n, err := j.countRecords(ctx, game); err == nil && n < last.records { // NATS has lost records
		j.forgetTip(game)
		return true, fenced(game, last.records, n)
	}
	return false, nil
}

// appendBatched sends the record that follows the given tip in a batch with records of other games.
// After any error, the caller sends the record alone.
func (j *JetStream) appendBatched(ctx context.Context, game string, last tip, record []byte) error {
	b := j.batchers[j.streamOf(game)]
	if b == nil {
		return errors.ErrUnsupported
	}
	seq, err := b.publish(ctx, j.message(game, last, record))
	if err == nil {
		j.rememberTip(game, tip{last.records + 1, seq})
	}
	return err
}

// message returns the message with the record that follows the given tip. The stream accepts it
// only as the next record.
func (j *JetStream) message(game string, last tip, record []byte) *nats.Msg {
	return &nats.Msg{Subject: j.subject(game), Data: record, Header: nats.Header{
		numberHeader:                        {strconv.FormatUint(last.records, 10)},
		jetstream.ExpectedLastSubjSeqHeader: {strconv.FormatUint(last.seq, 10)},
	}}
}

// publish sends the record that follows the given tip alone, not in a batch. resent reports whether
// it sent several copies. In that case the error may refer to one copy although the stream has
// stored another copy.
func (j *JetStream) publish(ctx context.Context, game string, last tip, record []byte) (resent bool, err error) {
	return j.request(ctx, j.message(game, last, record), func(answer *nats.Msg) error {
		kept, err := readAck(answer)
		if err == nil {
			j.rememberTip(game, tip{last.records + 1, kept.Seq})
		}
		return err
	})
}

// addLive adds a game to the list of unfinished games.
func (j *JetStream) addLive(ctx context.Context, game string) error {
	err := retry(ctx, func(ctx context.Context) error {
		_, err := j.request(ctx, &nats.Msg{Subject: j.liveSubject(game)}, func(answer *nats.Msg) error {
			_, err := readAck(answer)
			return err
		})
		return err
	})
	switch {
	case err == nil:
		return nil
	case isFull(err):
		return fmt.Errorf("store: game %s: %w: %w", game, ErrFull, err)
	}
	return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
}

// A batcher sends the records of many games to one stream in atomic batches. Records that arrive
// while a batch is being sent form the next batch. A batch costs each replica one proposal and one
// sync. Every record has the sequence of the record that it must follow. If one of these sequences
// does not match, the stream refuses the batch, and the callers of publish send each record alone.
type batcher struct {
	conn *nats.Conn
	wake chan struct{} // not empty if next is not empty

	mu     sync.Mutex
	next   []*batchEntry
	number uint64 // of the latest batch
}

// A batchEntry is a record that waits for a batch.
type batchEntry struct {
	msg  *nats.Msg
	seq  uint64     // sequence of the message in its stream, set before done receives the outcome
	done chan error // capacity 1
}

const (
	// maxBatch is the maximum number of records in a batch. NATS servers allow 1,000.
	maxBatch = 500
	// batchAttempt bounds the time for a batch. A batch cannot be sent again: after this time, its
	// records are sent alone.
	batchAttempt = time.Second
)

// The headers of a batch message (NATS, ADR-50).
const (
	batchID       = "Nats-Batch-Id"
	batchSequence = "Nats-Batch-Sequence"
	batchCommit   = "Nats-Batch-Commit"
)

func newBatcher(conn *nats.Conn) *batcher {
	return &batcher{conn: conn, wake: make(chan struct{}, 1)}
}

// publish sends a message in one of the next batches and returns the message's sequence. After an error
// the outcome is unknown.
func (b *batcher) publish(ctx context.Context, msg *nats.Msg) (seq uint64, err error) {
	e := &batchEntry{msg: msg, done: make(chan error, 1)}
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
		if b.next = nil; len(batch) > maxBatch {
			batch, b.next = batch[:maxBatch], batch[maxBatch:]
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
func (b *batcher) send(ctx context.Context, id string, batch []*batchEntry) (last uint64, err error) {
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
		return 0, fmt.Errorf("the stream stored %[2]d of the %[1]d records of a batch", len(batch), kept.Count)
	}
	return kept.Seq, nil
}
