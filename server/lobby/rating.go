package lobby

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"gamed/store"
)

const ratingBucket = "rating"

// pageSize is the number of games under one key, which is rewritten for each of them.
const pageSize = 64

// A page is a part of the sequence of a ruleset's rated games. Servers append games by
// compare-and-set and fill one page after the other, so all of them see the same order.
type page struct {
	Games []ratedGame `json:"games"`
}

// A ratedGame may be listed twice after a lost answer of the store. Only the first counts.
type ratedGame struct {
	Game    string   `json:"game"`
	Players []Player `json:"players"` // by seat
	Won     []int    `json:"won,omitempty"`
}

// A shelf holds the rating tables by ruleset.
type shelf struct {
	mu     sync.Mutex
	tables map[string]*ranking
}

func (s *shelf) of(rules string) *ranking {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables == nil {
		s.tables = make(map[string]*ranking)
	}
	if s.tables[rules] == nil {
		s.tables[rules] = &ranking{folder: newFolder()}
	}
	return s.tables[rules]
}

// A ranking holds the ratings of a ruleset after the games read so far.
type ranking struct {
	mu     sync.Mutex // held during reads of the store
	folder folder
	page   int // the last one read
	read   int // games read of it
}

// rate adds a result to the ratings, if it counts.
func (l *Lobby) rate(ctx context.Context, r *Result) error {
	if !r.Rated {
		return nil
	}
	rated := ratedGame{Game: r.Game, Won: r.Won}
	for _, seat := range r.Seats {
		rated.Players = append(rated.Players, *seat.Player)
	}
	t := l.ratings.of(r.Rules)
	t.mu.Lock()
	defer t.mu.Unlock()
	conflicts := 0
	for range tries {
		backOff(ctx, conflicts)
		last, revision, err := l.catchUp(ctx, t, r.Rules)
		if err != nil || t.folder.seen[r.Game] {
			return err
		}
		last.Games = append(last.Games, rated)
		text, err := json.Marshal(&last)
		if err != nil {
			return fmt.Errorf("lobby: rating of game %s: %w", r.Game, err)
		}
		_, err = l.c.KV.Put(ctx, ratingBucket, pageKey(r.Rules, t.page), text, revision)
		switch {
		case errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrAmbiguous):
			conflicts++
		case err != nil:
			return fmt.Errorf("lobby: rating of game %s: %w", r.Game, err)
		}
	} // catchUp also finds a write whose answer was lost
	return fmt.Errorf("lobby: rating of game %s: %w", r.Game, store.ErrUnavailable)
}

// catchUp reads new games and returns the page for the next one. t.mu is held.
func (l *Lobby) catchUp(ctx context.Context, t *ranking, rules string) (last page, revision uint64, err error) {
	for {
		last = page{}
		if revision, err = read(ctx, l.c.KV, ratingBucket, pageKey(rules, t.page), &last); err != nil {
			return last, 0, err
		}
		for _, g := range last.Games[min(t.read, len(last.Games)):] {
			t.folder.add(&g)
		}
		t.read = len(last.Games)
		if len(last.Games) < pageSize {
			return last, revision, nil
		}
		t.page, t.read = t.page+1, 0
	}
}

// pageKey returns the key of a page.
func pageKey(rules string, n int) string { return fmt.Sprintf("%s/%08d", plain(rules), n) }

// plain returns the name of a ruleset in the letters of a key.
func plain(rules string) string {
	if rules != "" && len(rules) <= maxPlain && strings.Trim(rules, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && !strings.HasPrefix(rules, "x-") {
		return rules
	}
	if len(rules) > maxPlain {
		sum := sha256.Sum256([]byte(rules))
		rules = string(sum[:])
	}
	return "x-" + hex.EncodeToString([]byte(rules))
}

// maxPlain is the length of a name in a key.
const maxPlain = 64
