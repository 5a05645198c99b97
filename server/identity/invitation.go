package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gamed/store"
)

// InvitationLife is how long an invitation lasts. A table that all players have left ends after the
// same time.
const InvitationLife = 7 * 24 * time.Hour

// invitationBucket has a key ID/ID for each invited person and host, in this order. So a host has
// at most one invitation to a person.
const invitationBucket = "invitation"

// An Invitation asks a person to join a game.
type Invitation struct {
	From string `json:"-"` // the ID of the host
	Game string `json:"game"`
	// Request is the digest of the request's idempotency key, or "" without a key. It recognizes a
	// repeated request.
	Request string `json:"request,omitempty"`
	At      int64  `json:"at_ms"` // in milliseconds since 1970
}

// Invite stores an invitation, and replaces an earlier invitation from the same host to the same
// person. It sets the time of the invitation.
func (b *Book) Invite(ctx context.Context, to string, i Invitation) error {
	i.At = b.now().UnixMilli()
	_, err := store.ChangeValue(ctx, b.kv, invitationBucket, to+"/"+i.From, func(stored *Invitation) (write bool) {
		*stored = i
		return true
	})
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	return nil
}

// InvitationTo returns the host's invitation to a person, or nil without one that has not expired.
// The game may be over.
func (b *Book) InvitationTo(ctx context.Context, from, to string) (*Invitation, error) {
	var i Invitation
	_, err := b.read(ctx, invitationBucket, to+"/"+from, &i)
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && b.since(i.At) > InvitationLife:
		return nil, nil
	case err != nil:
		return nil, err
	}
	i.From = from
	return &i, nil
}

// Invitations returns the invitations to a person that have not expired, newest first. Their games
// may be over.
func (b *Book) Invitations(ctx context.Context, to Identity) (all []Invitation, err error) {
	keys, err := b.kv.Keys(ctx, invitationBucket, to.ID+"/")
	if err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	for _, key := range keys {
		i, err := b.InvitationTo(ctx, strings.TrimPrefix(key, to.ID+"/"), to.ID)
		if err != nil {
			return nil, err
		}
		if i != nil {
			all = append(all, *i)
		}
	}
	slices.SortStableFunc(all, func(a, b Invitation) int { return int(b.At - a.At) })
	return all, nil
}

// RemoveInvitation removes an invitation. A missing one is no error.
func (b *Book) RemoveInvitation(ctx context.Context, from, to string) error {
	return b.remove(ctx, invitationBucket, to+"/"+from)
}

// purgeInvitations removes expired invitations.
func (b *Book) purgeInvitations(ctx context.Context) error {
	keys, err := b.kv.Keys(ctx, invitationBucket, "")
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	for _, key := range keys {
		to, from, _ := strings.Cut(key, "/")
		i, err := b.InvitationTo(ctx, from, to)
		if err == nil && i == nil {
			err = b.RemoveInvitation(ctx, from, to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeRelations removes all mutes and invitations from or to an identity.
func (b *Book) removeRelations(ctx context.Context, id string) error {
	for _, bucket := range []string{muteBucket, invitationBucket} {
		keys, err := b.kv.Keys(ctx, bucket, "")
		if err != nil {
			return fmt.Errorf("identity: %w", err)
		}
		for _, key := range keys {
			if !strings.HasPrefix(key, id+"/") && !strings.HasSuffix(key, "/"+id) {
				continue
			}
			if err := b.remove(ctx, bucket, key); err != nil {
				return err
			}
		}
	}
	return nil
}
