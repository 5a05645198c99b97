package hub

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"gamed/game"
	"gamed/store"
)

// ErrKeyUsed is a [Spec.Key] with which another game has been asked for.
var ErrKeyUsed = errors.New("with that key another game has been asked for: take a new one for each game")

// errAgain is a game that is being made, or has been, under the id that it was to have.
var errAgain = errors.New("somebody else is making the same game")

// Made returns the game that was made for a spec with the same key, and true; or the id that
// it is to have, which follows from the key. So wherever and whenever the same is asked
// for again it is the log that decides: a log is begun once. The error is [ErrKeyUsed] or
// [ErrUnavailable].
func (h *Hub) Made(ctx context.Context, spec *Spec) (id string, made bool, err error) {
	if spec.Key == "" {
		return newID(), false, nil
	}
	wanted := spec.made()
	for n := 0; ; n++ {
		id = keyedID(spec.Key, n)
		records, err := h.c.Log.Read(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			return id, false, nil
		}
		if err != nil {
			return "", false, fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
		}
		var first game.Record
		if json.Unmarshal(records[0], &first) != nil || first.Header == nil || first.Header.Made == nil || first.Header.Made.Key != wanted.Key {
			continue // another game has that id
		}
		if first.Header.Made.Spec != wanted.Spec {
			return "", false, ErrKeyUsed
		}
		return id, true, nil
	}
}

// made returns what the header of the game says of the request for it, nil if it
// cannot be asked for again.
func (s *Spec) made() *game.Made {
	if s.Key == "" {
		return nil
	}
	text, err := json.Marshal(&s.Request)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	key, spec := sha256.Sum256([]byte(s.Key)), sha256.Sum256(text)
	return &game.Made{Key: hex.EncodeToString(key[:]), Spec: hex.EncodeToString(spec[:])}
}

// keyedID returns the id of the game that is asked for with a key, or the nth other one if
// those before are taken by other games.
func keyedID(key string, n int) string {
	sum := sha256.Sum256([]byte("gamed game v1\x00" + strconv.Itoa(n) + "\x00" + key))
	return alphabet.EncodeToString(sum[:8])[:idLength]
}
