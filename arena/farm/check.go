package farm

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"

	"gamed/arena"
)

// checkInterval determines how often a second worker repeats a worker's chunk: on average once in
// checkInterval chunks.
const checkInterval = 50

// A check is a chunk that a second worker must repeat.
type check struct {
	chunk     *chunk
	sentCount int  // number of times the coordinator has sent the check
	sent      bool // whether a second worker may be playing the chunk
}

// checks holds the checks of a run.
type checks struct {
	open map[int]*check // checks by the number of the chunk

	disputed map[int]bool // disputed chunks that the coordinator is playing again, by number
	verdicts chan verdict
	judging  sync.WaitGroup
}

// A verdict is the coordinator's own result for a disputed chunk.
type verdict struct {
	chunk  *chunk
	claims map[string][sha256.Size]byte // hash of each worker's result, by worker
	hash   [sha256.Size]byte
	err    error
}

// choose selects chunks that a second worker must check, if the games of the match are
// reproducible. It selects every worker's first chunk. It selects later chunks at random, so that
// workers cannot predict the choice.
func (k *checks) choose(c *chunk, h *workerState) {
	if c.scheduled.reproducible && (!h.everChecked || rand.IntN(checkInterval) == 0) {
		h.everChecked = true
		k.open[c.Chunk] = &check{chunk: c}
	}
}

// mustWait reports whether a chunk must wait for a pending check before it counts.
func (k *checks) mustWait(c *chunk) bool {
	check := k.open[c.Chunk]
	return check != nil && check.sent || k.disputed[c.Chunk]
}

// pending reports whether a second worker or the coordinator is playing a chunk again.
func (k *checks) pending() bool {
	for _, c := range k.open {
		if c.sent {
			return true
		}
	}
	return len(k.disputed) > 0
}

// drop drops the checks of a worker's chunks.
func (k *checks) drop(worker string) {
	maps.DeleteFunc(k.open, func(_ int, c *check) bool { return c.chunk.worker == worker })
}

// sendChecks sends the checks for which another worker is available.
func (r *Run) sendChecks(ctx context.Context) {
	for _, k := range r.checks.open {
		if others := r.workers.hasOther(k.chunk.worker); others && !k.sent {
			k.sent = true
			t := k.chunk.task
			t.CheckedWorker, t.Try = k.chunk.worker, k.sentCount
			k.sentCount++
			r.send(ctx, t)
		} else if !others {
			k.sent = false // the chunk counts without a check
		}
	}
}

// receiveCheck handles the result of a check.
func (r *Run) receiveCheck(c *chunk, h *workerState, res *result) {
	k := r.checks.open[c.Chunk]
	switch {
	case k == nil || c.worker != res.Task.CheckedWorker:
	case h.dismissed:
		k.sent = false
	default:
		delete(r.checks.open, c.Chunk)
		r.compare(c, res)
	}
}

// compare compares a second result for a chunk with the accepted result. If the two differ, the
// coordinator starts to play the chunk again itself.
func (r *Run) compare(c *chunk, res *result) {
	sum := hashGames(res.Batch)
	if !c.scheduled.reproducible || sum == c.hash || res.Worker == c.worker || r.checks.disputed[c.Chunk] {
		return
	}
	r.checks.disputed[c.Chunk] = true
	v := verdict{chunk: c, claims: map[string][sha256.Size]byte{c.worker: c.hash, res.Worker: sum}}
	r.checks.judging.Go(func() {
		var batch *arena.Batch
		if batch, v.err = playLocally(r.runContext, c.scheduled.match, c.First, c.Pairs); v.err == nil {
			v.hash = hashGames(batch)
		}
		select {
		case r.checks.verdicts <- v:
		case <-r.runContext.Done():
		}
	})
}

// playLocally plays a chunk in the coordinator's process.
func playLocally(ctx context.Context, m arena.Match, first, pairs int) (*arena.Batch, error) {
	w, err := m.Worker()
	if err != nil {
		return nil, err
	}
	defer w.Close()
	return w.Play(ctx, first, pairs)
}

// judge dismisses the workers whose results differ from the coordinator's result.
func (r *Run) judge(ctx context.Context, v verdict) {
	delete(r.checks.disputed, v.chunk.Chunk)
	if v.err != nil {
		r.Say(fmt.Sprintf("workers disagree, and the coordinator cannot replay the games: %v", v.err))
		return
	}
	size := v.chunk.scheduled.header.UnitSize()
	from, to := v.chunk.First*size, (v.chunk.First+v.chunk.Pairs)*size-1
	for worker, sum := range v.claims {
		if sum != v.hash {
			r.dismiss(ctx, r.workers.worker(worker), fmt.Sprintf("games %d to %d differ from a replay", from, to), "")
		}
	}
}
