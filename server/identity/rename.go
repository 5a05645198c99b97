package identity

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gamed/store"
)

// ErrGuestName is returned for a name that a guest cannot choose.
var ErrGuestName = errors.New("a name has 2 to 24 letters, digits, spaces, dots, dashes, apostrophes and underscores, begins with a letter, and does not look like a generated guest name")

var chosenName = regexp.MustCompile(`^\p{L}[\p{L}\p{N} ._'’-]{0,22}[\p{L}\p{N}._'’-]$`)

// Rename gives a guest another name and frees the old one. Seats and results from before the change
// keep the old name. Open connections use the new name after they reconnect. The error may be
// ErrGuestName, ErrReserved or ErrUnknown. An error that wraps ErrGuestName may also wrap ErrUnfit.
func (b *Book) Rename(ctx context.Context, who Identity, name string) (Identity, error) {
	name = strings.Join(strings.Fields(name), " ")
	if isUnfit(name) {
		return Identity{}, fmt.Errorf("identity: %.60q: %w: %w", name, ErrGuestName, ErrUnfit)
	}
	if !chosenName.MatchString(name) || isGuestName(name) || fold(name) == "" {
		return Identity{}, fmt.Errorf("identity: %.60q: %w", name, ErrGuestName)
	}
	if err := b.reserveName(ctx, who.ID, name); err != nil {
		return Identity{}, err
	}
	var before string
	renamed, err := b.change(ctx, who, func(e *storedIdentity) { before, e.Name = e.Name, name })
	if err != nil {
		return Identity{}, err
	}
	if nameKey(before) != nameKey(name) {
		if err := b.remove(ctx, nameBucket, nameKey(before)); err != nil {
			return Identity{}, err
		}
	}
	return renamed, nil
}

// Faces lists the portraits that a guest can choose. The page draws them in this order.
var Faces = strings.Fields("wolf raven swan badger owl lion hyena deer goat bear cat fox")

// ErrFace is returned for an unknown face.
var ErrFace = errors.New("there is no such face; choose one of " + strings.Join(Faces, ", "))

// SetFace gives a guest a face. Seats from before the change keep the old face. The error may be
// ErrFace or ErrUnknown.
func (b *Book) SetFace(ctx context.Context, who Identity, face string) (Identity, error) {
	if !slices.Contains(Faces, face) {
		return Identity{}, fmt.Errorf("identity: %.60q: %w", face, ErrFace)
	}
	return b.change(ctx, who, func(e *storedIdentity) { e.Face = face })
}

// change edits the stored entry of an identity and returns the changed identity.
func (b *Book) change(ctx context.Context, who Identity, edit func(*storedIdentity)) (Identity, error) {
	var e storedIdentity
	err := retry(ctx, func() error {
		e = storedIdentity{}
		revision, err := b.read(ctx, identityBucket, who.ID, &e)
		if err != nil {
			return asUnknown(err)
		}
		edit(&e)
		return b.write(ctx, identityBucket, who.ID, e, revision)
	})
	if err != nil {
		return Identity{}, err
	}
	changed := e.identity()
	changed.credential = who.credential
	return changed, nil
}

// reserveName reserves a name for an identity, unless the identity already has the name.
func (b *Book) reserveName(ctx context.Context, id, name string) error {
	return retry(ctx, func() error {
		var has nameOwner
		if all := appearances(name); len(all) > 1 { // the name looks like a Latin name, which may be taken
			_, err := b.read(ctx, nameBucket, nameKey(all[1]), &has)
			if err == nil && has.ID != id {
				return fmt.Errorf("identity: %.60q: %w", name, ErrReserved)
			}
			if err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		_, err := b.read(ctx, nameBucket, nameKey(name), &has)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return b.write(ctx, nameBucket, nameKey(name), nameOwner{ID: id}, 0)
		case err == nil && has.ID != id:
			return fmt.Errorf("identity: %.60q: %w", name, ErrReserved)
		}
		return err
	})
}
