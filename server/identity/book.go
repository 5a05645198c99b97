package identity

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"gamed/store"
)

// The buckets of the store and their contents.
const (
	identityBucket      = "guest"   // ID: the [storedIdentity] of a guest or a bot
	nameBucket          = "name"    // digest of a name after fold: its [nameOwner]
	sessionBucket       = "session" // digest of a cookie's secret: a [storedSession]
	tokenBucket         = "token"   // digest of a token: a [storedToken]
	ownerBucket         = "own"     // OWNER/"bot"/ID: the bot's name; OWNER/"token"/ID: the token's digest
	seatBucket          = "seat"    // game/digest of a claim: the [Identity] with this claim
	participationBucket = "mine"    // identity's ID/game: a [storedParticipation]
	revokedBucket       = "revoked" // "latest": a value that changes whenever a session or a token ends
)

// A Book stores identities. Its methods may be called from any goroutine. Their errors wrap the
// store's errors.
type Book struct {
	kv     store.KV
	now    func() time.Time
	recent valueCache
	visits visitLog
}

// NewBook returns a Book that uses a store.
func NewBook(kv store.KV) *Book { return &Book{kv: kv, now: time.Now} }

// ErrUnknown is returned for a secret or a token that is unknown, revoked or expired, and for an unknown
// identity.
var ErrUnknown = errors.New("unknown, revoked or expired")

// A storedIdentity is the stored form of an identity.
type storedIdentity struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Kind  Kind   `json:"kind"`
	Face  string `json:"face,omitempty"`
	Owner string `json:"owner,omitempty"`
	// Hidden is set if a guest hides their presence: see [Book.SetHidden].
	Hidden  bool   `json:"hidden,omitempty"`
	Key     []byte `json:"key"` // see [Identity.Claim]
	Created int64  `json:"made_ms"`
	// Session is the key of a guest's only session.
	Session string `json:"session,omitempty"`
}

func (e *storedIdentity) identity() Identity {
	i := Identity{ID: e.ID, Name: e.Name, Face: e.Face, Kind: e.Kind, Owner: e.Owner, Hidden: e.Hidden}
	copy(i.key[:], e.Key)
	return i
}

// read reads the JSON under a key. The error is [store.ErrNotFound] if there is none.
func (b *Book) read(ctx context.Context, bucket, key string, v any) (revision uint64, err error) {
	text, revision, err := b.kv.Get(ctx, bucket, key)
	if err != nil {
		return 0, fmt.Errorf("identity: %w", err)
	}
	if err := json.Unmarshal(text, v); err != nil {
		return 0, fmt.Errorf("identity: %s in %s: %w", key, bucket, err)
	}
	return revision, nil
}

func (b *Book) write(ctx context.Context, bucket, key string, v any, revision uint64) error {
	text, err := json.Marshal(v)
	if err == nil {
		_, err = b.kv.Put(ctx, bucket, key, text, revision)
	}
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	return nil
}

// add stores a value unless the key exists.
func (b *Book) add(ctx context.Context, bucket, key string, v any) error {
	if err := b.write(ctx, bucket, key, v, 0); !errors.Is(err, store.ErrConflict) {
		return err
	}
	return nil
}

// remove deletes a key at any revision. A missing key is no error.
func (b *Book) remove(ctx context.Context, bucket, key string) error {
	err := retry(ctx, func() error {
		_, revision, err := b.kv.Get(ctx, bucket, key)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err == nil {
			err = b.kv.Delete(ctx, bucket, key, revision)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	return nil
}

// retry calls change until it returns an error other than [store.ErrConflict] and
// [store.ErrAmbiguous], or nil. The function change reads a value and writes it at the revision
// that it has read. retry stops when ctx is done.
func retry(ctx context.Context, change func() error) error {
	for {
		err := change()
		switch {
		case !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrAmbiguous):
			return err
		case ctx.Err() != nil:
			return fmt.Errorf("%w: %w", err, ctx.Err())
		}
	}
}

// exists reports whether a key exists.
func (b *Book) exists(ctx context.Context, bucket, key string) (bool, error) {
	_, _, err := b.kv.Get(ctx, bucket, key)
	if err == nil || errors.Is(err, store.ErrNotFound) {
		return err == nil, nil
	}
	return false, fmt.Errorf("identity: %w", err)
}

func (b *Book) entry(ctx context.Context, id string) (e storedIdentity, err error) {
	_, err = b.read(ctx, identityBucket, id, &e)
	return e, err
}

// newEntry returns a new identity that is not stored yet.
func (b *Book) newEntry(kind Kind, name, owner string) storedIdentity {
	return storedIdentity{ID: newID(), Name: name, Kind: kind, Owner: owner, Key: random256(), Created: b.now().UnixMilli()}
}

// newID returns a random 80-bit id, which is not a secret.
func newID() string { return strings.ToLower(rand.Text()[:16]) }

// random256 returns 256 random bits.
func random256() []byte {
	var text [32]byte
	_, _ = rand.Read(text[:]) // never fails: rand ends the program instead
	return text[:]
}

func newSecret() string { return base64.RawURLEncoding.EncodeToString(random256()) }

func (b *Book) since(ms int64) time.Duration { return b.now().Sub(time.UnixMilli(ms)) }
