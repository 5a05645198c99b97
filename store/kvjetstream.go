package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A bucket is a stream that retains the last message for each key, one subject per key. The KV
// buckets of the NATS library read from any replica, which may be behind. JetStream reads from the
// leader instead. A leader that resumes after a freeze may return an old value for some
// milliseconds, but does not accept a compare-and-set write based on that value.

const (
	// writeHeader identifies a write. If the response to a write is lost, this header shows
	// whether the write was stored.
	writeHeader = "Gamed-Write"
	// deletedHeader marks a deleted key.
	deletedHeader = "Gamed-Gone"
	// sumHeader holds the checksum of a value. Values of earlier versions do not have this header.
	sumHeader = "Gamed-Sum"
	// lostHeader is set in a restored value. It holds the age that the value had before the cluster lost
	// it, and the time at which the value was first stored, in ms since 1970.
	lostHeader = "Gamed-Lost"
	// ageHeader holds the minimum age of a value, which is a number that orders the values of a key:
	// see [version]. The header is set if the age of the replaced value differs from its sequence.
	ageHeader = "Gamed-Age"
)

// bucket returns the stream of a bucket. If the stream does not exist and create is true, bucket
// creates it.
func (j *JetStream) bucket(ctx context.Context, name string, create bool) (jetstream.Stream, error) {
	j.mu.Lock()
	known := j.buckets[name]
	j.mu.Unlock()
	if known != nil {
		return known, nil
	}
	config := jetstream.StreamConfig{
		Name: j.bucketStream(name), Subjects: []string{j.bucketSubject(name, "") + ">"}, Storage: jetstream.FileStorage, Replicas: j.live.CachedInfo().Config.Replicas,
		Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardOld, MaxMsgsPerSubject: 1,
	}
	stream, err := j.findStream(ctx, config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) && create {
		stream, err = j.ensureStream(ctx, config)
	}
	if err != nil {
		return nil, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.buckets[name] = stream
	return stream, nil
}

// forgetBucket makes the next call of bucket look the stream up again.
func (j *JetStream) forgetBucket(name string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.buckets, name)
}

// A version orders the values of a key by age. Sequences do not give this order, because a stream
// that has lost messages uses their sequences again. The age of a value is normally its sequence.
// But a restored value keeps its age, and a value always has a higher age than the value that it
// replaces.
type version struct{ seq, age uint64 }

// noteVersion remembers the version of a value that this process has read or written, for the next
// write to its key.
func (j *JetStream) noteVersion(subject string, v version) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if v.age == v.seq {
		delete(j.ages, subject)
		return
	}
	if len(j.ages) >= maxCached {
		clear(j.ages)
	}
	j.ages[subject] = v
}

// ageOf returns the age of the value with a given sequence.
func (j *JetStream) ageOf(subject string, seq uint64) uint64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	if known := j.ages[subject]; known.seq == seq {
		return known.age
	}
	return seq
}

// A keyMessage is the last message for a key, according to the leader. The zero value means
// that there is no message.
type keyMessage struct {
	version
	text     []byte
	writeID  string // identifies the write: see writeHeader
	deleted  bool
	sum      string // checksum, or ""
	storedAt int64  // when the value was first stored, in ms since 1970
}

// revision returns the revision of the value, or 0 if it was deleted.
func (k keyMessage) revision() uint64 {
	if k.deleted {
		return 0
	}
	return k.seq
}

// newKeyMessage decodes a message and its headers.
func newKeyMessage(seq uint64, at time.Time, header nats.Header, text []byte) (k keyMessage, err error) {
	k = keyMessage{version{seq, seq}, text, header.Get(writeHeader), header.Get(deletedHeader) != "", header.Get(sumHeader), at.UnixMilli()}
	if least := header.Get(ageHeader); least != "" {
		if k.age, err = strconv.ParseUint(least, 10, 64); err != nil {
			return k, fmt.Errorf("a value has an invalid header %s: %w", ageHeader, err)
		}
		k.age = max(k.age, seq)
	}
	if lost := header.Get(lostHeader); lost != "" {
		if _, err := fmt.Sscan(lost, &k.age, &k.storedAt); err != nil {
			return k, fmt.Errorf("a value has an invalid header %s: %w", lostHeader, err)
		}
	}
	return k, nil
}

// read requests the value of a key until the cluster responds or ctx is done.
func (j *JetStream) read(ctx context.Context, bucket, key string) (keyMessage, error) {
	var k keyMessage
	err := retry(ctx, func(ctx context.Context) error {
		seq, at, header, text, err := j.lastMessage(ctx, j.bucketStream(bucket), j.bucketSubject(bucket, key))
		if err == nil {
			k, err = newKeyMessage(seq, at, header, text)
		}
		if err == nil {
			j.noteVersion(j.bucketSubject(bucket, key), k.version)
		}
		return err
	})
	switch {
	case err == nil:
		return k, nil
	case isStreamMissing(err):
		return keyMessage{}, nil
	}
	return keyMessage{}, fmt.Errorf("store: key %s in %s: %w: %w", key, bucket, ErrUnavailable, err)
}

func (j *JetStream) Get(ctx context.Context, bucket, key string) ([]byte, uint64, error) {
	ctx, done, err := j.beginCall(ctx, checkKey(bucket, key))
	if err != nil {
		return nil, 0, err
	}
	defer done()
	k, err := j.read(ctx, bucket, key)
	if err == nil && k.revision() == 0 {
		err = missingKey{bucket, key}
	}
	if err != nil {
		return nil, 0, err
	}
	if k.sum != "" && k.sum != sumText(bucket, key, k.text) {
		return nil, 0, fmt.Errorf("store: %w", &Damage{Bucket: bucket, Key: key, Reason: "the value does not match its checksum " + k.sum})
	}
	return k.text, k.seq, nil
}

// sumText returns the checksum of a value as in sumHeader.
func sumText(bucket, key string, value []byte) string {
	return fmt.Sprintf("%08x", sumOf(bucket, key, value))
}

func (j *JetStream) Keys(ctx context.Context, bucket, prefix string) (keys []string, err error) {
	ctx, done, err := j.beginCall(ctx, checkPrefix(bucket, prefix))
	if err != nil {
		return nil, err
	}
	defer done()
	whole := prefix[:strings.LastIndexByte(prefix, '/')+1]
	subjects, err := j.subjects(ctx, j.bucketStream(bucket), j.bucketSubject(bucket, whole)+">")
	if isStreamMissing(err) {
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
	ctx, done, err := j.beginCall(ctx, nil)
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

// bucketSubject returns the subject for a key. It replaces slashes by dots, which separate the
// parts of a subject. It replaces dots by equals signs, which do not occur in keys.
func (j *JetStream) bucketSubject(bucket, key string) string {
	return "gamed." + j.cluster + ".kv." + bucket + "." + strings.NewReplacer(".", "=", "/", ".").Replace(key)
}

// keyOf returns the key of a subject without the bucket's prefix. It is the inverse of bucketSubject.
func keyOf(subject string) string { return strings.NewReplacer("=", ".", ".", "/").Replace(subject) }

func (j *JetStream) Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error) {
	now, err := j.put(ctx, bucket, key, value, revision)
	return now.seq, err
}

// put does the work of Put, and returns the version of the value.
func (j *JetStream) put(ctx context.Context, bucket, key string, value []byte, revision uint64) (now version, err error) {
	ctx, done, err := j.beginCall(ctx, checkKey(bucket, key))
	if err != nil {
		return now, err
	}
	defer done()
	if _, err := j.bucket(ctx, bucket, true); err != nil {
		return now, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	msg := &nats.Msg{Data: value, Header: nats.Header{sumHeader: {sumText(bucket, key, value)}}}
	subject := j.bucketSubject(bucket, key)
	least := j.ageOf(subject, revision) + 1
	if least != revision+1 {
		msg.Header.Set(ageHeader, strconv.FormatUint(least, 10))
	}
	if now.seq, err = j.write(ctx, bucket, key, revision, msg); err == nil {
		now.age = max(now.seq, least)
		j.noteVersion(subject, now)
	}
	return now, err
}

// Delete writes a marker by compare-and-set and then purges it.
func (j *JetStream) Delete(ctx context.Context, bucket, key string, revision uint64) error {
	ctx, done, err := j.beginCall(ctx, checkKey(bucket, key))
	if err != nil {
		return err
	}
	defer done()
	if revision == 0 {
		k, err := j.read(ctx, bucket, key)
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
	seq, err := j.write(ctx, bucket, key, revision, &nats.Msg{Header: nats.Header{deletedHeader: {"1"}}})
	if err != nil {
		return err
	}
	// If the purge fails, the marker takes up space and Keys lists the key. A retry is harmless,
	// because it does not purge later writes to the key.
	_ = retry(ctx, func(ctx context.Context) error {
		return stream.Purge(ctx, jetstream.WithPurgeSubject(j.bucketSubject(bucket, key)), jetstream.WithPurgeSequence(seq+1))
	})
	return nil
}

// write sends a message for a key with the given revision until the cluster responds or ctx
// is done. It returns the sequence of the message.
func (j *JetStream) write(ctx context.Context, bucket, key string, revision uint64, msg *nats.Msg) (uint64, error) {
	msg.Subject = j.bucketSubject(bucket, key)
	msg.Header.Set(writeHeader, rand.Text())
	last, sent := revision, false
	for {
		var kept ack
		msg.Header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(last, 10))
		resent, err := j.request(ctx, msg, func(answer *nats.Msg) (err error) {
			kept, err = readAck(answer)
			return err
		})
		sent = sent || resent
		switch {
		case err == nil:
			return kept.Seq, nil
		case isFull(err) && !sent: // if sent, an earlier attempt may have been stored
			return 0, fmt.Errorf("store: key %s in %s: %w: %w", key, bucket, ErrFull, err)
		case errors.Is(err, nats.ErrMaxPayload):
			return 0, fmt.Errorf("store: key %s in %s: %w", key, bucket, err)
		}
		if isSequenceConflict(err) {
			k, failed := j.read(ctx, bucket, key)
			switch {
			case failed != nil:
				err = failed
			case k.writeID == msg.Header.Get(writeHeader):
				return k.seq, nil
			case k.revision() == revision: // a deletion marker was written or purged in the meantime
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
			wait(ctx, retryPause)
		}
	}
}
