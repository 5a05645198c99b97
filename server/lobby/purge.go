package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"gamed/store"
)

// queueLife is how long a game stays in a queue without new players. An open game that all
// players have left ends after the same time.
const queueLife = 7 * 24 * time.Hour

// Purge removes old games from the matchmaking queues and returns their number. Otherwise
// queues with unusual terms would stay for ever.
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

// purge purges one queue, unless another request changes it meanwhile.
func (l *Lobby) purge(ctx context.Context, key string) (games int, err error) {
	var q queue
	revision, err := read(ctx, l.c.KV, quickBucket, key, &q)
	if err != nil || revision == 0 {
		return 0, err
	}
	before := len(q.Games)
	q.Games = slices.DeleteFunc(q.Games, func(w waiting) bool {
		return !slices.ContainsFunc(w.Given, func(g given) bool { return l.now().Sub(time.UnixMilli(g.At)) < queueLife })
	})
	switch {
	case len(q.Games) == 0:
		err = l.c.KV.Delete(ctx, quickBucket, key, revision)
	case len(q.Games) == before:
		return 0, nil
	default:
		var text []byte
		if text, err = json.Marshal(&q); err == nil {
			_, err = l.c.KV.Put(ctx, quickBucket, key, text, revision)
		}
	}
	if errors.Is(err, store.ErrConflict) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("lobby: %w", err)
	}
	return before - len(q.Games), nil
}
