package identity

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"gamed/store"
)

// IdentityOf returns the id of the identity that a value of this package belongs to, or "". The
// identity is stored before such a value and removed after it.
func IdentityOf(bucket, key string, text []byte) string {
	switch bucket {
	case sessionBucket:
		var s storedSession
		_ = json.Unmarshal(text, &s) // an unreadable session refers to no identity
		return s.Guest
	case participationBucket:
		id, _, _ := strings.Cut(key, "/")
		return id
	}
	return ""
}

// Exists reports whether a store has an identity. It counts a damaged identity as existing.
func Exists(ctx context.Context, kv store.KV, id string) (bool, error) {
	there, err := NewBook(kv).exists(ctx, identityBucket, id)
	if errors.Is(err, store.ErrDamaged) {
		return true, nil
	}
	return there, err
}
