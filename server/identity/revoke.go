package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gamed/store"
)

const latest = "latest"

// announce tells all servers that a session or token has ended.
func (b *Book) announce(ctx context.Context) error {
	for {
		_, revision, err := b.kv.Get(ctx, revokedBucket, latest)
		if err == nil || errors.Is(err, store.ErrNotFound) {
			revision, err = b.kv.Put(ctx, revokedBucket, latest, []byte(newID()), revision)
		}
		if err == nil {
			b.recent.revoked(revision)
			return nil
		}
		if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrAmbiguous) || ctx.Err() != nil {
			return fmt.Errorf("identity: %w", err)
		}
	}
}

// Revocations returns a number that changes when a session or token ends on any server.
func (b *Book) Revocations(ctx context.Context) (uint64, error) {
	_, revision, err := b.kv.Get(ctx, revokedBucket, latest)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return 0, fmt.Errorf("identity: %w", err)
	}
	b.recent.revoked(revision)
	return revision, nil
}

// Valid reports whether the session or token of an identity is still valid. Anonymous
// clients are always valid.
func (b *Book) Valid(ctx context.Context, who Identity) (bool, error) {
	bucket, key, ok := strings.Cut(who.credential, "/")
	if !ok {
		return true, nil
	}
	_, _, err := b.kv.Get(ctx, bucket, key)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("identity: %w", err)
	}
	return true, nil
}
