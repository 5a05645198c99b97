package farm

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go"

	"gamed/arena"
)

// A Coordinator lets the workers of a farm play matches.
type Coordinator struct {
	Conn    *nats.Conn
	Cluster string
	// Bots are the bots of all later matches. Only workers with all of them join.
	Bots []string
	// Setup is further data that workers need to build the matches; see [Plan].
	Setup json.RawMessage
	// Say receives progress messages, one line at a time, in the goroutine that plays
	// the match.
	Say func(line string)
}

// Play plays a match like [arena.Match.Run], with the same result. It waits while
// there are no workers. next lists the matches that certainly follow, in order and
// from their first game; idle workers start them early. All matches use the lane of
// the first and agree on whether to keep faults. A match with an SPRT, or one that
// failed, must be the last.
func (r *Run) Play(ctx context.Context, m arena.Match, next []arena.Match) (arena.Result, error) {
	p := r.book.expect(m, next)
	progress := m.Progress
	m.Progress = func(done int) {
		if p.tallied = done; progress != nil {
			progress(done)
		}
	}
	m.Elsewhere = func(ctx context.Context, h *arena.Header, first int, take func(context.Context, *arena.Batch) error) error {
		if differences := arena.Differences(p.header, h); differences != nil {
			return fmt.Errorf("farm: unexpected match: %v", differences)
		}
		return r.play(ctx, p, first, take)
	}
	result, err := m.Run(ctx)
	r.failed = r.failed || err != nil
	return result, err
}

// Close ends the run, deletes its data from the cluster, even if ctx is done, and
// returns the workers' shares.
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
