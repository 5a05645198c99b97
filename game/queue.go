package game

import (
	"context"
	"fmt"
)

// wake starts the goroutine if it is not running.
func (g *Game) wake() {
	if g.running.CompareAndSwap(false, true) {
		go g.run()
	}
}

// run handles inputs until none are left.
func (g *Game) run() {
	for {
		select {
		case in := <-g.in:
			if g.actor.step(in); g.actor.closed {
				close(g.done)
				return
			}
			continue
		default:
		}
		g.idle.Store(g.actor.idle())
		g.running.Store(false)
		// An input queued just before that found the goroutine running.
		if len(g.in) == 0 || !g.running.CompareAndSwap(false, true) {
			return
		}
	}
}

// offer queues an input without waiting.
func (g *Game) offer(in input) error {
	select {
	case <-g.done:
		return fmt.Errorf("game %s: %w", g.id, ErrClosed)
	default:
	}
	select {
	case g.in <- in:
		g.wake()
		return nil
	default:
		return fmt.Errorf("game %s: %w", g.id, ErrBusy)
	}
}

// ask runs do on the game's goroutine and returns its answer. It does not run do once
// ctx has ended.
func ask[T any](ctx context.Context, g *Game, do func(*actor) T) (T, error) {
	var none T
	answer := make(chan T, 1)
	in := func(a *actor) {
		defer close(answer) // also when do panics
		if ctx.Err() == nil {
			answer <- do(a)
		}
	}
	select {
	case g.in <- in:
		g.wake()
	case <-g.done:
		return none, fmt.Errorf("game %s: %w", g.id, ErrClosed)
	case <-ctx.Done():
		return none, fmt.Errorf("game %s: %w", g.id, ctx.Err())
	}
	select {
	case v, ok := <-answer:
		switch {
		case ok:
			return v, nil
		case ctx.Err() != nil:
			return none, fmt.Errorf("game %s: %w", g.id, ctx.Err())
		}
		return none, fmt.Errorf("game %s: %w", g.id, ErrFault)
	case <-g.done:
		select {
		case v, ok := <-answer: // the last input
			if ok {
				return v, nil
			}
		default:
		}
		return none, fmt.Errorf("game %s: %w", g.id, ErrClosed)
	case <-ctx.Done():
		return none, fmt.Errorf("game %s: %w", g.id, ctx.Err())
	}
}
