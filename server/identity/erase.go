package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gamed/store"
)

// Bots returns all bots that an owner has registered, even without a token.
func (b *Book) Bots(ctx context.Context, owner Identity) (bots []Identity, err error) {
	prefix := owner.ID + "/bot/"
	keys, err := b.kv.Keys(ctx, ownerBucket, prefix)
	if err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	for _, key := range keys {
		e, err := b.entry(ctx, strings.TrimPrefix(key, prefix))
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		bots = append(bots, e.identity())
	}
	return bots, nil
}

// Logout ends the session of a guest and the tokens of the guest's bots. For a bot it ends only the
// bot's tokens. It also makes all servers close the connections of this session and these tokens.
func (b *Book) Logout(ctx context.Context, who Identity) error {
	e, err := b.entry(ctx, who.ID)
	if err == nil && e.Session != "" {
		err = b.remove(ctx, sessionBucket, e.Session)
	}
	if err != nil {
		return asUnknown(err)
	}
	owner := who
	if who.Kind == Bot {
		owner = Identity{ID: who.Owner, Kind: Guest}
	}
	keys, err := b.tokenKeys(ctx, owner)
	if err != nil {
		return err
	}
	for _, key := range keys {
		at, g, err := b.ownToken(ctx, key)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if who.Kind == Bot && g.Bot != who.ID {
			continue
		}
		if at != "" {
			if err := b.remove(ctx, tokenBucket, at); err != nil {
				return err
			}
		}
		if err := b.remove(ctx, ownerBucket, key); err != nil {
			return err
		}
	}
	return b.announce(ctx)
}

// Erase removes an identity, its name, its seats, its last visit, its puzzles, and all mutes and
// invitations from or to it. Call [Book.Logout] before the player's other data are erased, and
// Erase afterwards. Until Erase ends, [Book.Find] finds the identity, so an interrupted erasure can
// be repeated.
func (b *Book) Erase(ctx context.Context, who Identity) error {
	parts, err := b.Participations(ctx, who)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err := b.unlink(ctx, part.Game, who.ID); err != nil {
			return err
		}
		if err := b.remove(ctx, participationBucket, who.ID+"/"+part.Game); err != nil {
			return err
		}
	}
	if who.Owner != "" {
		if err := b.remove(ctx, ownerBucket, who.Owner+"/bot/"+who.ID); err != nil {
			return err
		}
	}
	if err := b.removeRelations(ctx, who.ID); err != nil {
		return err
	}
	if err := b.removeIdentity(ctx, &storedIdentity{ID: who.ID, Name: who.Name}); err != nil {
		return err
	}
	return b.announce(ctx)
}

// RemoveGame removes the links between a deleted game and its players.
func (b *Book) RemoveGame(ctx context.Context, game string) error { return b.unlink(ctx, game, "") }

// unlink removes the links between a game and a player, or all players if id is empty.
func (b *Book) unlink(ctx context.Context, game, id string) error {
	keys, err := b.kv.Keys(ctx, seatBucket, game+"/")
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	for _, key := range keys {
		var who Identity
		if _, err := b.read(ctx, seatBucket, key, &who); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if id != "" && who.ID != id {
			continue
		}
		if who.ID != "" {
			if err := b.remove(ctx, participationBucket, who.ID+"/"+game); err != nil {
				return err
			}
		}
		if err := b.remove(ctx, seatBucket, key); err != nil {
			return err
		}
	}
	return nil
}
