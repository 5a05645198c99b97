package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"gamed/store"
)

const (
	// maxCached is the number of cached values at which the cache is cleared.
	maxCached = 20_000
	// cachedWait is the maximum wait for the store if the value is cached.
	cachedWait = 500 * time.Millisecond
)

// A valueCache holds the values that the book has read lately. With them, players can return while
// the store does not respond, for example while NATS elects a leader.
type valueCache struct {
	mu         sync.Mutex
	texts      map[string][]byte // by bucket/key
	revocation uint64            // the revocation number when the texts were read
}

func (r *valueCache) get(at string) (text []byte, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	text, known = r.texts[at]
	return text, known
}

func (r *valueCache) set(at string, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.texts == nil || len(r.texts) >= maxCached {
		r.texts = make(map[string][]byte)
	}
	r.texts[at] = text
}

func (r *valueCache) drop(at string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.texts, at)
}

// clearIfRevoked clears the cache if a session or a token has ended since the cache was filled.
func (r *valueCache) clearIfRevoked(revocation uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.revocation != revocation {
		r.texts, r.revocation = nil, revocation
	}
}

// recall reads the JSON under a key, or its cached value if the store does not respond.
func (b *Book) recall(ctx context.Context, bucket, key string, v any) error {
	at := bucket + "/" + key
	old, known := b.recent.get(at)
	try, cancel := ctx, context.CancelFunc(func() {})
	if known {
		try, cancel = context.WithTimeout(ctx, cachedWait)
	}
	text, _, err := b.kv.Get(try, bucket, key)
	cancel()
	switch {
	case err == nil:
		b.recent.set(at, text)
	case known && !errors.Is(err, store.ErrNotFound):
		text = old
	default:
		b.recent.drop(at)
		return fmt.Errorf("identity: %w", err)
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("identity: %s in %s: %w", key, bucket, err)
	}
	return nil
}
