package store

import (
	"context"
	"errors"
	"fmt"
)

// A KV keeps small values under keys, in buckets: what a server remembers besides
// the logs of its games. A bucket's name has up to 32 lower-case letters and dashes, a
// key up to 200 letters, digits, dashes, underscores, dots and slashes; between and
// around slashes there is something. Every write is durable when it returns, and seen
// by every reading that begins then. All methods may be called from any goroutine.
// Besides the errors named there are ErrUnavailable and ErrFull.
type KV interface {
	// Get returns the value of a key and the value's revision, or ErrNotFound. The
	// value must not be changed.
	Get(ctx context.Context, bucket, key string) (value []byte, revision uint64, err error)
	// Put sets the value of a key that has that revision, 0 for one that is not there,
	// and returns its new one, which it has never had before. The error is ErrConflict
	// if somebody else was faster, and ErrAmbiguous if it is not known who was.
	Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error)
	// Delete removes a key that has that revision. The errors are those of Put.
	Delete(ctx context.Context, bucket, key string, revision uint64) error
	// Keys returns the keys that begin with prefix, in order.
	Keys(ctx context.Context, bucket, prefix string) ([]string, error)
	// Buckets returns the names of those in which something is, in order, and perhaps
	// of some in which something was.
	Buckets(ctx context.Context) ([]string, error)
}

// A Store keeps both logs and values. Closing it closes both.
type Store interface {
	Log
	KV
}

// ErrConflict is a key that has another revision than its writer thought.
var ErrConflict = errors.New("somebody else has changed it: read it again")

const (
	maxBucket = 32 // bytes of a bucket's name
	maxKey    = 200
)

// A noKey is the error of a key that is not there.
type noKey struct{ bucket, key string }

func (n noKey) Error() string        { return fmt.Sprintf("store: there is no key %s in %s", n.key, n.bucket) }
func (n noKey) Is(target error) bool { return target == ErrNotFound }

func conflict(bucket, key string) error {
	return fmt.Errorf("store: key %s in %s: %w", key, bucket, ErrConflict)
}

func checkKey(bucket, key string) error {
	if err := checkBucket(bucket); err != nil {
		return err
	}
	if key == "" || len(key) > maxKey {
		return fmt.Errorf("store: key of %d bytes: it has 1 to %d", len(key), maxKey)
	}
	last := byte('/')
	for _, c := range []byte(key) {
		if c == '/' && last == '/' || !isKeyLetter(c) {
			return badKey(key)
		}
		last = c
	}
	if last == '/' {
		return badKey(key)
	}
	return nil
}

func badKey(key string) error {
	return fmt.Errorf("store: key %.40q: it has letters, digits, dashes, underscores, dots, and slashes between them", key)
}

func isKeyLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' || c == '/'
}

// checkPrefix holds a prefix to what a key can begin with.
func checkPrefix(bucket, prefix string) error {
	if prefix == "" {
		return checkBucket(bucket)
	}
	return checkKey(bucket, prefix+"x")
}

func checkBucket(bucket string) error {
	if bucket == "" || len(bucket) > maxBucket {
		return fmt.Errorf("store: name of a bucket of %d bytes: it has 1 to %d", len(bucket), maxBucket)
	}
	for _, c := range []byte(bucket) {
		if !(c >= 'a' && c <= 'z' || c == '-') {
			return fmt.Errorf("store: bucket %q: its name has lower-case letters and dashes", bucket)
		}
	}
	return nil
}
