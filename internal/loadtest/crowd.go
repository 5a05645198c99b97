package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"gamed/agent/client"
)

// joining is how many games begin at once, so that the server is not measured while
// it is stormed.
const joining = 20

// A crowd plays a plan's games and notes what it finds.
type crowd struct {
	plan
	begun  atomic.Int64 // games, those that are over as well
	counts atomic.Bool  // whether what happens now is measured
	begin  chan struct{}

	mu      sync.Mutex
	took    []time.Duration // from a choice to an update of it
	choices int
	over    int            // games that have ended, each of which another one followed
	faults  map[string]int // what went wrong, and how often
}

// gather plays until the plan is over. Its error is a game that cannot begin at all.
func gather(ctx context.Context, p plan) (*crowd, error) {
	c := &crowd{plan: p, begin: make(chan struct{}, joining), faults: make(map[string]int)}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	all, playing := errgroup.WithContext(playing)
	for range p.games {
		all.Go(func() error {
			for playing.Err() == nil {
				if err := c.game(playing); err != nil {
					return err
				}
			}
			return nil
		})
	}
	all.Go(func() error {
		defer stop()
		for c.begun.Load() < int64(p.games) {
			if !pause(playing, p.pace) {
				return fmt.Errorf("nothing was measured: only %d of %d games had begun: look at the server's log", c.begun.Load(), p.games)
			}
		}
		c.counts.Store(true)
		pause(playing, p.lasts)
		c.counts.Store(false)
		return nil
	})
	return c, all.Wait()
}

// game plays one game to its end, or until ctx is done.
func (c *crowd) game(ctx context.Context) error {
	select {
	case c.begin <- struct{}{}:
	case <-ctx.Done():
		return nil
	}
	id, err := client.Create(ctx, c.server, map[string]any{"rules": c.rules, "seats": []struct{}{{}, {}}, "private": true})
	if err != nil {
		<-c.begin
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	t := &table{crowd: c, id: id, begun: make(chan struct{})}
	both, together := errgroup.WithContext(ctx)
	for i := range t.seats {
		both.Go(func() error { return t.play(together, i) })
	}
	select {
	case <-t.begun:
		c.begun.Add(1)
	case <-together.Done(): // one of the two has failed
	}
	<-c.begin
	err = both.Wait()
	switch {
	case err == nil || ctx.Err() != nil:
		return nil
	case c.counts.Load():
		c.fault(err.Error())
		return nil
	}
	return err
}

// pause waits; false if ctx is done before.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

func (c *crowd) fault(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults[text]++
}

// noted counts an update of a choice that was made so long ago.
func (c *crowd) noted(took time.Duration) {
	if !c.counts.Load() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took = append(c.took, took)
}

func (c *crowd) report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d games of %s, %d WebSockets, a choice each %s a game, for %s\n", c.games, c.rules, 2*c.games, c.pace, c.lasts)
	fmt.Fprintf(&b, "  choices  %.0f a second, %d games came to their end\n", float64(c.choices)/c.lasts.Seconds(), c.over)
	if slices.Sort(c.took); len(c.took) > 0 {
		at := func(part float64) time.Duration {
			return c.took[int(part*float64(len(c.took)-1))].Round(10 * time.Microsecond)
		}
		fmt.Fprintf(&b, "  updates  %d, from the choice to each client: p50 %s p99 %s worst %s\n", len(c.took), at(.5), at(.99), at(1))
	}
	errors := 0
	for _, n := range c.faults {
		errors += n
	}
	fmt.Fprintf(&b, "  errors   %d\n", errors)
	for _, text := range slices.Sorted(maps.Keys(c.faults)) {
		fmt.Fprintf(&b, "    %d times: %s\n", c.faults[text], text)
	}
	return b.String()
}
