package lobby

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"gamed/store"
)

// pageSize is the number of games under one key. Each new game rewrites the value of that key.
const pageSize = 64

// A page is a part of a sequence of games. Servers append games by compare-and-set and fill
// the pages in order, so all servers see the same sequence. A game may be listed twice after a
// crash or a lost response from the store.
type page[T entry] struct {
	Games []T `json:"games"`
}

// An entry is a game in a sequence.
type entry interface{ game() string }

// pageKey returns the key of a page.
func pageKey(list string, n int) string { return fmt.Sprintf("%s/%08d", list, n) }

// readPage reads the games on a page.
func readPage[T entry](ctx context.Context, kv store.KV, bucket, list string, n int) ([]T, error) {
	var p page[T]
	_, err := store.ReadValue(ctx, kv, bucket, pageKey(list, n), &p)
	return p.Games, err
}

// appendGame appends a game, unless page n or a later page has it. It returns the number of the
// game's page.
func appendGame[T entry](ctx context.Context, kv store.KV, bucket, list string, n int, g T) (int, error) {
	for ; ; n++ {
		full := false
		_, err := store.ChangeValue(ctx, kv, bucket, pageKey(list, n), func(p *page[T]) (write bool) {
			if slices.ContainsFunc(p.Games, func(other T) bool { return other.game() == g.game() }) {
				return false
			}
			if full = len(p.Games) >= pageSize; !full {
				p.Games = append(p.Games, g)
			}
			return !full
		})
		if err != nil || !full {
			return n, err
		}
	}
}

// rulesKey returns the name of a ruleset as a part of a key. A name that is too long or has
// characters that keys do not allow is hashed or encoded.
func rulesKey(rules string) string {
	if rules != "" && len(rules) <= maxRulesKey && strings.Trim(rules, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && !strings.HasPrefix(rules, "x-") {
		return rules
	}
	if len(rules) > maxRulesKey {
		sum := sha256.Sum256([]byte(rules))
		rules = string(sum[:])
	}
	return "x-" + hex.EncodeToString([]byte(rules))
}

// maxRulesKey is the maximum length in bytes of a ruleset's name in a key. A longer name is hashed.
const maxRulesKey = 64
