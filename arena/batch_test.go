package arena_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena"
)

// TestBatch checks that a batch has the same lines as the match, and that Read rejects a batch that
// was changed.
func TestBatch(t *testing.T) {
	m := match(t, 12, "random", "greedy")
	_, lines := runWithOutput(t, m)
	w, err := m.Worker()
	require.NoError(t, err)
	defer w.Close()
	h := m.Header()
	batch, err := w.Play(t.Context(), 2, 3)
	require.NoError(t, err)
	games, err := batch.Read(&h, 2, 3)
	require.NoError(t, err)
	assert.Len(t, games, 6)
	assert.Equal(t, 4, games[0].Number)
	assert.Equal(t, strings.Join(strings.SplitAfter(lines, "\n")[1+4:1+10], ""), batch.Games)

	for name, change := range map[string]func(l *arena.Batch){
		"other pairs":     func(l *arena.Batch) { l.First = 1 },
		"a line less":     func(l *arena.Batch) { l.Games = strings.Join(strings.SplitAfter(l.Games, "\n")[1:], "") },
		"half a line":     func(l *arena.Batch) { l.Games = l.Games[:len(l.Games)-1] },
		"no JSON":         func(l *arena.Batch) { l.Games = "x" + l.Games[1:] },
		"another number":  func(l *arena.Batch) { l.Games = strings.Replace(l.Games, `"game":4`, `"game":5`, 1) },
		"another bot":     func(l *arena.Batch) { l.Games = strings.Replace(l.Games, `"greedy"`, `"greed"`, 1) },
		"a seat too many": func(l *arena.Batch) { l.Games = strings.Replace(l.Games, `"won":[`, `"won":[9`, 1) },
		"below zero":      func(l *arena.Batch) { l.Games = strings.Replace(l.Games, `"turns":`, `"turns":-`, 1) },
		"another key":     func(l *arena.Batch) { l.Games = strings.Replace(l.Games, `{"type"`, `{"x":1,"type"`, 1) },
		"no digest":       func(l *arena.Batch) { l.Games = strings.Replace(l.Games, `"digest":"`, `"digest":"x`, 1) },
		"no log":          func(l *arena.Batch) { l.Games = strings.Replace(l.Games, `"}`, `","replay":"game-4.jsonl"}`, 1) },
		"no time":         func(l *arena.Batch) { l.Times = []arena.Histogram{{{Nanoseconds: 5, N: -1}}} },
	} {
		bad := arena.Batch{First: batch.First, Games: batch.Games, Times: batch.Times}
		change(&bad)
		_, err := bad.Read(&h, 2, 3)
		assert.Error(t, err, name)
	}

	_, err = w.Play(t.Context(), 5, 2)
	require.ErrorContains(t, err, "arena: 2 pairs from 5: the match has 6")
	over, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = w.Play(over, 0, 1)
	require.ErrorIs(t, err, context.Canceled)
	m.Games = 0
	_, err = m.Worker()
	require.ErrorContains(t, err, "arena: 0 games")
}
