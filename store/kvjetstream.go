package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A bucket is a stream with a subject for each key and the last message of each. NATS KV
// buckets read from any replica, which may be behind; here the leader answers. A leader
// that wakes from a freeze may return an old value for some milliseconds. Compare-and-set
// writes are not affected.

const (
	// writeHeader holds a word that no other write has, so that one whose answer was
	// lost is known again.
	writeHeader = "Gamed-Write"
	// goneHeader marks a key that is being removed.
	goneHeader = "Gamed-Gone"
)

// buckets are the streams that this process knows of.
type buckets struct {
	mu    sync.Mutex
	known map[string]jetstream.Stream
}

// bucket returns the stream of a bucket, which is made if make is set and there is
// none.
func (j *JetStream) bucket(ctx context.Context, name string, make bool) (jetstream.Stream, error) {
	if s := j.buckets.get(name); s != nil {
		return s, nil
	}
	config := jetstream.StreamConfig{
		Name: j.bucketStream(name), Subjects: []string{j.bucketSubject(name, "") + ">"}, Storage: jetstream.FileStorage, Replicas: j.live.CachedInfo().Config.Replicas,
		Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardOld, MaxMsgsPerSubject: 1,
	}
	stream, err := j.existing(ctx, config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) && make {
		stream, err = j.stream(ctx, config)
	}
	if err != nil {
		return nil, err
	}
	j.buckets.mu.Lock()
	defer j.buckets.mu.Unlock()
	j.buckets.known[name] = stream
	return stream, nil
}

func (b *buckets) get(name string) jetstream.Stream {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.known[name]
}

// A kept is what the leader of a bucket's stream says of a key: the zero kept is one
// that it has never heard of.
type kept struct {
	seq   uint64 // of its last message
	text  []byte
	write string // the word of whoever wrote it
	gone  bool
}

// revision is the revision of the key's value.
func (k kept) revision() uint64 {
	if k.gone {
		return 0
	}
	return k.seq
}

// look asks for a key's value until the cluster has answered or ctx is done.
func (j *JetStream) look(ctx context.Context, bucket, key string) (kept, error) {
	for {
		try, cancel := context.WithTimeout(ctx, attempt)
		seq, header, text, err := j.lastMessage(try, j.bucketStream(bucket), j.bucketSubject(bucket, key))
		cancel()
		if err == nil {
			return kept{seq, text, header.Get(writeHeader), header.Get(goneHeader) != ""}, nil
		}
		if api := (*jetstream.APIError)(nil); errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamNotFound {
			return kept{}, nil
		}
		if ctx.Err() != nil || !passing(err) {
			return kept{}, fmt.Errorf("store: key %s in %s: %w: %w", key, bucket, ErrUnavailable, err)
		}
		wait(ctx, pause)
	}
}

func (j *JetStream) Get(ctx context.Context, bucket, key string) ([]byte, uint64, error) {
	if err := checkKey(bucket, key); err != nil {
		return nil, 0, err
	}
	ctx, done, err := j.use(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer done()
	k, err := j.look(ctx, bucket, key)
	if err == nil && k.revision() == 0 {
		err = noKey{bucket, key}
	}
	if err != nil {
		return nil, 0, err
	}
	return k.text, k.seq, nil
}

func (j *JetStream) Keys(ctx context.Context, bucket, prefix string) (keys []string, err error) {
	if err := checkPrefix(bucket, prefix); err != nil {
		return nil, err
	}
	ctx, done, err := j.use(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	whole := prefix[:strings.LastIndexByte(prefix, '/')+1]
	subjects, err := j.subjects(ctx, j.bucketStream(bucket), j.bucketSubject(bucket, whole)+">")
	if api := (*jetstream.APIError)(nil); errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: keys in %s: %w: %w", bucket, ErrUnavailable, err)
	}
	for _, subject := range subjects {
		if key := keyOf(subject[len(j.bucketSubject(bucket, "")):]); strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys, nil
}

func (j *JetStream) Buckets(ctx context.Context) (names []string, err error) {
	ctx, done, err := j.use(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	streams := j.js.StreamNames(ctx, jetstream.WithStreamListSubject(j.bucketSubject("*", "")+">"))
	for name := range streams.Name() {
		names = append(names, strings.TrimPrefix(name, j.bucketStream("")))
	}
	if err := streams.Err(); err != nil {
		return nil, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	slices.Sort(names)
	return names, nil
}

func (j *JetStream) bucketStream(bucket string) string {
	return fmt.Sprintf("GAMED_%s_KV_%s", j.cluster, bucket)
}

// bucketSubject is the subject of a key: its parts between slashes are those between
// the dots of a subject, which may not be empty, so dots are written as what no key has.
func (j *JetStream) bucketSubject(bucket, key string) string {
	return "gamed." + j.cluster + ".kv." + bucket + "." + strings.NewReplacer(".", "=", "/", ".").Replace(key)
}

// keyOf is the other way round.
func keyOf(subject string) string { return strings.NewReplacer("=", ".", ".", "/").Replace(subject) }

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
