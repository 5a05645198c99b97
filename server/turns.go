package server

import (
	"context"
	"runtime"
)

// turns limits one kind of work for clients to half of the processors. The channel holds an element
// for each step in progress.
type turns chan struct{}

func newTurns() turns { return make(turns, max(runtime.GOMAXPROCS(0)/2, 1)) }

// take waits for a turn. If it returns nil, the caller must call done after its step.
func (t turns) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turns) done() { <-t }
