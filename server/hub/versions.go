package hub

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// filesBucket holds each version of a game file with which a game began, by its SHA-256.
const filesBucket = "files"

// maxVersions is the number of earlier versions that stay in memory.
const maxVersions = 64

// Versions finds the version of a ruleset with which a game began. It keeps the files of
// rulesets in a store. Any goroutine may call its methods.
type Versions struct {
	kv     store.KV
	mu     sync.Mutex
	byFile map[string]*table.CachedRules // by the SHA-256 of the file
}

// NewVersions returns the versions in a store. A nil store holds no versions.
func NewVersions(kv store.KV) *Versions {
	return &Versions{kv: kv, byFile: make(map[string]*table.CachedRules)}
}

// storeFile stores the file of a ruleset before a game begins with it. The error wraps
// [ErrUnavailable].
func (v *Versions) storeFile(ctx context.Context, rules *table.CachedRules) error {
	if v.kv == nil || rules.File() == "" || v.cached(rules.File()) != nil {
		return nil
	}
	_, err := v.kv.Put(ctx, filesBucket, rules.File(), rules.Abilities().File.Text, 0)
	if err != nil && !errors.Is(err, store.ErrConflict) { // a conflict: the store has the file
		return fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
	}
	v.cache(rules)
	return nil
}

// VersionOf returns the version of a ruleset with which a game began. If the store lacks that
// version, or this program cannot read it, VersionOf returns current. The error wraps
// [ErrUnavailable].
func (v *Versions) VersionOf(ctx context.Context, header *table.Header, current *table.CachedRules) (*table.CachedRules, error) {
	file := current.Abilities().File
	if v.kv == nil || file == nil || header.File == "" || header.File == current.File() {
		return current, nil
	}
	if l := v.cached(header.File); l != nil {
		return l, nil
	}
	text, _, err := v.kv.Get(ctx, filesBucket, header.File)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return current, nil
	case err != nil:
		return nil, fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
	}
	old, err := file.Read(text)
	if err != nil { // this program cannot read the file as the earlier program did
		return current, nil
	}
	l := table.Cache(old)
	v.cache(l)
	return l, nil
}

func (v *Versions) cached(file string) *table.CachedRules {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.byFile[file]
}

func (v *Versions) cache(l *table.CachedRules) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.byFile) >= maxVersions {
		clear(v.byFile)
	}
	v.byFile[l.File()] = l
}

// FindRules returns a function that finds the ruleset of the game with the given id. A game
// that this hub runs or has run lately keeps its ruleset. Other games get the version with
// which they began.
func (h *Hub) FindRules(ctx context.Context, id string) table.RulesFinder {
	e := h.copyEntry(id)
	return h.rulesOf(ctx, &e)
}

// rulesOf works like FindRules, but for the entry of a game.
func (h *Hub) rulesOf(ctx context.Context, e *entry) table.RulesFinder {
	return func(header *table.Header) (state.Dealer, error) {
		if e.dealer != nil {
			return e.dealer, nil
		}
		now, ok := h.Rules(header.Rules)
		if !ok {
			return nil, fmt.Errorf("this program has no rules called %q", header.Rules)
		}
		return h.versions.VersionOf(ctx, header, now)
	}
}
