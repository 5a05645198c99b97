package store

import (
	"context"
	"sync"
)

// readers is the number of calls that wait for the cluster at the same time.
const readers = 64

// ahead calls get for every item, for up to readers of them at a time, and do with each result in the
// order of items, from this goroutine. It returns the first error of do or of ctx, once all calls have
// ended.
func ahead[I, R any](ctx context.Context, items []I, get func(ctx context.Context, item I) R, do func(item I, result R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	var calls sync.WaitGroup
	defer calls.Wait()
	defer cancel()
	results := make(chan chan R, readers-1) // do waits for one more
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
