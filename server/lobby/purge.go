package lobby

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gamed/store"
)

// queueLife is how long a game stays in a queue without new players. An open game that all
// players have left ends after the same time.
const queueLife = 7 * 24 * time.Hour

// Purge removes old games from the matchmaking queues and returns their number. Otherwise
// queues with unusual terms would stay forever.
func (l *Lobby) Purge(ctx context.Context) (games int, err error) {
	keys, err := l.c.KV.Keys(ctx, quickBucket, "")
	if err != nil {
		return 0, fmt.Errorf("lobby: %w", err)
	}
	for _, key := range keys {
		n, err := l.purge(ctx, key)
		if err != nil {
			return games, err
		}
		games += n
	}
	return games, nil
}

// purge purges one queue and deletes it if it is then empty.
func (l *Lobby) purge(ctx context.Context, key string) (games int, err error) {
	_, err = store.ChangeValue(ctx, l.c.KV, quickBucket, key, func(q *queue) (write bool) {
		before := len(q.Games)
		q.Games = slices.DeleteFunc(q.Games, func(w waitingGame) bool {
			return !slices.ContainsFunc(w.Matched, func(g matchedPlayer) bool { return l.now().Sub(time.UnixMilli(g.At)) < queueLife })
		})
		games = before - len(q.Games)
		write = games > 0 || q.Games != nil && len(q.Games) == 0
		if len(q.Games) == 0 {
			*q = queue{}
		}
		return write
	})
	return games, err
}
