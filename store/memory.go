package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Memory is a log that is gone when the process is: for matches and tests.
type Memory struct {
	mu    sync.Mutex
	games map[string][][]byte
}

// NewMemory returns an empty log.
func NewMemory() *Memory { return &Memory{games: map[string][][]byte{}} }

func (m *Memory) Append(_ context.Context, game string, expect uint64, record []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := uint64(len(m.games[game])); n != expect {
		return fmt.Errorf("store: record %d of game %s, which has %d: %w", expect, game, n, ErrFenced)
	}
	m.games[game] = append(m.games[game], slices.Clone(record))
	return nil
}

func (m *Memory) Read(_ context.Context, game string) ([][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	records, ok := m.games[game]
	if !ok {
		return nil, fmt.Errorf("store: game %s: %w", game, ErrNotFound)
	}
	return slices.Clone(records), nil
}

func (m *Memory) Games(context.Context) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.games)), nil
}

// Drop forgets a game.
func (m *Memory) Drop(game string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.games, game)
}

func (m *Memory) Close() error { return nil }
