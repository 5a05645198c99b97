package store

import (
	"context"
	"sync"
)

// parallelReads is the maximum number of calls that wait for the cluster at the same time.
const parallelReads = 64

// readAhead calls get for every item, in up to parallelReads goroutines at a time. It calls do with
// each result, in the order of the items, from the caller's goroutine. At the first error of do or of
// ctx, readAhead cancels the calls of get, waits for their end, and returns the error.
func readAhead[I, R any](ctx context.Context, items []I, get func(ctx context.Context, item I) R, do func(item I, result R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	var calls sync.WaitGroup
	defer calls.Wait()
	defer cancel()
	results := make(chan chan R, parallelReads-1) // the loop below waits for one more
	calls.Go(func() {
		for _, item := range items {
			result := make(chan R, 1)
			select {
			case results <- result:
			case <-ctx.Done():
				return
			}
			calls.Go(func() { result <- get(ctx, item) })
		}
	})
	for _, item := range items {
		var result chan R
		select {
		case result = <-results:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := do(item, <-result); err != nil {
			return err
		}
	}
	return nil
}
