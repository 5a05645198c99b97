package store

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Memory is a log and a [KV] in memory, for matches and tests.
type Memory struct {
	mu       sync.Mutex
	games    map[string][][]byte         // nil once closed
	done     map[string]bool             // the finished ones
	values   map[string]map[string]value // by bucket and key
	revision uint64                      // the last that a value was given
	fault    func(Call) Fault            // may be nil
}

// A Call is an append to a log in memory, or the reading of a game; or, where there is
// a Bucket, a Put, a Delete or a reading of values.
type Call struct {
	Game        string
	Append      bool   // something is written
	Record      uint64 // the number that the appended record is to have
	Bucket, Key string // Key is a prefix for Keys
}

// A Fault is the result of a failing call. The zero value lets the call proceed.
type Fault struct {
	Err  error // what the call returns
	Kept bool  // whether the write happens all the same
}

// Fail has the log ask fault about every call before it begins, for tests and
// simulations; nil ends that. While fault waits the log is silent for that game.
func (m *Memory) Fail(fault func(Call) Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fault = fault
}

// ask returns the fault for a call.
func (m *Memory) ask(c Call) Fault {
	m.mu.Lock()
	fault := m.fault
	m.mu.Unlock()
	if fault == nil {
		return Fault{}
	}
	return fault(c)
}

// NewMemory returns an empty log.
func NewMemory() *Memory {
	return &Memory{games: map[string][][]byte{}, done: map[string]bool{}, values: map[string]map[string]value{}}
}

func (m *Memory) Append(_ context.Context, game string, expect uint64, record []byte) error {
	if err := check(game, record); err != nil {
		return err
	}
	fault := m.ask(Call{Game: game, Append: true, Record: expect})
	if fault.Err != nil && !fault.Kept {
		return fault.Err
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
	return fault.Err
}

func (m *Memory) Read(_ context.Context, game string) ([][]byte, error) {
	if err := check(game, nil); err != nil {
		return nil, err
	}
	if fault := m.ask(Call{Game: game}); fault.Err != nil {
		return nil, fault.Err
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
	m.games, m.values = nil, nil
	return nil
}

// A value is what a KV in memory keeps under a key.
type value struct {
	text     []byte
	revision uint64
}

func (m *Memory) Get(_ context.Context, bucket, key string) ([]byte, uint64, error) {
	if err := checkKey(bucket, key); err != nil {
		return nil, 0, err
	}
	if fault := m.ask(Call{Bucket: bucket, Key: key}); fault.Err != nil {
		return nil, 0, fault.Err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games == nil {
		return nil, 0, errClosed
	}
	v, ok := m.values[bucket][key]
	if !ok {
		return nil, 0, noKey{bucket, key}
	}
	return v.text, v.revision, nil
}

func (m *Memory) Put(_ context.Context, bucket, key string, text []byte, revision uint64) (uint64, error) {
	fault, err := m.change(bucket, key, revision, func() {
		if m.values[bucket] == nil {
			m.values[bucket] = make(map[string]value)
		}
		m.revision++
		m.values[bucket][key] = value{slices.Clone(text), m.revision}
		revision = m.revision
	})
	if err != nil {
		return 0, err
	}
	return revision, fault.Err
}

func (m *Memory) Delete(_ context.Context, bucket, key string, revision uint64) error {
	fault, err := m.change(bucket, key, revision, func() { delete(m.values[bucket], key) })
	if err != nil {
		return err
	}
	return fault.Err
}

// change calls do, m being locked, if key has that revision.
func (m *Memory) change(bucket, key string, revision uint64, do func()) (Fault, error) {
	if err := checkKey(bucket, key); err != nil {
		return Fault{}, err
	}
	fault := m.ask(Call{Bucket: bucket, Key: key, Append: true})
	if fault.Err != nil && !fault.Kept {
		return fault, fault.Err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.games == nil:
		return fault, errClosed
	case m.values[bucket][key].revision != revision:
		return fault, conflict(bucket, key)
	}
	do()
	return fault, nil
}

func (m *Memory) Keys(_ context.Context, bucket, prefix string) ([]string, error) {
	if err := checkPrefix(bucket, prefix); err != nil {
		return nil, err
	}
	if fault := m.ask(Call{Bucket: bucket, Key: prefix}); fault.Err != nil {
		return nil, fault.Err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games == nil {
		return nil, errClosed
	}
	keys := slices.Sorted(maps.Keys(m.values[bucket]))
	return slices.DeleteFunc(keys, func(key string) bool { return !strings.HasPrefix(key, prefix) }), nil
}

func (m *Memory) Buckets(context.Context) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games == nil {
		return nil, errClosed
	}
	return slices.Sorted(maps.Keys(m.values)), nil
}
