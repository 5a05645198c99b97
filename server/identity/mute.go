package identity

import (
	"context"
	"fmt"
	"strings"
)

// muteBucket has a key ID/ID for each mute: the person, then the muted person.
const muteBucket = "mute"

// A storedMute is the stored form of a mute.
type storedMute struct {
	At int64 `json:"at_ms"`
}

// Mute separates two persons: see [Book.Separated]. It also ends their invitations to each other.
// If muted is false, Mute instead removes an earlier mute. A mute by the other person stays.
func (b *Book) Mute(ctx context.Context, who Identity, other string, muted bool) error {
	if !muted {
		return b.remove(ctx, muteBucket, who.ID+"/"+other)
	}
	if err := b.add(ctx, muteBucket, who.ID+"/"+other, storedMute{b.now().UnixMilli()}); err != nil {
		return err
	}
	for _, key := range []string{who.ID + "/" + other, other + "/" + who.ID} {
		if err := b.remove(ctx, invitationBucket, key); err != nil {
			return err
		}
	}
	return nil
}

// MutedBy returns the IDs of the persons whom a person has muted.
func (b *Book) MutedBy(ctx context.Context, who Identity) ([]string, error) {
	keys, err := b.kv.Keys(ctx, muteBucket, who.ID+"/")
	if err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	for i, key := range keys {
		keys[i] = strings.TrimPrefix(key, who.ID+"/")
	}
	return keys, nil
}

// Separated reports whether one of two persons has muted the other. Two separated persons do not
// see each other in lists of people and cannot invite each other.
func (b *Book) Separated(ctx context.Context, one, other string) (bool, error) {
	muted, err := b.exists(ctx, muteBucket, one+"/"+other)
	if err == nil && !muted {
		muted, err = b.exists(ctx, muteBucket, other+"/"+one)
	}
	return muted, err
}

// purgeMutes removes the mutes by and of removed identities. The map existing tells whether an
// identity exists, for each identity that the caller has read. purgeMutes adds the identities that
// it reads itself.
func (b *Book) purgeMutes(ctx context.Context, existing map[string]bool) error {
	keys, err := b.kv.Keys(ctx, muteBucket, "")
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	for _, key := range keys {
		who, other, _ := strings.Cut(key, "/")
		for _, id := range []string{who, other} {
			if _, known := existing[id]; known {
				continue
			}
			if existing[id], err = b.exists(ctx, identityBucket, id); err != nil {
				return err
			}
		}
		if existing[who] && existing[other] {
			continue
		}
		if err := b.remove(ctx, muteBucket, key); err != nil {
			return err
		}
	}
	return nil
}
