package farm

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/nats-io/nats.go"

	"gamed/arena"
)

// A Coordinator distributes matches to the workers of a farm.
type Coordinator struct {
	Conn    *nats.Conn
	Cluster string
	// Bots lists the bots in all matches of the run. Only workers that have all these bots join.
	Bots []string
	// Setup holds further data that workers need to build the matches; see [Plan].
	Setup json.RawMessage
	// Needs says what workers must allow to play the matches: "the flag --x for bot y". Needs is
	// empty if any worker can play the matches.
	Needs string
	// Say receives progress messages, one line per call, in the goroutine that called Play or Close.
	Say func(line string)

	intervals intervals // zero for the usual intervals
}

// Play plays a match like [arena.Match.Run], with the same result. Play waits while there are no
// workers. The slice next lists the matches that will certainly follow, in order. Each of these
// matches must start at its first game, because idle workers start the match early. All matches of
// a run use the lane of the first match. The matches must agree on whether to keep faults and logs,
// and on whether to count the usage. A match with an SPRT must be the last match, and no match may
// follow an error.
func (r *Run) Play(ctx context.Context, m arena.Match, next []arena.Match) (arena.Result, error) {
	p := r.schedule.startMatch(m, next)
	progress := m.Progress
	m.Progress = func(now arena.Progress) {
		if p.countedGames = now.Games; progress != nil {
			progress(now)
		}
	}
	m.PlayElsewhere = func(ctx context.Context, h *arena.Header, first int, deliver func(context.Context, *arena.Batch) error) error {
		if differences := arena.Differences(p.header, h); differences != nil {
			return fmt.Errorf("farm: the match differs from the announced one: %v", differences)
		}
		return r.play(ctx, p, first, deliver)
	}
	result, err := m.Run(ctx)
	r.failed = r.failed || err != nil
	return result, err
}

// Close ends the run and returns the workers' shares. Unless a match failed, it first waits for
// pending checks, up to settleTimeout. Close deletes the run's data from the cluster even if ctx is
// done.
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
