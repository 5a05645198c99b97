package ai

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gamed/state"
)

// Errors returned by [Worlds]. The methods wrap these errors with the affected world, option or
// limit.
var (
	// ErrNotOpen is returned when no decision is open.
	ErrNotOpen = errors.New("no decision is open")
	// ErrNoWorld is returned for an unknown world, such as a released one or one from an earlier
	// decision.
	ErrNoWorld = errors.New("unknown world")
	// ErrOverBudget is returned when the budget for worlds or steps is spent, or a
	// single rollout takes over 10,000 steps.
	ErrOverBudget = errors.New("over the budget")
	// ErrIllegal is returned for an option that is not legal in the world.
	ErrIllegal = errors.New("illegal option")
)

// A Budget limits the use of Worlds.
type Budget struct {
	Worlds int // number of worlds at the same time, without released ones
	Steps  int // number of draws, copies, starts of rollouts, and applied options, per decision
}

// Worlds is the forward model for a bot outside this process. It draws determinizations, applies
// options in them, and identifies them by number. It can be reused for successive games with the same
// rules but is not safe for concurrent use. It reuses the machines of released worlds, and
// allocates a machine only if there are none.
type Worlds struct {
	budget Budget
	ask    Ask // has no game while no decision is open
	steps  int
	lastID uint32  // id of the latest world in this decision
	worlds []world // worlds in use, in the order of their ids
	spare  []state.Machine
	opts   []state.Option
	rand   state.Rand // random source of the latest draw
}

type world struct {
	id uint32
	m  state.Machine
}

// NewWorlds returns a forward model without an open decision.
func NewWorlds(b Budget) *Worlds { return &Worlds{budget: b} }

// Open releases all worlds and opens a decision with the full budget. The game of the decision
// must not change until the next call to Open or Close.
func (w *Worlds) Open(a Ask) {
	for _, h := range w.worlds {
		w.spare = append(w.spare, h.m)
	}
	w.worlds = w.worlds[:0]
	w.ask, w.steps, w.lastID = a, 0, 0
}

// Close releases all worlds and closes the decision.
func (w *Worlds) Close() { w.Open(Ask{}) }

// Budget returns the remaining budget.
func (w *Worlds) Budget() Budget {
	return Budget{Worlds: w.budget.Worlds - len(w.worlds), Steps: w.budget.Steps - w.steps}
}

// Seat returns the seat of the open decision.
func (w *Worlds) Seat() state.Seat { return w.ask.Seat }

// Draw adds a determinization and returns its id. Ids count from 1 in each decision. The world
// depends only on the information visible to the seat and on seed. The error wraps [ErrNotOpen]
// or [ErrOverBudget].
func (w *Worlds) Draw(seed uint64) (id uint32, err error) {
	if w.ask.game == nil {
		return 0, fmt.Errorf("draw: %w", ErrNotOpen)
	}
	if err := w.reserveWorld(); err != nil {
		return 0, fmt.Errorf("draw: %w", err)
	}
	w.rand = state.NewRand(seed)
	m := w.copyOf(w.ask.game)
	m.Resample(w.ask.Seat, &w.rand)
	return w.addWorld(m), nil
}

// Copy adds a copy of a world, including its random state, and returns its id. The error wraps
// [ErrNoWorld] or [ErrOverBudget].
func (w *Worlds) Copy(id uint32) (uint32, error) {
	from, err := w.World(id)
	if err != nil {
		return 0, fmt.Errorf("copy: %w", err)
	}
	if err := w.reserveWorld(); err != nil {
		return 0, fmt.Errorf("copy: %w", err)
	}
	return w.addWorld(w.copyOf(from)), nil
}

// SeatToChoose returns the seat whose option Apply takes next in the world m, in which a seat must
// be awaited. Until the open decision is answered in the world, this is the seat of the decision,
// even if other seats are awaited at the same time. Afterwards it is the next awaited seat.
func (w *Worlds) SeatToChoose(m state.Machine) state.Seat {
	if id := m.Decision(w.ask.Seat); id != 0 && id == w.ask.game.Decision(w.ask.Seat) {
		return w.ask.Seat
	}
	return m.Next()
}

// Apply applies an option in a world. The option is an index into the options of the seat that
// [Worlds.SeatToChoose] returns. A nonzero seed is mixed into the world's random state like the
// salt of a request. On error the world is unchanged. The error wraps [ErrNoWorld], [ErrOverBudget]
// or [ErrIllegal].
func (w *Worlds) Apply(id uint32, option int, seed uint64) error {
	m, err := w.World(id)
	if err != nil {
		return fmt.Errorf("apply: %w", err)
	}
	if m.Awaiting() == 0 {
		return fmt.Errorf("apply: %w: the game is over in world %d", ErrIllegal, id)
	}
	seat := w.SeatToChoose(m)
	w.opts = m.Options(seat, w.opts[:0])
	if option < 0 || option >= len(w.opts) {
		return fmt.Errorf("apply: %w: option %d in world %d must be 0 to %d", ErrIllegal, option, id, len(w.opts)-1)
	}
	if err := w.useStep(); err != nil {
		return fmt.Errorf("apply: %w", err)
	}
	m.Apply(state.Request{Seat: seat, Option: w.opts[option], Salt: seed}, nil)
	return nil
}

// Release ends the use of a world, so that the budget allows another one. It does not count as a
// step. The error wraps [ErrNoWorld].
func (w *Worlds) Release(id uint32) error {
	i, ok := w.find(id)
	if !ok {
		return fmt.Errorf("release: %w: %d", ErrNoWorld, id)
	}
	w.spare = append(w.spare, w.worlds[i].m)
	w.worlds = slices.Delete(w.worlds, i, i+1)
	return nil
}

// World returns a world. The caller must not change it, nor use it after its release. The error wraps
// [ErrNoWorld].
func (w *Worlds) World(id uint32) (state.Machine, error) {
	i, ok := w.find(id)
	if !ok {
		return nil, fmt.Errorf("%w: %d", ErrNoWorld, id)
	}
	return w.worlds[i].m, nil
}

func (w *Worlds) find(id uint32) (int, bool) {
	return slices.BinarySearchFunc(w.worlds, id, func(h world, id uint32) int { return cmp.Compare(h.id, id) })
}

// reserveWorld returns an error if the budget allows no further world, and otherwise uses one step.
func (w *Worlds) reserveWorld() error {
	if len(w.worlds) >= w.budget.Worlds {
		return fmt.Errorf("%w of %d worlds: release one", ErrOverBudget, w.budget.Worlds)
	}
	return w.useStep()
}

func (w *Worlds) useStep() error {
	if w.steps >= w.budget.Steps {
		return fmt.Errorf("%w of %d steps per decision: choose an option", ErrOverBudget, w.budget.Steps)
	}
	w.steps++
	return nil
}

// copyOf returns a copy of a machine. It reuses a spare machine if there is one.
func (w *Worlds) copyOf(of state.Machine) state.Machine {
	last := len(w.spare) - 1
	if last < 0 {
		return of.Fork()
	}
	m := w.spare[last]
	w.spare = w.spare[:last]
	m.Set(of)
	return m
}

func (w *Worlds) addWorld(m state.Machine) uint32 {
	w.lastID++
	w.worlds = append(w.worlds, world{w.lastID, m})
	return w.lastID
}
