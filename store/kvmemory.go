package store

import (
	"context"
	"maps"
	"slices"
	"strings"
)

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
