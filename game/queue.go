package game

import (
	"context"
	"fmt"
)

// wake sees to it that what has just been queued is handled.
func (g *Game) wake() {
	if g.running.CompareAndSwap(false, true) {
		go g.run()
	}
}

// run handles inputs until there are none.
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
		g.still.Store(g.actor.still())
		g.running.Store(false)
		// What was queued just before that found the goroutine running.
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

// ask has the game's goroutine do something and waits for the answer. What
// nobody waits for any more is not done.
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
		case v, ok := <-answer: // it was the last thing that was done
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
