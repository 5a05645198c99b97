package identity

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gamed/store"
)

// visitBucket holds, under each person's ID, the day of the person's last visit.
const visitBucket = "visit"

// A storedVisit is the stored form of a person's last visit.
type storedVisit struct {
	Day string `json:"day"` // in UTC, as in 2006-01-02
}

// A visitLog lists the persons whose visit on the present day [Book.NoteVisit] has already handled.
type visitLog struct {
	mu      sync.Mutex
	day     string
	handled map[string]bool // by ID
}

// add notes the visit of a person on a day, and reports whether the visit is new.
func (l *visitLog) add(id, day string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.handled == nil || l.day != day {
		l.day, l.handled = day, make(map[string]bool)
	}
	if l.handled[id] {
		return false
	}
	l.handled[id] = true
	return true
}

func (l *visitLog) drop(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.handled, id)
}

// NoteVisit stores the present day as the day of a person's last visit. After a success it does not
// use the store again for this person on that day. It waits up to half a second for the store. It
// stores nothing about bots and about persons who hide their presence.
func (b *Book) NoteVisit(ctx context.Context, who Identity) (err error) {
	today := b.now().UTC().Format(time.DateOnly)
	if who.Kind != Guest || !b.visits.add(who.ID, today) {
		return nil
	}
	defer func() {
		if err != nil {
			b.visits.drop(who.ID) // the next visit tries again
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, cachedWait)
	defer cancel()
	if shown, err := b.showsPresence(ctx, who.ID); err != nil || !shown {
		return err
	}
	_, err = store.ChangeValue(ctx, b.kv, visitBucket, who.ID, func(v *storedVisit) (write bool) {
		write = v.Day < today
		v.Day = max(v.Day, today)
		return write
	})
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	shown, err := b.showsPresence(ctx, who.ID) // it may have changed meanwhile
	if err == nil && !shown {
		err = b.remove(ctx, visitBucket, who.ID)
	}
	return err
}

// showsPresence reports whether an identity exists and does not hide its presence. It reads the store,
// because the identity of an open connection dates from the beginning of the connection.
func (b *Book) showsPresence(ctx context.Context, id string) (bool, error) {
	e, err := b.entry(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return !e.Hidden, err
}

// SetHidden sets whether a guest hides their presence from other players. Hiding also deletes the day of
// the last visit.
func (b *Book) SetHidden(ctx context.Context, who Identity, hidden bool) (Identity, error) {
	changed, err := b.change(ctx, who, func(e *storedIdentity) { e.Hidden = hidden })
	if err == nil && hidden {
		err = b.remove(ctx, visitBucket, who.ID)
	}
	b.visits.drop(who.ID)
	return changed, err
}

// Person returns a guest by ID, and the UTC day of the guest's last visit, such as 2006-01-02. The day
// is "" if it is unknown or hidden. The error wraps ErrUnknown if there is no such guest.
func (b *Book) Person(ctx context.Context, id string) (who Identity, day string, err error) {
	e, err := b.entry(ctx, id)
	switch {
	case err != nil:
		return Identity{}, "", asUnknown(err)
	case e.Kind != Guest:
		return Identity{}, "", fmt.Errorf("identity: %w", ErrUnknown)
	case e.Hidden:
		return e.identity(), "", nil
	}
	var last storedVisit
	if _, err := store.ReadValue(ctx, b.kv, visitBucket, id, &last); err != nil {
		return Identity{}, "", fmt.Errorf("identity: %w", err)
	}
	return e.identity(), last.Day, nil
}
