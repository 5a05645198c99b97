package hub

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"gamed/game"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// ErrKeyUsed is returned when a [Spec.Key] was used for a different request.
var ErrKeyUsed = errors.New("this idempotency key was used for another game: take a new key for each game")

// Create starts a game and returns its state. If any server that shares the log has already created
// a game with spec.Key, Create returns that game. The error is a [*SpecError], [ErrKeyUsed],
// another error of this package, or the log's error.
func (h *Hub) Create(ctx context.Context, spec Spec) (Info, error) {
	for range maxTries {
		id, exists, err := h.Lookup(ctx, &spec)
		if err != nil {
			return Info{}, err
		}
		if exists {
			return h.Get(ctx, id)
		}
		info, err := h.create(ctx, spec, id)
		if !errors.Is(err, store.ErrFenced) {
			return info, err
		}
	}
	return Info{}, ErrUnavailable
}

// create starts a game with the given id. The error wraps [store.ErrFenced] if the game
// exists, or if another request creates it.
func (h *Hub) create(ctx context.Context, spec Spec, id string) (info Info, err error) {
	header, t, err := h.deal(&spec, id)
	if err != nil {
		return Info{}, err
	}
	bots, err := h.newBots(header, t)
	if err != nil {
		return Info{}, fmt.Errorf("hub: %w", err)
	}
	if err := h.noteTable(ctx, header.Rules, header.Cards, ""); err != nil {
		return Info{}, err
	}
	if err := h.versions.storeFile(ctx, table.Cache(t.Rules)); err != nil {
		return Info{}, err
	}
	if err := h.reserveRoom(forCreate); err != nil {
		return Info{}, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if other := h.games[id]; other != nil {
		h.starting--
		if other.busy != nil {
			err = h.wait(ctx, other)
		}
		return Info{}, cmp.Or(err, store.ErrFenced)
	}
	e := &entry{id: id, owned: true}
	h.games[id] = e // before the log lists the game: otherwise another hub could adopt it
	h.whileBusy(e, func() {
		var g *game.Game
		if g, err = h.start(ctx, e, game.Config{Table: t, Header: header, Expected: spec.expected()}, header, bots); err == nil {
			info, err = e.info(ctx, g, nil)
		}
	})
	return info, err
}

// Try reports whether spec describes a valid game, without creating it. The error is a
// [*SpecError].
func (h *Hub) Try(spec Spec) error {
	_, _, err := h.deal(&spec, newID())
	return err
}

// deal validates spec, and returns the header and the table of its game. The game is not in the log
// yet.
func (h *Hub) deal(spec *Spec, id string) (*table.Header, *table.Table, error) {
	made := spec.requestHashes() // of the request as the client sent it: check completes it
	rules, err := h.check(&spec.Request)
	if err != nil {
		return nil, nil, err
	}
	header := spec.header(id, rules, h.c.Program)
	header.Idempotency = made
	t, err := table.New(&header, table.SameRules(rules))
	if err != nil {
		return nil, nil, &SpecError{wrongField(rules, &header), err.Error()}
	}
	return &header, t, nil
}

// wrongField returns the request field that makes a deal fail. It is "step" for a game with a
// starting position. Otherwise it is "table" if the deal succeeds without the table's options,
// and "seats" if not.
func wrongField(rules state.Dealer, header *table.Header) string {
	if header.From != nil {
		return "step"
	}
	setup := header.Setup
	setup.Table = nil
	if _, err := rules.Deal(setup); err != nil {
		return "seats"
	}
	return "table"
}

// Lookup returns the id of the game that was created with spec.Key, or the id for a new game, and
// reports whether the game exists. The id is derived from the key, or random without a key. A log
// begins only once, so servers need not agree on the id. The error is [ErrKeyUsed], or wraps
// [ErrIncomplete] or [ErrUnavailable].
func (h *Hub) Lookup(ctx context.Context, spec *Spec) (id string, exists bool, err error) {
	if spec.Key == "" {
		return newID(), false, nil
	}
	wanted := spec.requestHashes()
	for n := 0; ; n++ {
		id = keyedID(spec.Key, n)
		records, err := h.Records(ctx, id)
		if errors.Is(err, ErrNotFound) {
			return id, false, nil
		}
		if err != nil {
			return "", false, err
		}
		first, err := table.Decode(records[0])
		if err != nil || first.Header == nil || first.Header.Idempotency == nil || first.Header.Idempotency.Key != wanted.Key {
			continue // an unrelated game has the id
		}
		if first.Header.Idempotency.Spec != wanted.Spec {
			return "", false, ErrKeyUsed
		}
		return id, true, nil
	}
}

// requestHashes returns the hashes of the key and the request for the game's header, or nil without
// a key.
func (s *Spec) requestHashes() *table.Idempotency {
	if s.Key == "" {
		return nil
	}
	text, err := json.Marshal(&s.Request)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return &table.Idempotency{Key: Hash(s.Key), Spec: Hash(string(text))}
}

// keyedID returns the nth candidate id for a key's game. Unrelated games may already use
// earlier candidates.
func keyedID(key string, n int) string {
	sum := sha256.Sum256([]byte("gamed game v1\x00" + strconv.Itoa(n) + "\x00" + key))
	return alphabet.EncodeToString(sum[:8])[:idLength]
}
