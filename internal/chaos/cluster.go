package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// machines is how many servers of each kind there are.
const machines = 3

// A trial is a fault of one process of a cluster.
type trial struct {
	Victim string  `json:"victim"`
	How    string  `json:"how"`
	At     float64 `json:"at_seconds"`
	// Stall is how long the games that were played then had nothing acknowledged: half
	// of them at most, and at worst, in seconds.
	Stall [2]float64 `json:"stall_seconds"`
	Games int        `json:"games"`
}

// A clustered run has three servers on three NATS servers.
type clustered struct {
	*chaos
	r     *result
	gamed [machines]*process
	nats  [machines]*broker
}

// tormentCluster carries out a run on a cluster.
func tormentCluster(ctx context.Context, o options, r *result, log io.Writer) (err error) {
	k := &clustered{r: r, chaos: &chaos{options: o, habits: badHabits, pace: rate.NewLimiter(rate.Limit(o.rate), max(int(o.rate/20), 1))}}
	if err := k.setUp(ctx); err != nil {
		return errors.Join(err, k.tearDown())
	}
	defer func() { err = errors.Join(err, k.tearDown()) }()
	k.began = time.Now()
	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	var slots sync.WaitGroup
	for slot := range k.games {
		slots.Go(func() { k.fill(playing, slot) })
	}
	err = k.trials(ctx, log)
	k.ending.Store(true)
	stop := time.AfterFunc(patience*2, cancel) // those that are not over are found
	slots.Wait()
	stop.Stop()
	if err != nil {
		return err
	}
	r.Seconds = time.Since(k.began).Seconds()
	return k.judgeCluster(ctx)
}

// setUp starts everything.
func (k *clustered) setUp(ctx context.Context) (err error) {
	if k.options.nats == "" {
		k.options.nats = filepath.Join(k.r.Folder, "nats-server")
		cmd := exec.CommandContext(ctx, "go", "build", "-o", k.options.nats, "github.com/nats-io/nats-server/v2")
		if said, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("build nats-server: %w: %s", err, said)
		}
	}
	var ports []string
	for i := range 4 * machines {
		addr, err := freePort(int(k.seed%100)*100 + 7*i)
		if err != nil {
			return err
		}
		ports = append(ports, addr)
	}
	var routes, urls []string
	for i := range machines {
		urls, routes = append(urls, "nats://"+ports[4*i+1]), append(routes, "nats://"+ports[4*i+2])
	}
	for i := range machines {
		k.nats[i] = &broker{program: k.options.nats, folder: filepath.Join(k.r.Folder, fmt.Sprintf("nats%d", i+1)), name: fmt.Sprintf("nats%d", i+1),
			client: ports[4*i+1], cluster: ports[4*i+2], monitor: ports[4*i+3], routes: routes}
		if err := k.nats[i].start(); err != nil {
			return err
		}
	}
	for _, b := range k.nats {
		if err := b.serving(ctx); err != nil {
			return err
		}
	}
	for i := range machines {
		p := &process{program: k.options.gamed, addr: ports[4*i], sync: "always"}
		p.more = []string{"--cluster", "chaos", "--nats", strings.Join(urls, ",")}
		if p.log, err = os.Create(filepath.Join(k.r.Folder, fmt.Sprintf("gamed%d.log", i+1))); err != nil {
			return err
		}
		k.gamed[i] = p
		k.addrs = append(k.addrs, p.addr)
		if err := p.start(); err != nil {
			return err
		}
		if err := p.serving(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (k *clustered) tearDown() (err error) {
	for _, p := range k.gamed {
		if p != nil && p.cmd != nil {
			p.kill()
			err = errors.Join(err, p.log.Close())
		}
	}
	for _, b := range k.nats {
		if b != nil {
			b.kill()
		}
	}
	return err
}
