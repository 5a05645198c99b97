package farm

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gamed/arena"
)

// A Run is a sequence of matches played by the same workers. It is not safe for concurrent use.
type Run struct {
	Coordinator
	subjects
	id       string
	js       jetstream.JetStream
	tasks    jetstream.Consumer // nil before the first match
	schedule schedule
	workers  workers
	checks   checks
	failed   bool // whether a match returned an error

	runContext     context.Context // done when the run is over
	finish         context.CancelFunc
	results        chan *result
	workerMessages chan *nats.Msg
	offerRequests  chan *nats.Msg
	inbox          string
	stop           []func()

	unsent          []task // tasks that the cluster has not yet accepted
	emptyQueueCount int    // number of calls of restoreLost with an empty queue since the latest result
	tick            *time.Ticker
	ticks           int
}

// play plays the pairs of a match from pair firstPair on, as [arena.Match.PlayElsewhere] does.
func (r *Run) play(ctx context.Context, p *scheduledMatch, firstPair int, deliver func(context.Context, *arena.Batch) error) error {
	if p.pairs == 0 {
		p.next = firstPair
	}
	if r.tasks == nil {
		if err := r.begin(ctx); err != nil {
			return err
		}
	}
	return r.loop(ctx, func() (bool, error) {
		for c := r.schedule.deliverable(p); c != nil && !r.checks.mustWait(c); c = r.schedule.deliverable(p) {
			batch := c.batch
			r.schedule.delivered++
			c.batch = nil
			if err := deliver(ctx, batch); err != nil {
				return true, err
			}
		}
		if r.schedule.done(p) {
			return true, nil // the match is about to cancel ctx
		}
		for c := r.schedule.nextChunk(r.workers.cores()); c != nil; c = r.schedule.nextChunk(r.workers.cores()) {
			r.send(ctx, c.task)
		}
		return false, nil
	})
}

// settleTimeout is the maximum wait for checks after the last game.
const settleTimeout = 10 * time.Second

// settle waits for pending checks, up to settleTimeout.
func (r *Run) settle(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, settleTimeout)
	defer cancel()
	_ = r.loop(ctx, func() (bool, error) { return !r.checks.pending(), nil }) // the run drops slower checks
}

// loop handles events until step returns true or an error, or ctx is done. It calls step after each
// event.
func (r *Run) loop(ctx context.Context, step func() (bool, error)) error {
	for {
		r.sendChecks(ctx)
		if over, err := step(); over || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case res := <-r.results:
			r.receive(ctx, res)
		case v := <-r.checks.verdicts:
			r.judge(ctx, v)
		case m := <-r.workerMessages:
			var n workerMessage
			if json.Unmarshal(m.Data, &n) == nil && CheckName(n.Worker) == nil {
				r.workers.handleMessage(n)
			}
		case <-r.offerRequests:
			r.offer(false)
		case <-r.tick.C:
			r.offer(false)
			r.workers.checkPresence(r.intervals)
			if err := r.workers.refusal(r.intervals); err != nil {
				return err
			}
			if r.ticks++; r.ticks%5 == 0 {
				r.restoreLost(ctx)
			}
		}
	}
}

// offer announces the run, or its end, to the workers.
func (r *Run) offer(over bool) {
	o := offer{Match: r.id, Over: over}
	if !over {
		first := r.schedule.matches[0]
		o.Plan = &Plan{Header: first.header, Bots: r.Bots, Lane: first.match.Lane.String(), Faults: first.match.FaultFolder != "", Logs: first.match.Logs != nil, Usage: first.match.Usage != nil, Setup: r.Setup}
		for _, name := range slices.Sorted(maps.Keys(r.workers.byName)) {
			if r.workers.byName[name].dismissed {
				o.Dismissed = append(o.Dismissed, name)
			}
		}
	}
	_ = r.Conn.PublishRequest(r.open(), r.inbox, encoded(&o)) // the next tick repeats a lost offer
}

// send queues a task. If the cluster does not accept the task, restoreLost sends the task again.
func (r *Run) send(ctx context.Context, t task) {
	if len(r.unsent) > 0 || ctx.Err() != nil { // the cluster is unreachable, or the run is over
		r.unsent = append(r.unsent, t)
		return
	}
	// Canceling with ctx could let a stale task reach the queue after the purge.
	try, cancel := context.WithTimeout(context.WithoutCancel(ctx), responseTimeout)
	defer cancel()
	m := nats.NewMsg(r.work(r.id))
	m.Data = encoded(&t)
	if publish(try, r.js, m, fmt.Sprintf("%s.%d.%d.%s", r.id, t.Chunk, t.Try, t.CheckedWorker)) != nil {
		r.unsent = append(r.unsent, t)
	}
}
