package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// runCore plays one chunk after another until ctx is done. The worker calls it once per core.
func (r *runs) runCore(ctx context.Context) {
	players := make(map[*runState]*matchWorker)
	defer func() {
		for _, p := range players {
			p.Close()
		}
	}()
	for turn := 0; ctx.Err() == nil; turn++ {
		r.mu.Lock()
		order, changed := r.order, r.changed
		r.mu.Unlock()
		for j, p := range players {
			if j.over.Err() != nil {
				p.Close()
				delete(players, j)
			}
		}
		if len(order) == 0 {
			select {
			case <-changed:
			case <-ctx.Done():
			}
			continue
		}
		j := order[turn%len(order)]
		m, err := j.tasks.Next(jetstream.FetchMaxWait(r.intervals.announce / time.Duration(len(order))))
		switch {
		case errors.Is(err, nats.ErrTimeout):
		case err != nil:
			wait(ctx, retryDelay) // the run is over or the cluster is unreachable
		default:
			r.playTask(ctx, j, players, m)
		}
	}
}

// playTask plays the chunk in a message. If this worker publishes no result, the message returns to
// the queue for another worker.
func (r *runs) playTask(ctx context.Context, j *runState, players map[*runState]*matchWorker, m jetstream.Msg) {
	var t task
	err := json.Unmarshal(m.Data(), &t)
	switch {
	case err != nil:
		r.Say(fmt.Sprintf("match %s: unreadable task: %v", j.id, err))
		_ = m.Nak()
		wait(ctx, retryDelay)
		return
	case ctx.Err() != nil || j.over.Err() != nil:
		_ = m.Nak()
		return
	case t.CheckedWorker == r.Name:
		// Jitter keeps two workers that must check each other from swapping tasks forever. The
		// backoff makes redelivery to a lone worker less and less frequent.
		_ = m.NakWithDelay(time.Duration(min(deliveries(m), maxBackoff)) * (retryDelay/2 + rand.N(retryDelay)))
		wait(ctx, rand.N(2*retryDelay))
		return
	}
	stop := renewLease(m, j.tasks.CachedInfo().Config.AckWait/4)
	defer stop()
	// When this worker's part in the run ends, its current game continues to the end of the game.
	// The Nak lets another worker start the chunk at once.
	defer context.AfterFunc(j.over, func() { _ = m.Nak() })()
	res := &result{Task: t, Worker: r.Name}
	res.Task.Header = nil // the coordinator has the header
	start := time.Now()
	if res.Batch, err = r.play(j, players, t); err != nil {
		if j.over.Err() != nil {
			return
		}
		res.Error = err.Error()
		r.Say(fmt.Sprintf("match %s: %v", j.id, err))
	}
	res.Took = time.Since(start)
	if err := r.publishResult(j, m, res); err != nil {
		if j.over.Err() == nil {
			r.Say(fmt.Sprintf("match %s: chunk %d: %v", j.id, t.Chunk, err))
		}
		_ = m.Nak()
		return
	}
	_ = m.Ack() // after a lost ack, a worker only plays the chunk again
	if res.Batch != nil {
		j.addGames(r, strings.Count(res.Batch.Games, "\n"))
	}
}

// renewLease renews the lease on a task until stop is called.
func renewLease(m jetstream.Msg, every time.Duration) (stop func()) {
	held, cancel := context.WithCancel(context.Background())
	var holding sync.WaitGroup
	holding.Go(func() {
		for wait(held, every); held.Err() == nil; wait(held, every) {
			_ = m.InProgress() // after a failure, the next renewal may be in time
		}
	})
	return func() { cancel(); holding.Wait() }
}

// maxBackoff is the maximum factor of the delay before the cluster delivers a task again that this
// worker must not play.
const maxBackoff = 20

// deliveries returns how often the cluster has delivered a task, or 0 if this is unknown.
func deliveries(m jetstream.Msg) uint64 {
	meta, err := m.Metadata()
	if err != nil {
		return 0
	}
	return meta.NumDelivered
}

// publishResult publishes a result. It returns an error if this worker's part in the run is over,
// or if publishing fails.
func (r *runs) publishResult(j *runState, m jetstream.Msg, res *result) error {
	r.mu.Lock()
	if err := j.over.Err(); err != nil {
		r.mu.Unlock()
		return err
	}
	j.handing.Add(1)
	r.mu.Unlock()
	defer j.handing.Done()
	ctx, cancel := extendContext(j.over)
	defer cancel()
	id := fmt.Sprintf("%s.%d.%d.%d.%s.%s", j.id, res.Task.Chunk, res.Task.Try, deliveries(m), r.Name, res.Task.CheckedWorker)
	for i, part := range res.split(r.result(j.id), id) {
		if err := publish(ctx, r.js, part, fmt.Sprint(id, ".", i)); err != nil {
			return err
		}
	}
	return nil
}

// extendContext returns a context that is canceled responseTimeout after ctx, so that a message in
// flight can still be acknowledged.
func extendContext(ctx context.Context) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(responseTimeout, cancel) })
	return longer, func() { stop(); cancel() }
}

// deleteLeftovers deletes this worker's leftover results of a finished run. Such results may have
// been in flight when the coordinator deleted the results of the run.
func (r *runs) deleteLeftovers(ctx context.Context, j *runState) {
	j.handing.Wait()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), responseTimeout)
	defer cancel()
	if err := purge(ctx, r.js, r.resultStream(), r.result(j.id)); err != nil {
		r.Say(fmt.Sprintf("match %s: %v: leftovers expire in %v", j.id, err, retention))
	}
}
