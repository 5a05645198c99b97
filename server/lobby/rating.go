package lobby

import (
	"context"
	"fmt"
	"sync"
)

// RatingBucket holds the rated games of each ruleset, in pages.
const RatingBucket = "rating"

// A ratedGame is a rated game's result. If the sequence lists a game twice, the first entry counts.
type ratedGame struct {
	Game    string   `json:"game"`
	Players []Player `json:"players"` // by seat
	Won     []int    `json:"won,omitempty"`
	Shown   int64    `json:"shown_ms,omitempty"` // as in a [Result]
}

func (g ratedGame) game() string { return g.Game }

// ratings has the ratings of the players of a ruleset after the games read so far. The same
// sequence of games gives the same ratings, once spectators have seen the end of all of them.
type ratings struct {
	mu             sync.Mutex // held during reads of the store
	page           int        // the last page that was read
	readGames      int        // games read from that page
	seen           map[string]bool
	shownStandings standings   // after the games before pending
	pending        []ratedGame // the first game whose end is secret, and all later games
}

func newRatings() *ratings {
	return &ratings{seen: make(map[string]bool), shownStandings: standings{players: make(map[string]*PlayerRating)}}
}

func (l *Lobby) ratingsOf(rules string) *ratings {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ratings[rules] == nil {
		l.ratings[rules] = newRatings()
	}
	return l.ratings[rules]
}

// rate adds a result to the ratings, if the result counts for ratings and is not there yet.
func (l *Lobby) rate(ctx context.Context, r *Result) error {
	if !r.Rated {
		return nil
	}
	rated := ratedGame{Game: r.Game, Won: r.Won, Shown: r.Shown}
	for _, seat := range r.Seats {
		rated.Players = append(rated.Players, *seat.Player)
	}
	t := l.ratingsOf(r.Rules)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := l.catchUp(ctx, t, r.Rules); err != nil || t.seen[r.Game] {
		return err
	}
	if _, err := appendGame(ctx, l.c.KV, RatingBucket, rulesKey(r.Rules), t.page, rated); err != nil {
		return fmt.Errorf("lobby: rating of game %s: %w", r.Game, err)
	}
	return nil
}

// catchUp reads the games that servers have appended since the last call. t.mu is held.
func (l *Lobby) catchUp(ctx context.Context, t *ratings, rules string) error {
	for {
		games, err := readPage[ratedGame](ctx, l.c.KV, RatingBucket, rulesKey(rules), t.page)
		if err != nil {
			return err
		}
		for _, g := range games[min(t.readGames, len(games)):] {
			t.add(g)
		}
		t.readGames = len(games)
		if len(games) < pageSize {
			return nil
		}
		t.page, t.readGames = t.page+1, 0
	}
}
