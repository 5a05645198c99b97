package game

import (
	"context"
	"errors"
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
		case in := <-g.inputs:
			if g.actor.step(in); g.actor.closed {
				close(g.done)
				return
			}
			continue
		default:
		}
		g.idle.Store(g.actor.idle())
		g.running.Store(false)
		// Before running became false, an input may have been queued without starting a goroutine.
		if len(g.inputs) == 0 || !g.running.CompareAndSwap(false, true) {
			return
		}
	}
}

// offer queues an input without waiting.
func (g *Game) offer(in input) error {
	select {
	case <-g.done:
		return g.error(ErrClosed)
	default:
	}
	select {
	case g.inputs <- in:
		g.wake()
		return nil
	default:
		return g.error(ErrBusy)
	}
}

func (g *Game) error(err error) error { return fmt.Errorf("game %s: %w", g.id, err) }

// ask runs a function on the game's goroutine and returns the result. If ctx is done before the
// goroutine reaches the function, the function does not run.
func ask[T any](ctx context.Context, g *Game, do func(*actor) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	in := func(a *actor) {
		defer close(answers) // also if the function panics
		if ctx.Err() == nil {
			value, err := do(a)
			answers <- answer{value, err}
		}
	}
	var none T
	select {
	case g.inputs <- in:
		g.wake()
	case <-g.done:
		return none, g.error(ErrClosed)
	case <-ctx.Done():
		return none, g.error(ctx.Err())
	}
	closed := g.done
	for {
		select {
		case got, ok := <-answers:
			if err := ctx.Err(); !ok && err != nil {
				return none, g.error(err)
			}
			if !ok {
				return none, g.error(ErrFault)
			}
			return got.value, got.err
		case <-closed:
			if len(answers) == 0 {
				return none, g.error(ErrClosed)
			}
			closed = nil // the function ran before the game closed, so its answer is queued
		case <-ctx.Done():
			return none, g.error(ctx.Err())
		}
	}
}

// do is like ask, for an input without a result value.
func (g *Game) do(ctx context.Context, do func(*actor) error) error {
	_, err := ask(ctx, g, func(a *actor) (struct{}, error) { return struct{}{}, do(a) })
	return err
}

// end runs a last input on the game's goroutine, and waits until the game has closed.
func (g *Game) end(ctx context.Context, last input) error {
	g.closing.Store(true)
	err := g.do(ctx, func(a *actor) error {
		last(a)
		return nil
	})
	if errors.Is(err, ErrClosed) {
		return nil
	}
	if err == nil {
		<-g.done
	}
	return err
}
