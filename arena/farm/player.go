package farm

import (
	"errors"
	"strings"

	"gamed/arena"
)

// A player plays one match of a run on one core.
type player struct {
	*arena.Worker
	match int // its number in the run
}

// play plays a chunk, reusing the core's bots within a match.
func (r *runs) play(j *runState, players map[*runState]*player, t task) (*arena.Batch, error) {
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
		w, err := r.made(plan)
		if err != nil {
			return nil, err
		}
		p = &player{w, t.Match}
		players[j] = p
	}
	return p.Play(j.over, t.First, t.Pairs)
}

// made builds the match for a plan. It returns an error if the match's header differs from the
// plan's.
func (r *runs) made(p Plan) (*arena.Worker, error) {
	m, err := r.Make(p)
	if err != nil {
		return nil, err
	}
	if differences := arena.Differences(m.Header(), p.Header); differences != nil {
		return nil, errors.New(strings.Join(differences, ", "))
	}
	return m.Worker()
}
