package store_test

import (
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

type tally struct {
	N int `json:"n"`
}

// TestContendedValue checks the error of a change whose every attempt fails.
func TestContendedValue(t *testing.T) {
	for _, cause := range []error{store.ErrConflict, store.ErrAmbiguous} {
		synctest.Test(t, func(t *testing.T) {
			kv, tries := store.NewMemory(), 0
			kv.InjectFault(func(c store.Call) store.Fault {
				if c.Append {
					tries++
					return store.Fault{Err: cause}
				}
				return store.Fault{}
			})
			_, err := store.ChangeValue(t.Context(), kv, "tallies", "a", func(v *tally) bool {
				v.N++
				return true
			})
			require.ErrorIs(t, err, store.ErrUnavailable)
			require.EqualError(t, err, "store: key a in tallies: 20 attempts met other writes or had no clear result; try again later")
			assert.Equal(t, 20, tries)
		})
	}
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
