package farm

import (
	"fmt"
	"strings"

	"gamed/arena"
)

// A matchWorker plays one match of a run on one core.
type matchWorker struct {
	*arena.Worker
	match int // number of the match in the run
}

// play plays a chunk. players holds the core's matchWorker of each run, which play reuses within a match.
func (r *runs) play(j *runState, players map[*runState]*matchWorker, t task) (*arena.Batch, error) {
	p := players[j]
	if p == nil || p.match != t.Match {
		if p != nil {
			p.Close()
			delete(players, j)
		}
		plan := j.plan
		if t.Header != nil {
			plan.Header = *t.Header
		}
		w, err := r.newWorker(plan)
		if err != nil {
			return nil, err
		}
		p = &matchWorker{w, t.Match}
		players[j] = p
	}
	return p.Play(j.over, t.First, t.Pairs)
}

// newWorker returns a worker for the match of a plan. It returns an error if Make returns a match
// with another header.
func (r *runs) newWorker(p Plan) (*arena.Worker, error) {
	m, err := r.Make(p)
	if err != nil {
		return nil, err
	}
	if differences := arena.Differences(m.Header(), p.Header); differences != nil {
		return nil, fmt.Errorf("the coordinator's match differs from this worker's match: %s", strings.Join(differences, ", "))
	}
	return m.Worker()
}
