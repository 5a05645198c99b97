package store

import (
	"context"
	"errors"
	"fmt"
	"regexp"
)

// A KV stores small values under keys, in buckets. It holds all data of the server except games. A bucket
// name has up to 32 lower-case letters and dashes. A key has up to 200 letters, digits, dashes, underscores,
// dots and slashes. Slashes separate non-empty parts. After a successful write, the value is as durable as a
// record of a [Log], and visible to every later read. There is one exception: on NATS, a leader
// that resumes after a freeze may return an old value for some milliseconds. Any goroutine may call
// the methods. Every method may also return ErrUnavailable or ErrDamaged, and Put and Delete may
// return ErrFull.
type KV interface {
	// Get returns the value of a key and the value's revision, or ErrNotFound, or ErrDamaged if
	// the value does not match its checksum. The caller must not change the value.
	Get(ctx context.Context, bucket, key string) (value []byte, revision uint64, err error)
	// Put sets the value of a key if the key has the given revision, or if revision is 0 and
	// the key does not exist. It returns the new revision, which is never reused. The error
	// is ErrConflict if the revision differs, and ErrAmbiguous if the outcome is unknown.
	Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error)
	// Delete removes a key that has the given revision. If revision is 0 and the key does not exist, Delete
	// does nothing. It returns the same errors as Put.
	Delete(ctx context.Context, bucket, key string, revision uint64) error
	// Keys returns the keys that begin with prefix, in lexical order.
	Keys(ctx context.Context, bucket, prefix string) ([]string, error)
	// Buckets returns the names of the buckets with keys, in lexical order. The list may
	// include empty buckets.
	Buckets(ctx context.Context) ([]string, error)
}

// A Store stores both logs and values. Close closes both.
type Store interface {
	Log
	KV
	// DeleteGame removes a game with its log, if it exists. The caller must make sure that no server
	// runs the game. A later Append to the game returns ErrFenced, unless it appends record 0. The
	// error is ErrPermanent if the store cannot delete games.
	DeleteGame(ctx context.Context, game string) error
}

// ErrConflict is returned when a key does not have the expected revision.
var ErrConflict = errors.New("changed by another writer; read it again")

const (
	maxBucket = 32  // bytes in a bucket name
	maxKey    = 200 // bytes in a key
)

// The form of bucket names and keys.
var (
	bucketForm = regexp.MustCompile(`^[a-z-]+$`)
	keyForm    = regexp.MustCompile(`^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$`)
)

// A missingKey is the error for a missing key. It matches ErrNotFound in errors.Is, but has its own
// text, because the text of ErrNotFound mentions a game.
type missingKey struct{ bucket, key string }

func (n missingKey) Error() string        { return fmt.Sprintf("store: no key %s in %s", n.key, n.bucket) }
func (n missingKey) Is(target error) bool { return target == ErrNotFound }

func conflict(bucket, key string) error {
	return fmt.Errorf("store: key %s in %s: %w", key, bucket, ErrConflict)
}

func checkKey(bucket, key string) error {
	if err := checkBucket(bucket); err != nil {
		return err
	}
	if key == "" || len(key) > maxKey {
		return fmt.Errorf("store: key of %d bytes; allowed are 1 to %d", len(key), maxKey)
	}
	if !keyForm.MatchString(key) {
		return fmt.Errorf("store: key %.40q; allowed are letters, digits, dashes, underscores, dots, and slashes between them", key)
	}
	return nil
}

// checkPrefix checks that a prefix is the start of a valid key.
func checkPrefix(bucket, prefix string) error {
	if prefix == "" {
		return checkBucket(bucket)
	}
	return checkKey(bucket, prefix+"x")
}

func checkBucket(bucket string) error {
	if bucket == "" || len(bucket) > maxBucket {
		return fmt.Errorf("store: bucket name of %d bytes; allowed are 1 to %d", len(bucket), maxBucket)
	}
	if !bucketForm.MatchString(bucket) {
		return fmt.Errorf("store: bucket %q; allowed are lower-case letters and dashes", bucket)
	}
	return nil
}
