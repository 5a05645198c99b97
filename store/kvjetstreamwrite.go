package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func (j *JetStream) Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error) {
	if err := checkKey(bucket, key); err != nil {
		return 0, err
	}
	ctx, done, err := j.use(ctx)
	if err != nil {
		return 0, err
	}
	defer done()
	if _, err := j.bucket(ctx, bucket, true); err != nil {
		return 0, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	return j.write(ctx, bucket, key, revision, &nats.Msg{Data: value, Header: nats.Header{}})
}

// Delete writes that the key is gone, by compare-and-set, and then removes that as
// well.
func (j *JetStream) Delete(ctx context.Context, bucket, key string, revision uint64) error {
	if err := checkKey(bucket, key); err != nil {
		return err
	}
	ctx, done, err := j.use(ctx)
	if err != nil {
		return err
	}
	defer done()
	if revision == 0 {
		k, err := j.look(ctx, bucket, key)
		if err == nil && k.revision() != 0 {
			err = conflict(bucket, key)
		}
		return err
	}
	stream, err := j.bucket(ctx, bucket, false)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return conflict(bucket, key)
	}
	if err != nil {
		return fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	seq, err := j.write(ctx, bucket, key, revision, &nats.Msg{Header: nats.Header{goneHeader: {"1"}}})
	if err != nil {
		return err
	}
	// If this fails, the marker takes up room and Keys lists the key. Trying again is
	// harmless: later writes to the key stay.
	for ctx.Err() == nil {
		try, cancel := context.WithTimeout(ctx, attempt)
		err := stream.Purge(try, jetstream.WithPurgeSubject(j.bucketSubject(bucket, key)), jetstream.WithPurgeSequence(seq+1))
		cancel()
		if err == nil || !passing(err) {
			break
		}
		wait(ctx, pause)
	}
	return nil
}

// write sends a message for a key that has that revision until the cluster has
// answered or ctx is done, and returns its sequence.
func (j *JetStream) write(ctx context.Context, bucket, key string, revision uint64, msg *nats.Msg) (uint64, error) {
	msg.Subject = j.bucketSubject(bucket, key)
	msg.Header.Set(writeHeader, rand.Text())
	last, sent := revision, false
	for {
		var kept ack
		msg.Header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(last, 10))
		try, cancel := context.WithTimeout(ctx, attempt)
		again, err := j.request(try, msg, func(answer *nats.Msg) (err error) {
			kept, err = readAck(answer)
			return err
		})
		cancel()
		sent = sent || again
		switch {
		case err == nil:
			return kept.Seq, nil
		case isFull(err) && !sent: // or an attempt before may be kept
			return 0, fmt.Errorf("store: key %s in %s: %w: %w", key, bucket, ErrFull, err)
		case errors.Is(err, nats.ErrMaxPayload):
			return 0, fmt.Errorf("store: key %s in %s: %w", key, bucket, err)
		}
		if wrongSequence(err) {
			k, failed := j.look(ctx, bucket, key)
			switch {
			case failed != nil:
				err = failed
			case k.write == msg.Header.Get(writeHeader):
				return k.seq, nil
			case k.revision() == revision: // of one that is gone, which has come or left meanwhile
				last = k.seq
			case sent:
				return 0, fmt.Errorf("store: key %s in %s: %w", key, bucket, ErrAmbiguous)
			default:
				return 0, conflict(bucket, key)
			}
		} else {
			sent = true
		}
		if ctx.Err() != nil {
			return 0, fmt.Errorf("store: key %s in %s: %w: %w", key, bucket, ErrAmbiguous, err)
		}
		if last == revision {
			wait(ctx, pause)
		}
	}
}
