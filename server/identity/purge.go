package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/store"
)

// UnusedLife is how long an inactive guest without seats or bots is kept. Removing the guest loses
// only the guest's name and face. Without removal, clients that never return their cookie could
// fill the store.
const UnusedLife = 14 * 24 * time.Hour

// Purge removes guests unused for [UnusedLife] with their mutes, sessions unused for [SessionLife]
// and expired invitations. It returns the numbers of removed guests and sessions. Several servers
// may call Purge at the same time. Purge keeps a session that was renewed after Purge read it.
func (b *Book) Purge(ctx context.Context) (guests, sessions int, err error) {
	ids, err := b.kv.Keys(ctx, identityBucket, "")
	if err != nil {
		return 0, 0, fmt.Errorf("identity: %w", err)
	}
	there := make(map[string]bool, len(ids))
	for _, id := range ids {
		unused, ended, err := b.purge(ctx, id)
		if err != nil {
			return guests, sessions, err
		}
		if there[id] = !unused; unused {
			guests++
		}
		if ended {
			sessions++
		}
	}
	if err := b.purgeMutes(ctx, there); err != nil {
		return guests, sessions, err
	}
	return guests, sessions, b.purgeInvitations(ctx)
}

// purge checks one identity. It reports whether it has removed an unused guest, and whether it
// has removed a session.
func (b *Book) purge(ctx context.Context, id string) (unused, ended bool, err error) {
	e, err := b.entry(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return false, false, nil // another server has removed the identity
	case err != nil:
		return false, false, err
	case e.Kind != Guest || e.Session == "" || b.since(e.Created) < UnusedLife:
		return false, false, nil
	}
	var s storedSession
	revision, err := b.read(ctx, sessionBucket, e.Session, &s)
	there := err == nil
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return false, false, err
	case there && b.since(s.Used) < UnusedLife:
		return false, false, nil
	}
	if unused, err = b.hasNothing(ctx, id); err != nil {
		return false, false, err
	}
	if there && (unused || b.since(s.Used) > SessionLife) {
		err := b.kv.Delete(ctx, sessionBucket, e.Session, revision)
		if errors.Is(err, store.ErrConflict) {
			return false, false, nil // the session has just been used
		}
		if err != nil {
			return false, false, fmt.Errorf("identity: %w", err)
		}
		ended = true
	}
	if unused {
		err = b.removeIdentity(ctx, &e)
	}
	return unused, ended, err
}

// hasNothing reports whether an identity has no seat, no bot and no token.
func (b *Book) hasNothing(ctx context.Context, id string) (bool, error) {
	for _, bucket := range []string{participationBucket, ownerBucket} {
		keys, err := b.kv.Keys(ctx, bucket, id+"/")
		if err != nil {
			return false, fmt.Errorf("identity: %w", err)
		}
		if len(keys) > 0 {
			return false, nil
		}
	}
	return true, nil
}

// removeIdentity removes an identity, its name, its last visit and its puzzles. It removes the name
// first, so a later call can finish an interrupted removal.
func (b *Book) removeIdentity(ctx context.Context, e *storedIdentity) error {
	var has nameOwner
	_, err := b.read(ctx, nameBucket, nameKey(e.Name), &has)
	if err == nil && has.ID == e.ID {
		err = b.remove(ctx, nameBucket, nameKey(e.Name))
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	for _, bucket := range []string{visitBucket, puzzleBucket, identityBucket, visitBucket, puzzleBucket} { // again, because a request may have written meanwhile
		if err := b.remove(ctx, bucket, e.ID); err != nil {
			return err
		}
	}
	return nil
}
