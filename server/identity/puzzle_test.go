package identity

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// TestPuzzles checks the number of writes for a puzzle, and that a failure between the two writes does
// not count a guest twice.
func TestPuzzles(t *testing.T) {
	kv, ctx := store.NewMemory(), t.Context()
	b, _ := bookAt(kv)
	who, writes := newGuest(t, b), 0
	var failing string // the bucket that refuses writes
	kv.InjectFault(func(c store.Call) store.Fault {
		if !c.Append {
			return store.Fault{}
		}
		writes++
		if c.Bucket == failing {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	count := func(want PuzzleCounts, written int) {
		t.Helper()
		got, err := b.PuzzleCounts(ctx, "elements")
		require.NoError(t, err)
		assert.Equal(t, want, got)
		assert.Equal(t, written, writes)
		writes = 0
	}
	require.NoError(t, b.TryPuzzle(ctx, who, "elements", "a"))
	count(PuzzleCounts{"a": {1, 0}}, 2)
	require.NoError(t, b.TryPuzzle(ctx, who, "elements", "a"))
	count(PuzzleCounts{"a": {1, 0}}, 0)
	require.NoError(t, b.SolvePuzzle(ctx, who, "elements", "a"))
	count(PuzzleCounts{"a": {1, 1}}, 2)
	require.NoError(t, b.SolvePuzzle(ctx, who, "elements", "a"))
	require.NoError(t, b.TryPuzzle(ctx, who, "elements", "a"))
	count(PuzzleCounts{"a": {1, 1}}, 0)

	failing = puzzleBucket
	require.ErrorIs(t, b.SolvePuzzle(ctx, who, "elements", "b"), store.ErrUnavailable)
	count(PuzzleCounts{"a": {1, 1}}, 1)
	failing = ""
	require.NoError(t, b.SolvePuzzle(ctx, who, "elements", "b"), "without a counted try")
	count(PuzzleCounts{"a": {1, 1}, "b": {1, 1}}, 2)

	failing = puzzleCountBucket
	require.ErrorIs(t, b.TryPuzzle(ctx, who, "elements", "c"), store.ErrUnavailable)
	failing, writes = "", 0
	require.NoError(t, b.TryPuzzle(ctx, who, "elements", "c"))
	count(PuzzleCounts{"a": {1, 1}, "b": {1, 1}}, 0)
	require.NoError(t, b.SolvePuzzle(ctx, who, "elements", "c"))
	all := PuzzleCounts{"a": {1, 1}, "b": {1, 1}, "c": {1, 1}}
	count(all, 2)

	require.NoError(t, b.TryPuzzle(ctx, Identity{ID: "bot", Kind: Bot}, "elements", "a"))
	require.NoError(t, b.TryPuzzle(ctx, Identity{}, "elements", "a"))
	count(all, 0)
	none, err := b.PuzzleCounts(ctx, "my own game")
	require.NoError(t, err)
	assert.Empty(t, none)
	list, err := b.Puzzles(ctx, who)
	require.NoError(t, err)
	assert.Equal(t, Puzzles{"elements/a": PuzzleSolved, "elements/b": PuzzleSolved, "elements/c": PuzzleSolved}, list)
}

// TestPuzzlesOfRemoved checks that a purge and an erasure remove the puzzles of a guest and keep the
// counts, also if a request still counts the guest.
func TestPuzzlesOfRemoved(t *testing.T) {
	kv, ctx := store.NewMemory(), t.Context()
	b, at := bookAt(kv)
	unused, erased, meanwhile := newGuest(t, b), newGuest(t, b), newGuest(t, b)
	for _, who := range []Identity{unused, erased} {
		require.NoError(t, b.TryPuzzle(ctx, who, "elements", "a"))
	}
	require.NoError(t, b.Erase(ctx, erased))
	require.NoError(t, b.TryPuzzle(ctx, erased, "elements", "b"), "an open connection")
	late := NewBook(putHook{kv, puzzleBucket, func() { require.NoError(t, b.Erase(ctx, meanwhile)) }})
	require.NoError(t, late.TryPuzzle(ctx, meanwhile, "elements", "b"))
	*at = at.Add(UnusedLife + time.Hour)
	guests, _, err := b.Purge(ctx)
	require.NoError(t, err)
	assert.Equal(t, 1, guests)
	keys, err := kv.Keys(ctx, puzzleBucket, "")
	require.NoError(t, err)
	assert.Empty(t, keys)
	counts, err := b.PuzzleCounts(ctx, "elements")
	require.NoError(t, err)
	assert.Equal(t, PuzzleCounts{"a": {2, 0}}, counts)
}
