package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gamed/arena"
)

// A Coordinator has matches played by the workers of a farm.
type Coordinator struct {
	Conn    *nats.Conn
	Cluster string
	// Bots are those of all matches that may come after the first one: a worker
	// takes part if it has them all.
	Bots []string
	// Setup is what workers need besides to make the matches, see [Plan].
	Setup json.RawMessage
	// Say is told what goes on, a line at a time. It is called by the goroutine that
	// plays a match.
	Say func(line string)
}

// Run plays one match; see [Run.Play].
func (c Coordinator) Run(ctx context.Context, m arena.Match) (arena.Result, Shares, error) {
	r, err := c.Open()
	if err != nil {
		return arena.Result{}, nil, err
	}
	result, err := r.Play(ctx, m, nil)
	shares, closed := r.Close(ctx)
	return result, shares, errors.Join(err, closed)
}

// Open begins a run. Nothing is in the cluster before its first match.
func (c Coordinator) Open() (*Run, error) {
	if err := CheckName(c.Cluster); err != nil {
		return nil, fmt.Errorf("farm: %w", err)
	}
	js, err := jetstream.New(c.Conn, jetstream.WithDefaultTimeout(attempt))
	if err != nil {
		return nil, fmt.Errorf("farm: %w", err)
	}
	return newRun(c, js), nil
}

// Play is like [arena.Match.Run], and comes to the same result. It waits for workers
// as long as there are none. next are the matches that will be played after this
// one in any case, in this order and from their first games: workers begin with them
// while others are still busy with this one. All have the lane of the first, and
// keep the logs of faults or do not. A match with an SPRT, or one with an error, is
// the last.
func (r *Run) Play(ctx context.Context, m arena.Match, next []arena.Match) (arena.Result, error) {
	p := r.book.expect(m, next)
	progress := m.Progress
	m.Progress = func(done int) {
		if p.tallied = done; progress != nil {
			progress(done)
		}
	}
	m.Elsewhere = func(ctx context.Context, h *arena.Header, first, _ int, take func(context.Context, *arena.Lot) error) error {
		if differences := p.header.Differences(*h); differences != nil {
			return fmt.Errorf("farm: another match was to come next: %v", differences)
		}
		return r.play(ctx, p, first, take)
	}
	result, err := m.Run(ctx)
	r.failed = r.failed || err != nil
	return result, err
}

// Close ends the run and says who has played. What is left of it in the cluster is
// taken away, when ctx is done as well.
func (r *Run) Close(ctx context.Context) (Shares, error) {
	var err error
	if r.tasks != nil {
		if !r.failed {
			r.settle(ctx)
		}
		err = r.end()
	}
	return r.shares(), err
}
