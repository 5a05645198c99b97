package admission

import (
	"context"
	"runtime"
)

// A Semaphore limits one kind of work for clients to half of the processors. The channel holds an element
// for each piece of work in progress. Any goroutine may use it.
type Semaphore chan struct{}

// NewSemaphore returns a semaphore for half of the processors, but at least one.
func NewSemaphore() Semaphore { return make(Semaphore, max(runtime.GOMAXPROCS(0)/2, 1)) }

// Acquire waits until the work may begin. If it returns nil, the caller must call Release after the work.
// If ctx ends first, Acquire returns the error of ctx.
func (t Semaphore) Acquire(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Release lets the work of another caller begin.
func (t Semaphore) Release() { <-t }
