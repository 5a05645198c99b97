package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// values is the state of the [KV] in an embedded store. A stored value begins with its
// revision in 8 bytes. The checksum has its own key, so that earlier versions can read the value.
type values struct {
	locks [shards]sync.Mutex // each guards some of the keys and is held until a change is on the disk

	mu   sync.Mutex
	last uint64 // the latest revision, or 0 if none since the start
}

// revisionBits is the number of bits that count revisions within one run of the process. The
// other bits count the runs, so no revision is used twice.
const revisionBits = 40

// nextRevision returns a revision that no value has ever had.
func (e *Embedded) nextRevision() (uint64, error) {
	e.values.mu.Lock()
	defer e.values.mu.Unlock()
	if e.values.last == 0 {
		_, starts, err := e.get([]byte{startCount}) // stored as an empty value whose revision is the count
		if err != nil {
			return 0, err
		}
		if err := e.db.Set([]byte{startCount}, binary.BigEndian.AppendUint64(nil, starts+1), e.write); err != nil {
			return 0, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
		}
		e.values.last = (starts + 1) << revisionBits
	}
	e.values.last++
	return e.values.last, nil
}

func (e *Embedded) Get(_ context.Context, bucket, key string) ([]byte, uint64, error) {
	if err := e.beginCall(checkKey(bucket, key)); err != nil {
		return nil, 0, err
	}
	defer e.mu.RUnlock()
	text, revision, err := e.readChecked(bucket, key)
	if errors.Is(err, ErrDamaged) { // or the value changed between the two reads
		lock := &e.values.locks[hash(bucket+"/"+key)%shards]
		lock.Lock()
		defer lock.Unlock()
		text, revision, err = e.readChecked(bucket, key)
	}
	return text, revision, asValueDamage(bucket, key, err)
}

// readChecked reads a value and compares it with its checksum. If the caller does not hold the lock
// of the key, readChecked may mistake a concurrent change for damage.
func (e *Embedded) readChecked(bucket, key string) ([]byte, uint64, error) {
	if err := e.heads.damage(item{bucket, key}); err != nil {
		return nil, 0, err
	}
	text, revision, err := e.get(valueKey(bucket, key))
	if err == nil && revision == 0 {
		return nil, 0, missingKey{bucket, key}
	}
	if err == nil {
		err = e.checkValue(bucket, key, text, revision)
	}
	if err != nil {
		return nil, 0, err
	}
	return text, revision, nil
}

// checkValue compares a value with its checksum. Values written by earlier versions have no
// checksum.
func (e *Embedded) checkValue(bucket, key string, text []byte, revision uint64) error {
	sum, of, err := e.get(sumKey(bucket, key))
	switch {
	case err != nil:
		return err
	case of < revision: // an earlier version wrote the value
		return nil
	case of > revision || len(sum) != crc32.Size:
		return &Damage{Bucket: bucket, Key: key, Reason: "the value is older than its checksum, or the checksum is damaged"}
	}
	return checkSum(bucket, key, text, binary.BigEndian.Uint32(sum))
}

// get returns a value and its revision, or revision 0 if the key does not exist.
func (e *Embedded) get(key []byte) ([]byte, uint64, error) {
	found, closer, err := e.db.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, 0, nil
	}
	if pebble.IsCorruptionError(err) {
		return nil, 0, fmt.Errorf("store: %w", damagedError(err))
	}
	if err != nil {
		return nil, 0, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	if len(found) < 8 {
		return nil, 0, errors.Join(fmt.Errorf("store: %w: a value of %d bytes is too short", ErrDamaged, len(found)), closer.Close())
	}
	revision, text := binary.BigEndian.Uint64(found), slices.Clone(found[8:])
	if err := closer.Close(); err != nil {
		return nil, 0, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	return text, revision, nil
}

func (e *Embedded) Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error) {
	var now uint64
	if e.archive != nil { // the caller may change the value afterwards
		value = slices.Clone(value)
	}
	err := e.change(ctx, bucket, key, value, revision, func(batch *pebble.Batch) (after head, err error) {
		if err := e.ready(); err != nil {
			return after, fmt.Errorf("store: %w", err)
		}
		if now, err = e.nextRevision(); err != nil {
			return after, err
		}
		text, sum := storedValue(bucket, key, value, now)
		after, _ = decodeValueHead(sum)
		return after, errors.Join(batch.Set(valueKey(bucket, key), text, nil), batch.Set(sumKey(bucket, key), sum, nil))
	})
	if err != nil {
		return 0, err
	}
	return now, nil
}

// storedValue returns the two texts that the engine stores for a value: text under valueKey, and
// sum under sumKey.
func storedValue(bucket, key string, value []byte, revision uint64) (text, sum []byte) {
	head := binary.BigEndian.AppendUint64(nil, revision)
	return slices.Concat(head, value), binary.BigEndian.AppendUint32(head, sumOf(bucket, key, value))
}

func (e *Embedded) Delete(ctx context.Context, bucket, key string, revision uint64) error {
	return e.change(ctx, bucket, key, nil, revision, func(batch *pebble.Batch) (after head, err error) {
		if revision == 0 {
			return after, nil // the key does not exist
		}
		e.heads.noteDeletion(bucket, key)
		return after, errors.Join(batch.Delete(valueKey(bucket, key), nil), batch.Delete(sumKey(bucket, key), nil))
	})
}

// change calls do and commits its batch if a key has the given revision. do returns the new head of
// the key. value is the new value, for the archive. change waits for the disk until ctx is done.
func (e *Embedded) change(ctx context.Context, bucket, key string, value []byte, revision uint64, do func(*pebble.Batch) (head, error)) error {
	if err := e.beginCall(checkKey(bucket, key)); err != nil {
		return err
	}
	if ctx.Done() == nil {
		return e.changeLocked(bucket, key, value, revision, do)
	}
	changed := make(chan error, 1)
	go func() { changed <- e.changeLocked(bucket, key, value, revision, do) }()
	select {
	case err := <-changed:
		return err
	case <-ctx.Done():
		return fmt.Errorf("store: key %s in %s: %w: %w", key, bucket, ErrAmbiguous, ctx.Err())
	}
}

// changeLocked does the work of change while it holds the lock of the key. It also releases the
// lock taken by beginCall.
func (e *Embedded) changeLocked(bucket, key string, value []byte, revision uint64, do func(*pebble.Batch) (head, error)) error {
	defer e.mu.RUnlock()
	counter := int(hash(bucket+"/"+key) % shards)
	lock := &e.values.locks[counter]
	lock.Lock()
	defer lock.Unlock()
	_, is, err := e.get(valueKey(bucket, key))
	if err == nil {
		err = e.heads.damage(item{bucket, key})
	}
	if err != nil {
		return asValueDamage(bucket, key, err)
	}
	if is != revision {
		return conflict(bucket, key)
	}
	batch := e.db.NewBatch()
	defer func() { _ = batch.Close() }()
	after, err := do(batch)
	if err != nil || batch.Empty() {
		return err
	}
	if e.marks != nil {
		err = e.marks.commit(batch, counter)
	} else {
		err = batch.Commit(e.write)
	}
	if err != nil {
		return fmt.Errorf("store: %w: %w", ErrAmbiguous, err)
	}
	if e.marks != nil && after.number > 0 {
		e.heads.note(itemHead{item{bucket, key}, after})
	}
	if e.archive != nil {
		entry := archiveEntry{bucket: bucket, key: key, deleted: after.number == 0}
		entry.value = archivedValue{age: max(after.number, revision), seq: max(after.number, revision), acknowledgedAt: time.Now().UnixMilli(), text: value}
		e.archive.enqueueCommit(counter, entry)
	}
	return nil
}

func (e *Embedded) Keys(_ context.Context, bucket, prefix string) ([]string, error) {
	keys, err := e.keys(valueKey, bucket, prefix)
	if errors.Is(err, ErrDamaged) { // the checksums have the same keys
		more, _ := e.keys(sumKey, bucket, prefix)
		keys, err = sortedUnion(keys, more), &Damage{Bucket: bucket, Reason: "some of its keys: " + damageReason(err)}
	}
	lacking := slices.DeleteFunc(e.heads.lackingKeys(bucket), func(key string) bool { return !strings.HasPrefix(key, prefix) })
	if len(lacking) > 0 {
		keys = sortedUnion(keys, lacking)
	}
	return keys, err
}

// keys lists the database keys for the values or the checksums of a bucket.
func (e *Embedded) keys(of func(bucket, name string) []byte, bucket, prefix string) ([]string, error) {
	low, all := of(bucket, prefix), of(bucket, "")
	return e.listKeys(checkPrefix(bucket, prefix), low, append(slices.Clone(low), 0xff), len(all))
}

func (e *Embedded) Buckets(context.Context) (buckets []string, err error) {
	if err := e.beginCall(nil); err != nil {
		return nil, err
	}
	err = e.scan([]byte{valueOf}, []byte{valueOf + 1}, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); {
			bucket, _, _ := bytes.Cut(i.Key()[1:], []byte{0})
			buckets = append(buckets, string(bucket))
			i.SeekGE(key(valueOf, string(bucket), 1))
		}
		return nil
	})
	e.mu.RUnlock()
	if lost := e.heads.buckets(); len(lost) > 0 {
		buckets = sortedUnion(buckets, lost)
	}
	if !errors.Is(err, ErrDamaged) {
		return buckets, err
	}
	// Because of the damage, the scan has missed some buckets. The readable keys of values and
	// checksums name more of them.
	for _, kind := range []byte{valueOf, sumOfKey} {
		keys, _ := e.listKeys(nil, []byte{kind}, []byte{kind + 1}, 1)
		for _, k := range keys {
			bucket, _, _ := strings.Cut(k, "\x00")
			buckets = sortedUnion(buckets, []string{bucket})
		}
	}
	return buckets, err
}

// sumKey returns the database key for the checksum of a value.
func sumKey(bucket, name string) []byte {
	return append(key(sumOfKey, bucket, 0), name...)
}

// valueKey returns the database key for a value. For the start of a name, it returns the start of
// the database keys.
func valueKey(bucket, name string) []byte {
	return append(key(valueOf, bucket, 0), name...)
}
