package store

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadAhead checks that results come in order from at most 64 calls at a time, although the calls take
// different times.
func TestReadAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		items := make([]int, 500)
		for i := range items {
			items[i] = i
		}
		atOnce := make(chan bool, parallelReads)
		get := func(_ context.Context, i int) int {
			select {
			case atOnce <- true:
			default:
				t.Error("more calls at a time")
			}
			time.Sleep(time.Duration(1+i%3) * time.Second)
			<-atOnce
			return 2 * i
		}
		begun, next := time.Now(), 0
		require.NoError(t, readAhead(t.Context(), items, get, func(item, result int) error {
			assert.Equal(t, next, item)
			assert.Equal(t, 2*next, result)
			next++
			return nil
		}))
		assert.Equal(t, len(items), next)
		assert.Less(t, time.Since(begun), 500*time.Second, "one call after the other takes 999 s")
	})
}

// TestReadAheadStops checks that readAhead returns when its context ends, and that it does not call do again
// after an error of do.
func TestReadAheadStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		items := make([]int, 500)
		wait := func(ctx context.Context, _ int) error {
			<-ctx.Done()
			return ctx.Err()
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := readAhead(ctx, items, wait, func(_ int, err error) error { return err })
		require.ErrorIs(t, err, context.DeadlineExceeded)

		failure, calls := errors.New("failure"), 0
		err = readAhead(t.Context(), items, func(context.Context, int) int { return 0 }, func(int, int) error {
			calls++
			return failure
		})
		require.ErrorIs(t, err, failure)
		assert.Equal(t, 1, calls)
		assert.NoError(t, readAhead(t.Context(), nil, wait, func(_ int, err error) error { return err }))
	})
}
