package store

import (
	"context"
	"errors"
)

// A KV keeps small values under keys, in buckets: what a server remembers besides
// the logs of its games. A bucket's name has lower-case letters and dashes, a key up to 200
// letters, digits, dashes, underscores, dots and slashes. Every write is durable
// when it returns. All methods may be called from any goroutine.
type KV interface {
	// Get returns the value of a key and the value's revision, or ErrNotFound. The
	// value must not be changed.
	Get(ctx context.Context, bucket, key string) (value []byte, revision uint64, err error)
	// Put sets the value of a key that has that revision, 0 for one that is not there,
	// and returns its new one. The error is ErrConflict if somebody else was faster.
	Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error)
	// Delete removes a key that has that revision. The error is ErrConflict if it has
	// another one.
	Delete(ctx context.Context, bucket, key string, revision uint64) error
	// Keys returns the keys that begin with prefix, in order.
	Keys(ctx context.Context, bucket, prefix string) ([]string, error)
}

// ErrConflict is a key that has another revision than its writer thought.
var ErrConflict = errors.New("somebody else has changed it: read it again")
