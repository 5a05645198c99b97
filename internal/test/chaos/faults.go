package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	// stopToKill is the time between the stop signal and the kill.
	stopToKill = 5 * time.Millisecond
	// maxDown is the longest time for which a single server stays down.
	maxDown = 100 * time.Millisecond
	// maxEarly is the longest time between the start of a server and a kill during that start.
	maxEarly = 300 * time.Millisecond
	// minUptime and maxUptime bound the time for which a ready server runs before the next kill.
	minUptime, maxUptime = 200 * time.Millisecond, 2 * time.Second
	// minPause and maxPause bound the time for which a single server stays frozen.
	minPause, maxPause = 50 * time.Millisecond, 500 * time.Millisecond
	// downTime is the time for which a killed or stopped process in a cluster stays down.
	// freezeTime is the time for which it stays frozen.
	downTime, freezeTime = 6 * time.Second, 8 * time.Second
)

// killRepeatedly kills the single server repeatedly, and leaves it running at the end.
func (r *run) killRepeatedly(ctx context.Context) error {
	random := rand.New(rand.NewPCG(r.seed, 1))
	for range r.options.kills {
		if err := r.killOnce(ctx, r.gamed[0], random); err != nil {
			return err
		}
	}
	return r.awaitReady(ctx, r.gamed[0])
}

// awaitReady waits until the server is ready, and records the time since its start.
func (r *run) awaitReady(ctx context.Context, p *process) error {
	if err := p.awaitServing(ctx); err != nil {
		return err
	}
	r.starts = append(r.starts, time.Since(p.began))
	return nil
}

// killOnce lets the server run, kills it and starts it again. Some kills happen during a
// start or a stop, and some after a pause.
func (r *run) killOnce(ctx context.Context, p *process, random *rand.Rand) error {
	draw := func(low, high time.Duration) time.Duration {
		return low + time.Duration(random.Int64N(int64(high-low)+1))
	}
	if r.Kills > 0 && random.IntN(8) == 0 {
		r.StartKills++
		if err := p.waitRunning(ctx, draw(0, maxEarly)); err != nil {
			return err
		}
	} else {
		if err := r.awaitReady(ctx, p); err != nil {
			return err
		}
		if err := p.waitRunning(ctx, draw(minUptime, maxUptime)); err != nil {
			return err
		}
		if random.IntN(4) == 0 {
			r.Pauses++
			if err := errors.Join(p.pause(ctx, draw(minPause, maxPause)), p.waitRunning(ctx, draw(0, minPause))); err != nil {
				return err
			}
		}
	}
	if random.IntN(5) == 0 {
		r.StopKills++
		if err := p.signal(terminate); err != nil {
			return err
		}
		time.Sleep(stopToKill)
	}
	p.kill()
	r.Kills++
	r.faultCount.Add(1)
	if err := sleep(ctx, draw(0, maxDown)); err != nil {
		return err
	}
	return p.start()
}

// A trial is one fault in one process of a cluster.
type trial struct {
	Victim string
	Fault  string
	At     float64 // seconds since the start of the run
	// Stall is computed from the longest time without an update in each game in progress. It holds
	// the median and the maximum of these times, in seconds.
	Stall [2]float64
	Games int // number of games in progress at the time of the fault
}

// runTrials kills, freezes and stops the processes in the cluster one after another.
func (r *run) runTrials(ctx context.Context) error {
	random := rand.New(rand.NewPCG(r.seed, 3))
	for n := range r.options.kills {
		if err := sleep(ctx, 3*time.Second+time.Duration(random.Int64N(int64(2*time.Second)))); err != nil {
			return err
		}
		i := n / len(r.victims) % machines
		p := r.gamed[i]
		if r.victims[n%len(r.victims)] == "nats" {
			p = r.nats[i]
		}
		t := trial{Victim: p.name, At: time.Since(r.began).Seconds(), Fault: r.faultKinds[n/len(r.victims)/machines%len(r.faultKinds)]}
		err := applyFault(ctx, p, t.Fault)
		for _, p := range r.nats {
			err = errors.Join(err, awaitLeaders(ctx, p))
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", t.Fault, t.Victim, err)
		}
		r.Kills++
		r.faultCount.Add(1)
		r.Trials = append(r.Trials, t)
	}
	return sleep(ctx, 10*time.Second)
}

// applyFault kills, stops or freezes a process in a cluster for a time, and waits until it is ready again.
func applyFault(ctx context.Context, p *process, how string) error {
	if how == "freeze" {
		if err := p.pause(ctx, freezeTime); err != nil {
			return err
		}
		return p.awaitServing(ctx)
	}
	if how == "kill" {
		p.kill()
	} else if err := p.stop(); err != nil {
		return err
	}
	if err := sleep(ctx, downTime); err != nil {
		return err
	}
	if err := p.start(); err != nil {
		return err
	}
	return p.awaitServing(ctx)
}

// awaitLeaders waits until a NATS server reports a leader for every stream. A NATS server that
// starts again may cause elections.
func awaitLeaders(ctx context.Context, p *process) error {
	url := strings.Replace(p.health, "healthz", "jsz?streams=1", 1)
	return p.awaitResponse(ctx, url, "still reports streams without a leader", func(answer *http.Response) bool {
		var all struct {
			Accounts []struct {
				Streams []struct {
					Cluster struct{ Leader string }
				} `json:"stream_detail"`
			} `json:"account_details"`
		}
		if json.NewDecoder(answer.Body).Decode(&all) != nil {
			return false
		}
		for _, account := range all.Accounts {
			for _, stream := range account.Streams {
				if stream.Cluster.Leader == "" {
					return false
				}
			}
		}
		return true
	})
}

// usualGap is an upper bound of the usual time between two updates of a game.
const usualGap = time.Second

// computeStalls computes Stall for each trial. A gap between updates counts for the latest trial
// before it.
func (r *run) computeStalls() {
	for n := range r.Trials {
		t := &r.Trials[n]
		at := time.Duration(t.At*float64(time.Second)) - usualGap
		end := at + patience
		if n+1 < len(r.Trials) {
			end = time.Duration(r.Trials[n+1].At*float64(time.Second)) - usualGap
		}
		var all []float64
		for _, table := range r.tables {
			var seen []time.Duration
			for _, j := range table.journals {
				for _, e := range j.entries {
					if e.What == saw {
						seen = append(seen, e.At)
					}
				}
			}
			slices.Sort(seen)
			i, _ := slices.BinarySearch(seen, at)
			if i == 0 || i+1 >= len(seen) {
				continue // not in progress at that time
			}
			longest := time.Duration(0)
			for i++; i < len(seen) && seen[i-1] < end; i++ {
				longest = max(longest, seen[i]-seen[i-1])
			}
			all = append(all, longest.Seconds())
		}
		t.Games, t.Stall = len(all), medianAndWorst(all)
	}
}

func medianAndWorst(all []float64) [2]float64 {
	if len(all) == 0 {
		return [2]float64{}
	}
	slices.Sort(all)
	return [2]float64{all[len(all)/2], all[len(all)-1]}
}
