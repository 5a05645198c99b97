package identity

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"gamed/store"
)

// ErrGuestName is returned for a name that a guest cannot choose.
var ErrGuestName = errors.New("a name has 2 to 24 letters, digits, spaces, dots, dashes, apostrophes and underscores, begins with a letter, and does not look like a generated guest name")

var chosenName = regexp.MustCompile(`^\p{L}[\p{L}\p{N} ._'’-]{0,22}[\p{L}\p{N}._'’-]$`)

// Rename gives a guest another name and frees the old one. Seats and results keep the name of
// their time. Open connections use the new name after they reconnect. The error may be
// ErrGuestName, ErrReserved or ErrUnknown.
func (b *Book) Rename(ctx context.Context, who Identity, name string) (Identity, error) {
	name = strings.Join(strings.Fields(name), " ")
	if !chosenName.MatchString(name) || isGuestName(name) || fold(name) == "" || unfit(name) {
		return Identity{}, fmt.Errorf("identity: %.60q: %w", name, ErrGuestName)
	}
	if err := b.reserve(ctx, who.ID, name); err != nil {
		return Identity{}, err
	}
	var before, after entry
	err := retry(ctx, func() error {
		revision, err := b.read(ctx, whoBucket, who.ID, &before)
		if err != nil {
			return unknown(err)
		}
		after = before
		after.Name = name
		return b.write(ctx, whoBucket, who.ID, after, revision)
	})
	if err != nil {
		return Identity{}, err
	}
	if folded(before.Name) != folded(name) {
		if err := b.remove(ctx, nameBucket, folded(before.Name)); err != nil {
			return Identity{}, err
		}
	}
	renamed := after.identity()
	renamed.credential = who.credential
	return renamed, nil
}

// reserve reserves a name for an identity, unless it already has the name.
func (b *Book) reserve(ctx context.Context, id, name string) error {
	return retry(ctx, func() error {
		var has owned
		_, err := b.read(ctx, nameBucket, folded(name), &has)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return b.write(ctx, nameBucket, folded(name), owned{ID: id}, 0)
		case err == nil && has.ID != id:
			return fmt.Errorf("identity: %.60q: %w", name, ErrReserved)
		}
		return err
	})
}
