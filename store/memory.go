package store

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// Memory is a log that is gone when the process is: for matches and tests.
type Memory struct {
	mu    sync.Mutex
	games map[string][][]byte // nil once closed
	done  map[string]bool     // the finished ones
}

// NewMemory returns an empty log.
func NewMemory() *Memory { return &Memory{games: map[string][][]byte{}, done: map[string]bool{}} }

func (m *Memory) Append(_ context.Context, game string, expect uint64, record []byte) error {
	if err := check(game, record); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games == nil {
		return errClosed
	}
	if next := uint64(len(m.games[game])); next != expect {
		return fenced(game, expect, next)
	}
	m.games[game] = append(m.games[game], slices.Clone(record))
	return nil
}

func (m *Memory) Read(_ context.Context, game string) ([][]byte, error) {
	if err := check(game, nil); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games == nil {
		return nil, errClosed
	}
	records, ok := m.games[game]
	if !ok {
		return nil, notFound(game)
	}
	return slices.Clone(records), nil
}

func (m *Memory) Finish(_ context.Context, game string) error {
	if err := check(game, nil); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games == nil {
		return errClosed
	}
	m.done[game] = true
	return nil
}

func (m *Memory) Games(context.Context) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games == nil {
		return nil, errClosed
	}
	return slices.Sorted(maps.Keys(m.games)), nil
}

func (m *Memory) Live(ctx context.Context) ([]string, error) {
	games, err := m.Games(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.DeleteFunc(games, func(game string) bool { return m.done[game] }), err
}

// Drop forgets a game.
func (m *Memory) Drop(game string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.games, game)
	delete(m.done, game)
}

// Close forgets everything.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.games = nil
	return nil
}
