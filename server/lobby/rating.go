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

// pageSize is how many games stand under one key, which is written anew for each of
// them.
const pageSize = 64

// A page is some of the rated games of a ruleset, in the order in which ratings go by
// them. Pages are filled one after the other, each game being added by
// compare-and-set, so the order is the same for all servers.
type page struct {
	Games []ratedGame `json:"games"`
}

// A ratedGame may stand there twice, if the server that has added it did not come to
// know. Only the first counts.
type ratedGame struct {
	Game    string   `json:"game"`
	Players []Player `json:"players"` // by seat
	Won     []int    `json:"won,omitempty"`
}

// A shelf is the tables of all rulesets, as far as this server has read.
type shelf struct {
	mu     sync.Mutex
	tables map[string]*table
}

func (s *shelf) of(rules string) *table {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables == nil {
		s.tables = make(map[string]*table)
	}
	if s.tables[rules] == nil {
		s.tables[rules] = &table{folder: newFolder()}
	}
	return s.tables[rules]
}

// A table is the players of a ruleset, after the games that have been read.
type table struct {
	mu     sync.Mutex // also held while the pages are read
	folder folder
	page   int // that is being read
	read   int // games of it that have been
}

// rate has the ratings go by a result, if they are to.
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
		makeWay(ctx, conflicts)
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
	} // what was written is found by catching up with it
	return fmt.Errorf("lobby: rating of game %s: %w", r.Game, store.ErrUnavailable)
}

// catchUp reads the games that have not been read, and returns the page to which the
// next one belongs. t.mu is held.
func (l *Lobby) catchUp(ctx context.Context, t *table, rules string) (last page, revision uint64, err error) {
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

// plain returns the name of a ruleset in letters that keys may have.
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

// maxPlain is how many bytes of a name are in a key at most.
const maxPlain = 64
