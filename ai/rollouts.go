package ai

import (
	"fmt"

	"gamed/state"
)

// A RolloutEnd says when a rollout ends.
type RolloutEnd uint8

const (
	UntilNow  RolloutEnd = iota // right after the options of the path
	UntilTurn                   // when another turn begins
	UntilGame                   // at the end of the game
)

// Rollouts describes several rollouts, one for each combination of a seed and a path.
type Rollouts struct {
	From   *uint32  // id of the world to copy; nil draws a world for each seed
	Seeds  []uint64 // seeds for Draw, or with From for the first Apply of each rollout
	Paths  [][]int  // indexes of options to apply one after the other; nil means one empty path
	Until  RolloutEnd
	Random bool // whether to choose random options after the path instead of defaults
}

// maxRollout is the maximum number of steps of one Rollout. The limit bounds the time of a call.
const maxRollout = 10_000

// Rollout plays rollouts and calls visit with the last position of each rollout, in the order of
// the seeds and then of the paths. Each rollout takes one step of the budget, and one more for each
// option that it applies. Rollout ends early when the budget of steps is spent or after 10,000
// steps. It does not call visit for the unfinished rollout. It returns the number of steps. The
// worlds of Draw and Copy do not change.
//
// The error wraps [ErrNotOpen], [ErrNoWorld], [ErrIllegal] for an option that cannot be applied,
// or [ErrOverBudget] if the steps did not suffice for the first rollout.
func (w *Worlds) Rollout(r Rollouts, visit func(state.Machine)) (steps int, err error) {
	if w.ask.game == nil {
		return 0, fmt.Errorf("rollouts: %w", ErrNotOpen)
	}
	before := w.steps
	limit := min(w.budget.Steps, before+maxRollout)
	paths, done := r.Paths, 0
	if paths == nil {
		paths = [][]int{nil}
	}
	base, world := w.copyOf(w.ask.game), w.copyOf(w.ask.game)
	defer func() { w.spare = append(w.spare, base, world) }()
	for _, seed := range r.Seeds {
		if err := w.setBase(base, r.From, seed); err != nil {
			return w.steps - before, fmt.Errorf("rollouts: %w", err)
		}
		for _, path := range paths {
			world.Set(base)
			whole, err := w.playRollout(world, &r, path, seed, limit)
			if err != nil {
				return w.steps - before, fmt.Errorf("rollouts: %w", err)
			}
			if !whole {
				switch {
				case done > 0:
					return w.steps - before, nil
				case w.steps < w.budget.Steps:
					return w.steps - before, fmt.Errorf("rollouts: %w of %d steps per call: end the rollout earlier", ErrOverBudget, maxRollout)
				}
				return w.steps - before, fmt.Errorf("rollouts: %w of %d steps per decision: choose an option", ErrOverBudget, w.budget.Steps)
			}
			visit(world)
			done++
		}
	}
	return w.steps - before, nil
}

// setBase sets m to the position from which the paths of a seed start. The position is a copy of
// the world with the given id, or a new determinization if id is nil.
func (w *Worlds) setBase(m state.Machine, id *uint32, seed uint64) error {
	if id == nil {
		w.rand = state.NewRand(seed)
		m.Set(w.ask.game)
		m.Resample(w.ask.Seat, &w.rand)
		return nil
	}
	source, err := w.World(*id)
	if err != nil {
		return err
	}
	m.Set(source)
	return nil
}

// playRollout plays one rollout in m. playRollout reports whether the rollout ended before the
// number of steps reached limit.
func (w *Worlds) playRollout(m state.Machine, r *Rollouts, path []int, seed uint64, limit int) (whole bool, err error) {
	if w.steps >= limit {
		return false, nil
	}
	w.steps++ // for the start of the rollout
	salt := uint64(0)
	if r.From != nil {
		salt = seed // only the first option gets the seed
	}
	turn := m.Turn()
	policy := state.NewRand(seed)
	for n := 0; ; n++ {
		if m.Awaiting() == 0 {
			if n < len(path) {
				return false, fmt.Errorf("%w: the game is over before option %d of the path %v", ErrIllegal, n, path)
			}
			return true, nil
		}
		if n >= len(path) && (r.Until == UntilNow || r.Until == UntilTurn && m.Turn() != turn) {
			return true, nil
		}
		if w.steps >= limit {
			return false, nil
		}
		w.steps++
		seat := w.SeatToChoose(m)
		w.opts = m.Options(seat, w.opts[:0])
		i := 0
		switch {
		case n < len(path):
			if i = path[n]; i < 0 || i >= len(w.opts) {
				return false, fmt.Errorf("%w: option %d of the path %v must be 0 to %d", ErrIllegal, n, path, len(w.opts)-1)
			}
		case r.Random:
			i = policy.N(len(w.opts))
		}
		m.Apply(state.Request{Seat: seat, Option: w.opts[i], Salt: salt}, nil)
		salt = 0
	}
}
