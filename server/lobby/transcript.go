package lobby

import (
	"context"
	"errors"
	"fmt"

	"gamed/replay"
	"gamed/server/hub"
	"gamed/store"
	"gamed/table"
)

// transcriptBucket holds the public transcript of each finished game under the game's id. A
// program whose rules have changed shows it in place of the replay.
const transcriptBucket = "transcript"

// maxTranscript is the maximum length of a stored transcript in bytes. NATS limits a message to a
// megabyte. Most transcripts have 2 to 12 KB.
const maxTranscript = 512 << 10

// transcribe stores the transcript of a finished game. It reports false if this program cannot
// replay the game or the transcript is too long.
func (l *Lobby) transcribe(ctx context.Context, id string, records [][]byte) (ok bool, err error) {
	text, err := replay.Transcript(records, l.hub.FindRules(ctx, id))
	if err != nil || len(text) > maxTranscript {
		return false, nil
	}
	_, err = l.c.KV.Put(ctx, transcriptBucket, id, text, 0)
	if err != nil && !errors.Is(err, store.ErrConflict) {
		return false, fmt.Errorf("lobby: transcript of game %s: %w", id, err)
	}
	return true, nil
}

// Transcript returns the stored transcript of a game, or nil if there is none.
func Transcript(ctx context.Context, kv store.KV, id string) ([]byte, error) {
	text, _, err := kv.Get(ctx, transcriptBucket, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("lobby: transcript of game %s: %w", id, err)
	}
	return text, nil
}

// TranscribeAll stores the missing transcripts of finished games, such as the games of an earlier
// program, and returns their number.
func (l *Lobby) TranscribeAll(ctx context.Context) (games int, err error) {
	ids, err := l.c.Log.Games(ctx)
	if err != nil {
		return 0, fmt.Errorf("lobby: %w", err)
	}
	done, err := l.c.KV.Keys(ctx, transcriptBucket, "")
	if err != nil {
		return 0, fmt.Errorf("lobby: %w", err)
	}
	known := make(map[string]bool, len(done))
	for _, id := range done {
		known[id] = true
	}
	for _, id := range ids {
		if known[id] || !hub.IsID(id) {
			continue
		}
		records, err := l.c.Log.Read(ctx, id)
		if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDamaged) {
			continue
		}
		ok := false
		if err == nil && table.Closed(records) {
			ok, err = l.transcribe(ctx, id, records)
		}
		if err != nil {
			return games, fmt.Errorf("lobby: %w", err)
		}
		if ok {
			games++
		}
	}
	return games, nil
}
