package farm

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// runs are the runs that a worker takes part in or has refused.
type runs struct {
	Worker
	subjects
	js jetstream.JetStream

	mu      sync.Mutex
	byID    map[string]*runState // runs in progress and refused runs
	order   []*runState          // runs in progress, which the cores play in turn
	changed chan struct{}        // closed when order changes

	clearing sync.WaitGroup // deletion of leftover results
}

// A runState is a worker's state for a run.
type runState struct {
	id        string
	inbox     string // the coordinator's inbox
	lastHeard time.Time
	refused   string // reason why the worker does not take part, or empty
	plan      Plan
	tasks     jetstream.Consumer
	over      context.Context // done when this worker's part in the run ends
	end       context.CancelFunc
	handing   sync.WaitGroup // results being published; the worker starts none after over is done

	games, reportedGames int // number of games played, and the number last reported
}

// listen handles the coordinators' announcements until ctx is done.
func (r *runs) listen(ctx context.Context, offers <-chan *nats.Msg) {
	tick := time.NewTicker(r.intervals.announce)
	defer tick.Stop()
	spoken := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-offers:
			var o offer
			err := json.Unmarshal(m.Data, &o)
			if err == nil {
				err = CheckName(o.Match)
			}
			if err != nil {
				r.Say(fmt.Sprintf("unreadable announcement: %v", err))
				continue
			}
			r.handleOffer(ctx, &o, m.Reply)
		case now := <-tick.C:
			for _, j := range r.all() {
				if now.Sub(j.lastHeard) > r.intervals.lostAfter {
					r.drop(j, "the coordinator is silent")
				}
			}
			if now.Sub(spoken) > reportInterval {
				spoken = now
				r.reportProgress()
			}
		}
	}
}

// handleOffer handles an announcement. reply is the inbox of the coordinator.
func (r *runs) handleOffer(ctx context.Context, o *offer, reply string) {
	j := r.byID[o.Match] // only this goroutine writes r.byID
	switch {
	case o.Over && j != nil:
		r.drop(j, "over")
		if j.end != nil {
			r.clearing.Go(func() { r.deleteLeftovers(ctx, j) })
		}
	case o.Over || o.Plan == nil:
	case slices.Contains(o.Dismissed, r.Name):
		if j != nil && j.refused == "" {
			r.drop(j, "the coordinator dismissed this worker")
			r.byID[o.Match] = &runState{id: o.Match, refused: "dismissed", lastHeard: time.Now()}
		} else if j != nil {
			j.lastHeard = time.Now()
		}
	default:
		if j == nil {
			j = r.join(ctx, o)
		}
		j.lastHeard, j.inbox = time.Now(), reply
		r.sendMessage(j, workerMessage{Worker: r.Name, Cores: r.Parallel, Refused: j.refused})
	}
}

// join adds a run, or records why the worker does not take part. If the consumer of the run does
// not exist, join does neither.
func (r *runs) join(ctx context.Context, o *offer) *runState {
	j := &runState{id: o.Match, plan: *o.Plan}
	title := fmt.Sprintf("match %s: %s", o.Match, o.Plan)
	_, err := r.newWorker(*o.Plan)
	if err == nil {
		j.tasks, err = r.js.Consumer(ctx, r.workStream(), consumerOf(o.Match))
		if err != nil { // not created yet or already deleted; the next offer retries
			r.Say(fmt.Sprintf("%s: %v", title, err))
			return j
		}
	}
	if err != nil {
		j.refused = err.Error()
		r.Say(fmt.Sprintf("%s: refused: %s", title, j.refused))
	} else {
		j.over, j.end = context.WithCancel(ctx)
		r.Say(title)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byID[j.id] = j
	if j.refused == "" {
		r.setOrder(append(slices.Clone(r.order), j))
	}
	return j
}

// drop ends this worker's participation in a run.
func (r *runs) drop(j *runState, why string) {
	if j.end != nil {
		r.Say(fmt.Sprintf("match %s: %s; %d games played here", j.id, why, j.addGames(r, 0)))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if j.end != nil {
		j.end()
	}
	delete(r.byID, j.id)
	r.setOrder(slices.DeleteFunc(slices.Clone(r.order), func(o *runState) bool { return o == j }))
}

// setOrder replaces the list of runs in progress and wakes idle cores. The caller holds mu.
func (r *runs) setOrder(order []*runState) {
	r.order = order
	close(r.changed)
	r.changed = make(chan struct{})
}

// all returns the runs in progress and the refused runs.
func (r *runs) all() []*runState {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Values(r.byID))
}

// addGames adds to the number of games played and returns the total.
func (j *runState) addGames(r *runs, games int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	j.games += games
	return j.games
}

// reportProgress reports the games played since the previous report.
func (r *runs) reportProgress() {
	for _, j := range r.all() {
		if n := j.addGames(r, 0); n > j.reportedGames {
			r.Say(fmt.Sprintf("match %s: %d games played here, %.1f/s", j.id, n, float64(n-j.reportedGames)/reportInterval.Seconds()))
			j.reportedGames = n
		}
	}
}

// sendMessage sends a message to the coordinator of a run. A lost message does no harm, because the
// worker also replies to the next announcement.
func (r *runs) sendMessage(j *runState, n workerMessage) { _ = r.Conn.Publish(j.inbox, encoded(n)) }

// leave ends this worker's part in all runs and notifies the coordinators.
func (r *runs) leave() {
	for _, j := range r.all() {
		if j.inbox != "" {
			r.sendMessage(j, workerMessage{Worker: r.Name, Left: true})
		}
		if j.end != nil {
			j.end()
		}
	}
}
