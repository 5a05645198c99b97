package identity

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gamed/store"
)

const (
	// HereFor is how long a person counts as here after a request for the lobby. An open connection
	// repeats the note every NoteEvery.
	HereFor = time.Minute
	// NoteEvery is the interval between the notes of an open connection. Two notes fit into HereFor.
	NoteEvery = 25 * time.Second
	// noteAfter is the minimum time between two writes for a person. It is shorter than NoteEvery, so
	// a timer that is early skips no note.
	noteAfter = 20 * time.Second
)

// presenceBucket holds by ID when and where a person was last seen.
const presenceBucket = "presence"

// A presence is the stored form of a person's last visit.
type presence struct {
	At     int64  `json:"at_ms"`
	Game   string `json:"game,omitempty"` // the last game with a seat and an open connection
	GameAt int64  `json:"game_at_ms,omitempty"`
}

// A noteLimiter spaces the writes of presence.
type noteLimiter struct {
	mu    sync.Mutex
	notes map[string]note // by ID
}

type note struct {
	at, gameAt time.Time
	game       string
}

// due reports whether a note must be written, and assumes that the caller writes it.
func (l *noteLimiter) due(id, game string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := l.notes[id]
	if now.Sub(n.at) < noteAfter && (game == "" || game == n.game && now.Sub(n.gameAt) < noteAfter) {
		return false
	}
	n.at = now
	if game != "" {
		n.game, n.gameAt = game, now
	}
	if l.notes == nil || len(l.notes) >= maxCached {
		l.notes = make(map[string]note)
	}
	l.notes[id] = n
	return true
}

func (l *noteLimiter) drop(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.notes, id)
}

// Seen notes that a person is here. If game is not empty, the person has a seat in the game and an
// open connection to it. Seen writes at most every 20 seconds, waits half a second for the store,
// and stores nothing about bots and about persons who hide their presence.
func (b *Book) Seen(ctx context.Context, who Identity, game string) error {
	if who.Kind != Guest || !b.notes.due(who.ID, game, b.now()) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, cachedWait)
	defer cancel()
	if shown, err := b.showsPresence(ctx, who.ID); err != nil || !shown {
		return err
	}
	_, err := store.ChangeValue(ctx, b.kv, presenceBucket, who.ID, func(p *presence) (write bool) {
		p.At = b.now().UnixMilli()
		if game != "" {
			p.Game, p.GameAt = game, p.At
		}
		return true
	})
	if err != nil {
		return fmt.Errorf("identity: %w", err)
	}
	shown, err := b.showsPresence(ctx, who.ID) // it may have changed meanwhile
	if err == nil && !shown {
		err = b.remove(ctx, presenceBucket, who.ID)
	}
	return err
}

// showsPresence reports whether an identity exists and does not hide its presence. It reads the store,
// because an open connection has the identity of its beginning.
func (b *Book) showsPresence(ctx context.Context, id string) (bool, error) {
	e, err := b.entry(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return !e.Hidden, err
}

// SetHidden sets whether a guest hides the presence from other players. Hiding also deletes the
// stored presence.
func (b *Book) SetHidden(ctx context.Context, who Identity, hidden bool) (Identity, error) {
	changed, err := b.change(ctx, who, func(e *entry) { e.Hidden = hidden })
	if err == nil && hidden {
		err = b.remove(ctx, presenceBucket, who.ID)
	}
	b.notes.drop(who.ID)
	return changed, err
}

// A Person is a guest and the guest's presence.
type Person struct {
	Identity
	Seen time.Time // the last visit, or zero if it is unknown or hidden
	Here bool      // the last visit is at most HereFor ago
	Game string    // the game in which the person had a seat and a connection at most HereFor ago, or ""
}

// Person returns a guest by ID. The error wraps ErrUnknown if there is no such guest.
func (b *Book) Person(ctx context.Context, id string) (Person, error) {
	e, err := b.entry(ctx, id)
	switch {
	case err != nil:
		return Person{}, unknown(err)
	case e.Kind != Guest:
		return Person{}, fmt.Errorf("identity: %w", ErrUnknown)
	}
	p := Person{Identity: e.identity()}
	if e.Hidden {
		return p, nil
	}
	var last presence
	if _, err := store.ReadValue(ctx, b.kv, presenceBucket, id, &last); err != nil {
		return Person{}, fmt.Errorf("identity: %w", err)
	}
	if last.At > 0 {
		p.Seen, p.Here = time.UnixMilli(last.At), b.since(last.At) <= HereFor
	}
	if last.Game != "" && b.since(last.GameAt) <= HereFor {
		p.Game = last.Game
	}
	return p, nil
}
