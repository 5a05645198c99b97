package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/cockroachdb/pebble/v2"
)

// values is the state of the [KV] in an embedded store. A stored value begins with its
// revision in 8 bytes.
type values struct {
	locks [shards]sync.Mutex // each guards some of the keys and is held until a change is on the disk

	mu   sync.Mutex
	last uint64 // the latest revision, or 0 if none since the start
}

// revisionBits is the number of bits that count revisions within one run of the process. The
// other bits count the runs, so no revision is used twice.
const revisionBits = 40

// next returns a revision that no value has ever had.
func (e *Embedded) next() (uint64, error) {
	e.values.mu.Lock()
	defer e.values.mu.Unlock()
	if e.values.last == 0 {
		_, starts, err := e.get([]byte{started}) // stored as an empty value whose revision is the count
		if err != nil {
			return 0, err
		}
		if err := e.db.Set([]byte{started}, binary.BigEndian.AppendUint64(nil, starts+1), e.write); err != nil {
			return 0, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
		}
		e.values.last = (starts + 1) << revisionBits
	}
	e.values.last++
	return e.values.last, nil
}

func (e *Embedded) Get(_ context.Context, bucket, key string) ([]byte, uint64, error) {
	if err := e.use(checkKey(bucket, key)); err != nil {
		return nil, 0, err
	}
	defer e.mu.RUnlock()
	text, revision, err := e.get(valueKey(bucket, key))
	if err == nil && revision == 0 {
		err = noKey{bucket, key}
	}
	return text, revision, err
}

// get returns a value and its revision, or revision 0 if the key does not exist.
func (e *Embedded) get(key []byte) ([]byte, uint64, error) {
	found, closer, err := e.db.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	revision, text := binary.BigEndian.Uint64(found), slices.Clone(found[8:])
	if err := closer.Close(); err != nil {
		return nil, 0, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	return text, revision, nil
}

func (e *Embedded) Put(_ context.Context, bucket, key string, value []byte, revision uint64) (uint64, error) {
	var now uint64
	err := e.change(bucket, key, revision, func(key []byte) (err error) {
		if err := e.room.left(); err != nil {
			return fmt.Errorf("store: %w", err)
		}
		if now, err = e.next(); err != nil {
			return err
		}
		if err := e.db.Set(key, append(binary.BigEndian.AppendUint64(nil, now), value...), e.write); err != nil {
			return fmt.Errorf("store: %w: %w", ErrAmbiguous, err)
		}
		return nil
	})
	return now, err
}

func (e *Embedded) Delete(_ context.Context, bucket, key string, revision uint64) error {
	return e.change(bucket, key, revision, func(key []byte) error {
		if revision == 0 {
			return nil // the key does not exist
		}
		if err := e.db.Delete(key, e.write); err != nil {
			return fmt.Errorf("store: %w: %w", ErrAmbiguous, err)
		}
		return nil
	})
}

// change locks a key and calls do if the key has the given revision.
func (e *Embedded) change(bucket, key string, revision uint64, do func(key []byte) error) error {
	if err := e.use(checkKey(bucket, key)); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	lock := &e.values.locks[hash(bucket+"/"+key)%shards]
	lock.Lock()
	defer lock.Unlock()
	at := valueKey(bucket, key)
	_, is, err := e.get(at)
	if err != nil {
		return err
	}
	if is != revision {
		return conflict(bucket, key)
	}
	return do(at)
}

func (e *Embedded) Keys(_ context.Context, bucket, prefix string) ([]string, error) {
	low, all := valueKey(bucket, prefix), valueKey(bucket, "")
	return e.list(checkPrefix(bucket, prefix), low, append(slices.Clone(low), 0xff), len(all))
}

func (e *Embedded) Buckets(context.Context) (buckets []string, err error) {
	if err := e.use(nil); err != nil {
		return nil, err
	}
	defer e.mu.RUnlock()
	err = e.scan([]byte{valueOf}, []byte{valueOf + 1}, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); {
			bucket, _, _ := bytes.Cut(i.Key()[1:], []byte{0})
			buckets = append(buckets, string(bucket))
			i.SeekGE(key(valueOf, string(bucket), 1))
		}
		return nil
	})
	return buckets, err
}

// valueKey returns the database key for a value or a prefix.
func valueKey(bucket, name string) []byte {
	return append(key(valueOf, bucket, 0), name...)
}
