package admission

import (
	"context"
	"runtime"
)

// Turns limits one kind of work for clients to half of the processors. The channel holds an element
// for each step in progress.
type Turns chan struct{}

// NewTurns returns turns for one kind of work.
func NewTurns() Turns { return make(Turns, max(runtime.GOMAXPROCS(0)/2, 1)) }

// Take waits for a turn. If it returns nil, the caller must call Done after its step.
func (t Turns) Take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Done ends a turn.
func (t Turns) Done() { <-t }
