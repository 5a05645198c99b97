package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// chaos is a run.
type chaos struct {
	options
	addrs  []string // of the servers
	began  time.Time
	pace   *rate.Limiter
	habits habits

	ending       atomic.Bool  // no new games
	acknowledged atomic.Int64 // as the clients count, for the progress
	entered      atomic.Int64 // how often a client joined or came back
	ended        atomic.Int64 // games
	unanswered   atomic.Int64 // games that were asked for until the run was over

	mu     sync.Mutex
	tables []*table
	faults []fault
}

// A fault is something that is wrong.
type fault struct {
	Game string `json:"game,omitempty"`
	Seat int    `json:"seat"` // -1 for a spectator, or none
	What string `json:"what"`
	Text string `json:"text"`
}

func (c *chaos) report(f ...fault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults = append(c.faults, f...)
}

// torment carries out a run.
func torment(ctx context.Context, o options, log io.Writer) (_ *result, err error) {
	folder, err := os.MkdirTemp("", "chaos-")
	if err != nil {
		return nil, err
	}
	r := &result{Seed: o.seed, AtOnce: o.games, Folder: folder}
	defer func() {
		if err == nil && len(r.Faults) == 0 && !o.keep {
			r.Folder, err = "", os.RemoveAll(folder)
		}
	}()
	if o.gamed == "" {
		if o.gamed, err = build(ctx, folder); err != nil {
			return nil, err
		}
	}
	if o.cluster {
		return r, tormentCluster(ctx, o, r, log)
	}
	p := &process{program: o.gamed, data: filepath.Join(folder, "data"), sync: o.sync}
	if p.addr, err = freePort(int(o.seed%1000) * 10); err != nil {
		return nil, err
	}
	if p.log, err = os.Create(filepath.Join(folder, "server.log")); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.log.Close()) }()
	if err := p.start(); err != nil {
		return nil, err
	}
	defer p.kill()
	if err := p.serving(ctx); err != nil {
		return nil, err
	}
	c := &chaos{options: o, addrs: []string{p.addr}, began: time.Now(), habits: badHabits, pace: rate.NewLimiter(rate.Limit(o.rate), max(int(o.rate/20), 1))}
	if err := c.play(ctx, p, r, log); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		c.report(fault{What: "server", Seat: -1, Text: err.Error()})
	}
	r.Seconds = time.Since(c.began).Seconds()
	return r, c.judge(ctx, p, r)
}

// play plays and kills until all games are over. The error is that of the server.
func (c *chaos) play(ctx context.Context, p *process, r *result, log io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	var slots sync.WaitGroup
	for slot := range c.games {
		slots.Go(func() { c.fill(ctx, slot) })
	}
	over := make(chan struct{})
	go func() {
		slots.Wait()
		close(over)
	}()
	defer func() {
		cancel()
		<-over
	}()
	k := killer{p: p, r: r, rand: rand.New(rand.NewPCG(c.seed, 1)), every: c.every}
	watch := time.NewTicker(5 * time.Second)
	defer watch.Stop()
	killed := make(chan error, 1)
	go func() { killed <- k.run(ctx, c.kills) }()
	var heard int64
	since := time.Now()
	for {
		select {
		case err := <-killed:
			if killed = nil; err != nil {
				return err
			}
			c.ending.Store(true)
			since = time.Now()
		case <-over:
			return nil
		case <-p.exits(killed == nil):
			return fmt.Errorf("gamed has ended by itself: %w", p.ended())
		case <-watch.C:
			now := c.acknowledged.Load()
			fmt.Fprintf(log, "%4.0f s  %d of %d kills  %d acknowledged  %d games over\n", time.Since(c.began).Seconds(), k.kills.Load(), c.kills, now, c.ended.Load())
			if now != heard {
				heard, since = now, time.Now()
			}
			if killed == nil && time.Since(since) > patience {
				return nil // those that are not over are found
			}
		}
	}
}

// where returns the address of one of the servers, and not that one if there are others.
func (c *chaos) where(not string) string {
	i := rand.IntN(len(c.addrs))
	if c.addrs[i] == not {
		i = (i + 1) % len(c.addrs)
	}
	return c.addrs[i]
}

// fill plays one game after the other in a slot until there are no more kills.
func (c *chaos) fill(ctx context.Context, slot int) {
	random := rand.New(rand.NewPCG(c.seed, uint64(slot)<<32|2))
	dialer := dialFrom(slot, c.cluster)
	for first := true; first || !c.ending.Load(); first = false {
		s := draw(random, c.rules)
		t := &table{c: c, dialer: dialer}
		if t.create(ctx, s, random) != nil {
			c.unanswered.Add(1)
			return // it is over
		}
		err := t.play(ctx, s, random)
		if errors.Is(err, errWrong) {
			c.report(fault{Game: t.id, Seat: -1, What: "refused", Text: err.Error()})
		}
		c.mu.Lock()
		c.tables = append(c.tables, t)
		c.mu.Unlock()
		c.ended.Add(1)
		if ctx.Err() != nil {
			return
		}
	}
}
