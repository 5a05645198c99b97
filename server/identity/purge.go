package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/store"
)

// UnusedLife is how long a guest lasts who is not seen, has never taken a seat and has
// never had a bot. With it nothing is lost but a made-up name, and two weeks are longer than
// most stay away who mean to come back. Otherwise whoever asks for a guest without
// keeping the cookie would fill the store for good.
const UnusedLife = 14 * 24 * time.Hour

// Purge removes guests that have not been used for [UnusedLife], and sessions that have
// not been for [SessionLife]. It returns how many guests and sessions there were of these.
// Several servers may do so at once: each key is removed as it was when it was looked at,
// and a guest who comes meanwhile stays.
func (b *Book) Purge(ctx context.Context) (guests, sessions int, err error) {
	ids, err := b.kv.Keys(ctx, whoBucket, "")
	if err != nil {
		return 0, 0, fmt.Errorf("identity: %w", err)
	}
	for _, id := range ids {
		unused, ended, err := b.purge(ctx, id)
		if err != nil {
			return guests, sessions, err
		}
		if unused {
			guests++
		}
		if ended {
			sessions++
		}
	}
	return guests, sessions, nil
}

// purge looks at one identity, and reports whether it was an unused guest and whether it
// had a session that has been removed.
func (b *Book) purge(ctx context.Context, id string) (unused, ended bool, err error) {
	e, err := b.entry(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return false, false, nil // another server has been here
	case err != nil:
		return false, false, err
	case e.Kind != Guest || e.Session == "" || b.since(e.Made) < UnusedLife:
		return false, false, nil
	}
	var s session
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
			return false, false, nil // it has just been used
		}
		if err != nil {
			return false, false, fmt.Errorf("identity: %w", err)
		}
		ended = true
	}
	if unused {
		err = b.forget(ctx, &e)
	}
	return unused, ended, err
}

// hasNothing reports whether somebody has never taken a seat and has never had a bot.
func (b *Book) hasNothing(ctx context.Context, id string) (bool, error) {
	for _, bucket := range []string{mineBucket, ownBucket} {
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

// forget removes a guest to whom nothing leads any more, its name first: as long as the
// rest is there it is found again.
func (b *Book) forget(ctx context.Context, e *entry) error {
	var has owned
	_, err := b.read(ctx, nameBucket, folded(e.Name), &has)
	if err == nil && has.ID == e.ID {
		err = b.remove(ctx, nameBucket, folded(e.Name))
	}
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err := b.remove(ctx, whoBucket, e.ID); err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	return nil
}
