package store_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

type tally struct {
	N int `json:"n"`
}

func TestChangeValue(t *testing.T) {
	kv := store.NewMemory()
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			_, err := store.ChangeValue(t.Context(), kv, "tallies", "a", func(v *tally) bool {
				v.N++
				return true
			})
			assert.NoError(t, err)
		})
	}
	writers.Wait()
	got := tally{N: -1}
	revision, err := store.ReadValue(t.Context(), kv, "tallies", "a", &got)
	require.NoError(t, err)
	assert.Equal(t, tally{8}, got)
	assert.NotZero(t, revision)

	_, err = store.ChangeValue(t.Context(), kv, "tallies", "a", func(v *tally) bool {
		v.N = 0
		return true
	})
	require.NoError(t, err)
	_, _, err = kv.Get(t.Context(), "tallies", "a")
	require.ErrorIs(t, err, store.ErrNotFound, "the zero value is deleted")
	revision, err = store.ReadValue(t.Context(), kv, "tallies", "a", &got)
	require.NoError(t, err)
	assert.Zero(t, revision)
	assert.Equal(t, tally{8}, got, "a missing value leaves v unchanged")

	_, err = kv.Put(t.Context(), "tallies", "bad", []byte("no JSON"), 0)
	require.NoError(t, err)
	_, err = store.ReadValue(t.Context(), kv, "tallies", "bad", &got)
	require.ErrorContains(t, err, "key bad in tallies")
}
