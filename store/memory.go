package store

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Memory is an in-memory log and [KV], for matches and tests.
type Memory struct {
	mu       sync.Mutex
	games    map[string][][]byte               // nil once closed
	done     map[string]bool                   // finished games
	values   map[string]map[string]memoryValue // by bucket and key
	revision uint64                            // the latest revision
	fault    func(Call) Fault                  // may be nil
}

// A Call describes a call to Append, Read or DeleteGame or, if Bucket is set, to Get, Put, Delete or Keys.
type Call struct {
	Game        string
	Append      bool   // the call writes
	Record      uint64 // number of the appended record
	Bucket, Key string // Key is a prefix for Keys
}

// A Fault describes how a call fails. The zero value lets the call proceed.
type Fault struct {
	Err         error // error that the call returns
	TakesEffect bool  // whether the write takes effect nevertheless
}

// InjectFault sets a function that chooses the outcome of each call that a [Call] can describe, for tests
// and simulations. nil removes the function. Each call waits until the function has returned.
func (m *Memory) InjectFault(fault func(Call) Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fault = fault
}

// faultFor returns the fault for a call.
func (m *Memory) faultFor(c Call) Fault {
	m.mu.Lock()
	fault := m.fault
	m.mu.Unlock()
	if fault == nil {
		return Fault{}
	}
	return fault(c)
}

// begin locks m for a call and returns the fault for the call. The caller unlocks m. If begin
// returns an error, m is not locked. invalid is the result of checking the arguments.
func (m *Memory) begin(invalid error, c Call) (Fault, error) {
	if invalid != nil {
		return Fault{}, invalid
	}
	fault := m.faultFor(c)
	if fault.Err != nil && !(c.Append && fault.TakesEffect) {
		return fault, fault.Err
	}
	m.mu.Lock()
	if m.games == nil {
		m.mu.Unlock()
		return fault, errClosed
	}
	return fault, nil
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{games: map[string][][]byte{}, done: map[string]bool{}, values: map[string]map[string]memoryValue{}}
}

func (m *Memory) Append(_ context.Context, game string, expect uint64, record []byte) error {
	fault, err := m.begin(checkGame(game, record), Call{Game: game, Append: true, Record: expect})
	if err != nil {
		return err
	}
	defer m.mu.Unlock()
	if next := uint64(len(m.games[game])); next != expect {
		return fenced(game, expect, next)
	}
	m.games[game] = append(m.games[game], slices.Clone(record))
	return fault.Err
}

func (m *Memory) Read(_ context.Context, game string) ([][]byte, error) {
	if _, err := m.begin(checkGame(game, nil), Call{Game: game}); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	records, ok := m.games[game]
	if !ok {
		return nil, notFound(game)
	}
	return slices.Clone(records), nil
}

func (m *Memory) Ready() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games == nil {
		return errClosed
	}
	return nil
}

func (m *Memory) Finish(_ context.Context, game string) error {
	if err := checkGame(game, nil); err != nil {
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

func (m *Memory) DeleteGame(_ context.Context, game string) error {
	fault, err := m.begin(checkGame(game, nil), Call{Game: game, Append: true})
	if err != nil {
		return err
	}
	defer m.mu.Unlock()
	delete(m.games, game)
	delete(m.done, game)
	return fault.Err
}

// Close deletes all games and values.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.games, m.values = nil, nil
	return nil
}

// A memoryValue is a value and its revision.
type memoryValue struct {
	text     []byte
	revision uint64
}

func (m *Memory) Get(_ context.Context, bucket, key string) ([]byte, uint64, error) {
	if _, err := m.begin(checkKey(bucket, key), Call{Bucket: bucket, Key: key}); err != nil {
		return nil, 0, err
	}
	defer m.mu.Unlock()
	v, ok := m.values[bucket][key]
	if !ok {
		return nil, 0, missingKey{bucket, key}
	}
	return v.text, v.revision, nil
}

func (m *Memory) Put(_ context.Context, bucket, key string, text []byte, revision uint64) (uint64, error) {
	fault, err := m.change(bucket, key, revision, func() {
		if m.values[bucket] == nil {
			m.values[bucket] = make(map[string]memoryValue)
		}
		m.revision++
		m.values[bucket][key] = memoryValue{slices.Clone(text), m.revision}
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

// change locks m and calls do if the key has the given revision.
func (m *Memory) change(bucket, key string, revision uint64, do func()) (Fault, error) {
	fault, err := m.begin(checkKey(bucket, key), Call{Bucket: bucket, Key: key, Append: true})
	if err != nil {
		return fault, err
	}
	defer m.mu.Unlock()
	if m.values[bucket][key].revision != revision {
		return fault, conflict(bucket, key)
	}
	do()
	return fault, nil
}

func (m *Memory) Keys(_ context.Context, bucket, prefix string) ([]string, error) {
	if _, err := m.begin(checkPrefix(bucket, prefix), Call{Bucket: bucket, Key: prefix}); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
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
