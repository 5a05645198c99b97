package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/store"
)

const (
	// SessionLife is how long a session lasts that is not used: as long as browsers keep
	// a cookie at most.
	SessionLife = 400 * 24 * time.Hour
	// renewal is how old a session is that is worth writing down again when it is used.
	renewal = 24 * time.Hour
)

// A session is what is kept of a browser that is somebody's.
type session struct {
	Guest string `json:"guest"` // ID
	Used  int64  `json:"used_ms"`
}

// NewGuest returns a guest with a name that nobody has, and the secret of its first
// session, which is for its cookie alone.
func (b *Book) NewGuest(ctx context.Context) (who Identity, secret string, err error) {
	secret = newSecret()
	var e entry
	for {
		e = b.newEntry(Guest, guestName(), "")
		e.Session = digest(secret)
		err := b.write(ctx, nameBucket, folded(e.Name), owned{e.ID, ""}, 0)
		if err == nil {
			break
		}
		if !errors.Is(err, store.ErrConflict) || ctx.Err() != nil {
			return Identity{}, "", err
		}
	}
	if err := b.write(ctx, whoBucket, e.ID, e, 0); err != nil {
		return Identity{}, "", err
	}
	if err := b.write(ctx, sessionBucket, e.Session, session{e.ID, b.now().UnixMilli()}, 0); err != nil {
		return Identity{}, "", err
	}
	who = e.identity()
	who.credential = sessionBucket + "/" + e.Session
	return who, secret, nil
}

// Session returns the guest whose session has a secret, or ErrUnknown. fresh is false if
// the session has not been used for so long that [Book.Renew] should be called.
func (b *Book) Session(ctx context.Context, secret string) (who Identity, fresh bool, err error) {
	var s session
	if err := b.recall(ctx, sessionBucket, digest(secret), &s); err != nil {
		return Identity{}, false, unknown(err)
	}
	if b.since(s.Used) > SessionLife {
		return Identity{}, false, fmt.Errorf("identity: %w", ErrUnknown)
	}
	var e entry
	if err := b.recall(ctx, whoBucket, s.Guest, &e); err != nil {
		return Identity{}, false, unknown(err)
	}
	who = e.identity()
	who.credential = sessionBucket + "/" + digest(secret)
	return who, b.since(s.Used) < renewal, nil
}

// Renew notes that a session has been used.
func (b *Book) Renew(ctx context.Context, secret string) error {
	var s session
	revision, err := b.read(ctx, sessionBucket, digest(secret), &s)
	if err != nil {
		return unknown(err)
	}
	s.Used = b.now().UnixMilli()
	if err := b.write(ctx, sessionBucket, digest(secret), s, revision); !errors.Is(err, store.ErrConflict) {
		return err
	}
	return nil // somebody else has just used it
}

// EndSession ends a session, also where it is in use.
func (b *Book) EndSession(ctx context.Context, secret string) error {
	if err := b.remove(ctx, sessionBucket, digest(secret)); err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	return b.announce(ctx)
}

// unknown puts it into words that something is not there.
func unknown(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("identity: %w", ErrUnknown)
	}
	return err
}
