package game

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gamed/store"
)

// DeletedName replaces the name of a player whose data was erased.
const DeletedName = "Deleted player"

// MarkDeleted notes in the store that a game is deleted or is about to be deleted. An import skips such
// games, so a backup does not bring them back.
func MarkDeleted(ctx context.Context, kv store.KV, id string) error {
	_, err := kv.Put(ctx, store.DeletedBucket, id, []byte("{}"), 0)
	if err != nil && !errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("game %s: %w", id, err)
	}
	return nil
}

// IsDeleted reports whether MarkDeleted has noted in the store that the game is deleted.
func IsDeleted(ctx context.Context, kv store.KV, id string) (bool, error) {
	_, _, err := kv.Get(ctx, store.DeletedBucket, id)
	if err == nil || errors.Is(err, store.ErrNotFound) {
		return err == nil, nil
	}
	return false, fmt.Errorf("game %s: %w", id, err)
}

// EraseExpected removes the names of the people for whom open seats of a game are reserved. A running
// game shows these names until it leaves memory.
func EraseExpected(ctx context.Context, kv store.KV, id string) error {
	_, err := store.ChangeValue(ctx, kv, personalBucket, id, func(p *PersonalData) bool {
		had := p.Expected != nil
		p.Expected = nil
		return had
	})
	if err != nil {
		return fmt.Errorf("game %s: names and chat: %w", id, err)
	}
	return nil
}

// EraseSeats replaces the names of the given seats by DeletedName, and removes their faces and chat.
// If no seats are given, EraseSeats removes all names, faces and chat of the game. A running game
// shows the old names until it leaves memory, and does not store them again.
func EraseSeats(ctx context.Context, kv store.KV, id string, seats ...int) error {
	_, err := store.ChangeValue(ctx, kv, personalBucket, id, func(p *PersonalData) bool {
		if len(p.Names) == 0 && len(p.Chat) == 0 && len(p.Expected) == 0 {
			return false
		}
		if len(seats) == 0 {
			*p = PersonalData{}
			return true
		}
		for _, seat := range seats {
			if seat < len(p.Names) && p.Names[seat] != "" {
				p.Names[seat] = DeletedName
			}
			if seat < len(p.Faces) {
				p.Faces[seat] = ""
			}
		}
		p.Chat = slices.DeleteFunc(p.Chat, func(l ChatLine) bool { return slices.Contains(seats, l.Seat) })
		return true
	})
	if err != nil {
		return fmt.Errorf("game %s: names and chat: %w", id, err)
	}
	return nil
}
