package lobby

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gamed/store"
)

// RemoveGame removes the result and the transcript of a deleted game, and its link to the next
// game. Lists of results skip a game without a result. The game still counts in the ratings.
func RemoveGame(ctx context.Context, kv store.KV, id string) error {
	for _, bucket := range []string{ResultBucket, transcriptBucket, nextBucket} {
		if err := remove(ctx, kv, bucket, id); err != nil {
			return err
		}
	}
	return nil
}

// remove deletes a key at any revision. A missing key is no error.
func remove(ctx context.Context, kv store.KV, bucket, key string) error {
	for {
		_, revision, err := kv.Get(ctx, bucket, key)
		if err == nil {
			err = kv.Delete(ctx, bucket, key, revision)
		}
		switch {
		case err == nil, errors.Is(err, store.ErrNotFound):
			return nil
		case !errors.Is(err, store.ErrConflict) || ctx.Err() != nil:
			return fmt.Errorf("lobby: %w", err)
		}
	}
}

// Erase replaces a player with another one in the results of the given games and in all ratings. It
// also removes the list of results under the player's name. Lobbies see the change after
// [Lobby.Reread].
func Erase(ctx context.Context, kv store.KV, games []string, player, replacement Player) error {
	for _, id := range games {
		_, err := store.ChangeValue(ctx, kv, ResultBucket, id, func(r *Result) (write bool) {
			for i := range r.Seats {
				if p := r.Seats[i].Player; p != nil && p.ID == player.ID {
					r.Seats[i].Player, r.Seats[i].Name, write = &replacement, replacement.Name, true
				}
			}
			return write
		})
		if err != nil {
			return fmt.Errorf("lobby: %w", err)
		}
	}
	pages, err := kv.Keys(ctx, RatingBucket, "")
	if err != nil {
		return fmt.Errorf("lobby: %w", err)
	}
	for _, key := range pages {
		_, err := store.ChangeValue(ctx, kv, RatingBucket, key, func(p *page[ratedGame]) (write bool) {
			for _, g := range p.Games {
				for i := range g.Players {
					if g.Players[i].ID == player.ID {
						g.Players[i], write = replacement, true
					}
				}
			}
			return write
		})
		if err != nil {
			return fmt.Errorf("lobby: %w", err)
		}
	}
	lists, err := kv.Keys(ctx, ListBucket, listOfPlayer(player.Name)+"/")
	if err != nil {
		return fmt.Errorf("lobby: %w", err)
	}
	for _, key := range lists {
		if err := remove(ctx, kv, ListBucket, key); err != nil {
			return err
		}
	}
	return nil
}

// ResultOf returns the result of a game for one of its players, or nil if the game has no result. The
// seats of other players are anonymous.
func ResultOf(ctx context.Context, kv store.KV, id, player string) (*Result, error) {
	r := new(Result)
	if revision, err := store.ReadValue(ctx, kv, ResultBucket, id, r); err != nil || revision == 0 {
		return nil, err
	}
	for i := range r.Seats {
		if p := r.Seats[i].Player; p == nil || p.ID != player {
			r.Seats[i].Player = nil
			r.Seats[i].Name = strings.Repeat("…", min(1, len(r.Seats[i].Name)))
		}
	}
	return r, nil
}

// Reread makes the lobby read all ratings and lists again from the store.
func (l *Lobby) Reread() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.ratings)
	clear(l.lastPages)
}
