package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// A killer kills a process and starts it again.
type killer struct {
	p     *process
	r     *result
	rand  *rand.Rand
	every span
	kills atomic.Int64
}

const (
	// torn is how long a server that is told to stop has for it.
	torn = 5 * time.Millisecond
	// down is how long it stays dead at most.
	down = 100 * time.Millisecond
	// early is when a server is killed at the latest that is to be killed while it
	// starts.
	early = 300 * time.Millisecond
	// shortest and longest are how long a server is paused.
	shortest, longest = 50 * time.Millisecond, 500 * time.Millisecond
)

// run kills the process so many times. The last time it is left serving.
func (k *killer) run(ctx context.Context, kills int) error {
	for range kills {
		if err := k.round(ctx); err != nil {
			return err
		}
	}
	return k.serving(ctx)
}

// serving waits until the process serves, and takes the time.
func (k *killer) serving(ctx context.Context) error {
	if err := k.p.serving(ctx); err != nil {
		return err
	}
	k.r.starts = append(k.r.starts, time.Since(k.p.began))
	return nil
}

// round lets the process run, kills it and starts it again.
func (k *killer) round(ctx context.Context) error {
	if k.r.Kills > 0 && k.rand.IntN(8) == 0 {
		k.r.Early++
		if err := k.p.let(ctx, k.span(span{0, early})); err != nil {
			return err
		}
	} else {
		if err := k.serving(ctx); err != nil {
			return err
		}
		if err := k.p.let(ctx, k.span(k.every)); err != nil {
			return err
		}
		if err := k.pause(ctx); err != nil {
			return err
		}
	}
	if k.rand.IntN(5) == 0 {
		k.r.Torn++
		if err := k.p.cmd.Process.Signal(terminate); err != nil {
			return fmt.Errorf("stop gamed: %w", err)
		}
		time.Sleep(torn)
	}
	k.p.kill()
	k.r.Kills++
	k.kills.Add(1)
	if err := sleep(ctx, k.span(span{0, down})); err != nil {
		return err
	}
	return k.p.start()
}

// pause freezes the process for a moment, sometimes. Sometimes it is killed right
// after.
func (k *killer) pause(ctx context.Context) error {
	if k.rand.IntN(4) != 0 {
		return nil
	}
	k.r.Pauses++
	if err := k.p.cmd.Process.Signal(freeze); err != nil {
		return fmt.Errorf("pause gamed: %w", err)
	}
	err := sleep(ctx, k.span(span{shortest, longest}))
	if thawed := k.p.cmd.Process.Signal(thaw); thawed != nil {
		return fmt.Errorf("let gamed go on: %w", thawed)
	}
	if err != nil {
		return err
	}
	return k.p.let(ctx, k.span(span{0, shortest}))
}

func (k *killer) span(s span) time.Duration {
	return s.min + time.Duration(k.rand.Int64N(int64(s.max-s.min)+1))
}
