package load

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/hub"
)

// A GameServer creates games and seats clients: a hub, a server in a cluster, or a remote server.
type GameServer interface {
	Create(ctx context.Context, spec hub.Spec) (hub.Info, error)
	Join(ctx context.Context, join *protocol.Join, who hub.Player, to agent.JSONWriter) (*hub.Seating, error)
}

// A run plays games on servers.
type run struct {
	ctx      context.Context // slots use it to create their next games
	stop     context.CancelCauseFunc
	plan     Plan
	rules    string
	tally    *tally
	interval time.Duration // between two requests of a slot; 0 at full speed
	slots    []*slot

	group sync.WaitGroup

	mu    sync.RWMutex
	ended bool // no goroutine may start after this is set
}

// RunGames measures whole servers. Clients in this process play two-player games. They receive every
// message, encoded as for a socket, and choose at random. A new game follows each finished game. The
// games are distributed evenly over the servers.
func RunGames(ctx context.Context, on []GameServer, rules string, p Plan) (Result, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{ctx: ctx, stop: stop, plan: p, rules: rules}
	if p.Rate > 0 {
		r.interval = time.Duration(float64(p.Games) / p.Rate * float64(time.Second))
	}
	for i := range p.Games {
		s := &slot{run: r, server: on[i%len(on)], rand: uint64(i)*0x9e3779b97f4a7c15 + 1}
		s.seats = [2]client{{slot: s, seat: 0}, {slot: s, seat: 1}}
		r.slots = append(r.slots, s)
	}
	if err := r.createGames(); err != nil {
		return Result{}, err
	}
	r.tally = newTally(p)
	for i, s := range r.slots {
		s.begin(r.dueAt(r.tally.begin.Add(-p.WarmUp), i))
	}
	if r.interval > 0 {
		r.group.Go(r.sendAtRate)
	}
	probes := make([][]time.Duration, len(p.Probes))
	for i, do := range p.Probes {
		r.group.Go(func() { probes[i] = r.probe(do) })
	}
	done := r.tally.wait(ctx)
	r.mu.Lock()
	r.ended = true
	r.mu.Unlock()
	r.group.Wait()
	for _, s := range r.slots {
		s.mu.Lock()
		r.tally.add(s.took, s.refused)
		s.mu.Unlock()
	}
	if !done {
		return Result{}, context.Cause(ctx)
	}
	result := r.tally.result()
	for _, took := range probes {
		result.Probes = append(result.Probes, spreadOf(took))
	}
	return result, nil
}

// probe repeats an action at intervals and returns how long each call took during the measurement.
func (r *run) probe(do func() error) (took []time.Duration) {
	const interval = 10 * time.Millisecond
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for !r.over() {
		begun := <-ticker.C
		if begun.Before(r.tally.begin) {
			continue
		}
		begun = time.Now()
		if err := do(); err != nil {
			r.fail(err)
			return took
		}
		took = append(took, time.Since(begun))
	}
	return took
}

// concurrentCreates is the number of games that are created concurrently before the measurement.
const concurrentCreates = 64

// createGames creates the first game of each slot. The games wait for [slot.begin].
func (r *run) createGames() error {
	var next atomic.Int64
	var group sync.WaitGroup
	for range concurrentCreates {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(r.slots) && r.ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				r.slots[i].createGame()
			}
		})
	}
	group.Wait()
	return context.Cause(r.ctx)
}

// sendAtRate sends requests at a fixed rate, for each slot in turn.
func (r *run) sendAtRate() {
	const interval = time.Millisecond
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	first := r.tally.begin.Add(-r.plan.WarmUp)
	for n := 0; !r.over(); { // n is the number of requests that have been due
		now := <-ticker.C
		for ; !now.Before(r.dueAt(first, n)); n++ {
			r.slots[n%len(r.slots)].sendIfDue(now)
		}
	}
}

// dueAt returns the time when request n is due, if request 0 is due at the time first.
func (r *run) dueAt(first time.Time, n int) time.Time {
	slots := len(r.slots)
	return first.Add(r.interval*time.Duration(n/slots) + r.interval*time.Duration(n%slots)/time.Duration(slots))
}

// fail ends the run with an error, unless the run has already ended.
func (r *run) fail(err error) {
	if !r.over() && !errors.Is(err, context.Canceled) {
		r.stop(fmt.Errorf("load: %w", err))
	}
}

func (r *run) over() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.ended
}

// goUnlessEnded calls do in a goroutine, unless the run has ended.
func (r *run) goUnlessEnded(do func()) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if !r.ended {
		r.group.Go(do)
	}
}
