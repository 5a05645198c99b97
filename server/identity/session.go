package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gamed/store"
)

const (
	// SessionLife is how long an unused session lasts. Browsers do not keep a cookie for
	// longer.
	SessionLife = 400 * 24 * time.Hour
	// renewalAge is the age at which a session in use is stored again.
	renewalAge = 24 * time.Hour
)

// A storedSession is the stored form of a browser session.
type storedSession struct {
	Guest string `json:"guest"` // ID
	Used  int64  `json:"used_ms"`
}

// NewGuest creates a guest with an unused name. It also returns the secret of its session for
// the cookie.
func (b *Book) NewGuest(ctx context.Context) (who Identity, secret string, err error) {
	secret = newSecret()
	var e storedIdentity
	for {
		e = b.newEntry(Guest, guestName(), "")
		e.Session = digest(secret)
		err := b.write(ctx, nameBucket, nameKey(e.Name), nameOwner{e.ID, ""}, 0)
		if err == nil {
			break
		}
		if !errors.Is(err, store.ErrConflict) || ctx.Err() != nil {
			return Identity{}, "", err
		}
	}
	if err := b.write(ctx, identityBucket, e.ID, e, 0); err != nil {
		return Identity{}, "", err
	}
	if err := b.write(ctx, sessionBucket, e.Session, storedSession{e.ID, b.now().UnixMilli()}, 0); err != nil {
		return Identity{}, "", err
	}
	who = e.identity()
	who.credential = sessionBucket + "/" + e.Session
	return who, secret, nil
}

// Session returns the guest whose session has the given secret, or ErrUnknown. If fresh is false,
// the session was last renewed over a day ago: call [Book.Renew].
func (b *Book) Session(ctx context.Context, secret string) (who Identity, fresh bool, err error) {
	var s storedSession
	if err := b.recall(ctx, sessionBucket, digest(secret), &s); err != nil {
		return Identity{}, false, asUnknown(err)
	}
	if b.since(s.Used) > SessionLife {
		return Identity{}, false, fmt.Errorf("identity: %w", ErrUnknown)
	}
	who, err = b.identityFor(ctx, s.Guest, sessionBucket, secret)
	return who, b.since(s.Used) < renewalAge, err
}

// identityFor returns the identity with the given id. The argument secret is the secret of the
// session or token with which the client has authenticated.
func (b *Book) identityFor(ctx context.Context, id, bucket, secret string) (Identity, error) {
	var e storedIdentity
	if err := b.recall(ctx, identityBucket, id, &e); err != nil {
		return Identity{}, asUnknown(err)
	}
	who := e.identity()
	who.credential = bucket + "/" + digest(secret)
	return who, nil
}

// Renew restarts the lifetime of a session: see [SessionLife].
func (b *Book) Renew(ctx context.Context, secret string) error {
	var s storedSession
	revision, err := b.read(ctx, sessionBucket, digest(secret), &s)
	if err != nil {
		return asUnknown(err)
	}
	s.Used = b.now().UnixMilli()
	if err := b.write(ctx, sessionBucket, digest(secret), s, revision); !errors.Is(err, store.ErrConflict) {
		return err
	}
	return nil // another request has just renewed the session
}

// EndSession ends a session and makes all servers close the session's connections.
func (b *Book) EndSession(ctx context.Context, secret string) error {
	if err := b.remove(ctx, sessionBucket, digest(secret)); err != nil {
		return err
	}
	return b.announce(ctx)
}

// asUnknown translates a missing key to ErrUnknown.
func asUnknown(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("identity: %w", ErrUnknown)
	}
	return err
}

const latest = "latest"

// announce tells all servers that a session or token has ended.
func (b *Book) announce(ctx context.Context) error {
	var revision uint64
	err := retry(ctx, func() (err error) {
		_, revision, err = b.kv.Get(ctx, revokedBucket, latest)
		if err == nil || errors.Is(err, store.ErrNotFound) {
			revision, err = b.kv.Put(ctx, revokedBucket, latest, []byte(newID()), revision)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	b.recent.clearIfRevoked(revision)
	return nil
}

// RevocationRevision returns a number that changes when a session or token ends on any server.
func (b *Book) RevocationRevision(ctx context.Context) (uint64, error) {
	_, revision, err := b.kv.Get(ctx, revokedBucket, latest)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return 0, fmt.Errorf("identity: %w", err)
	}
	b.recent.clearIfRevoked(revision)
	return revision, nil
}

// Valid reports whether the session or token of an identity is still valid. Anonymous
// clients are always valid.
func (b *Book) Valid(ctx context.Context, who Identity) (bool, error) {
	bucket, key, ok := strings.Cut(who.credential, "/")
	if !ok {
		return true, nil
	}
	return b.exists(ctx, bucket, key)
}
