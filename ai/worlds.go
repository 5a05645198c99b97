package ai

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"gamed/state"
)

// The errors of [Worlds]. What they come wrapped in says which world, option or
// bound it was.
var (
	// ErrNotOpen is a world that was asked for while there is no decision.
	ErrNotOpen = errors.New("no decision is open")
	// ErrNoWorld is a world that was released, or drawn for another decision.
	ErrNoWorld = errors.New("there is no such world")
	// ErrOverBudget is a world too many at once, or a step too many for a decision.
	ErrOverBudget = errors.New("over the budget")
	// ErrIllegal is an option that is not on the list in that world.
	ErrIllegal = errors.New("there is no such option")
)

// A Budget bounds what may be done with Worlds.
type Budget struct {
	Worlds int // how many there may be at once
	Steps  int // draws, copies and applied options together, for each decision
}

// Worlds is the forward model of a bot that is not handed worlds: it draws some
// that look to the bot's seat as the game does, plays on in them, and names them
// by numbers. It serves one game after another of the same rules, one goroutine
// at a time. Once it has held as many worlds as it is asked for at once, it does
// not allocate.
type Worlds struct {
	budget Budget
	ask    Ask // without a game while no decision is open
	steps  int
	last   uint32
	held   []world // by id
	spare  []state.Machine
	opts   []state.Option
	rand   state.Rand // of the latest draw
}

type world struct {
	id uint32
	m  state.Machine
}

// NewWorlds returns the forward model of a bot that has yet to be asked.
func NewWorlds(b Budget) *Worlds { return &Worlds{budget: b} }

// Open forgets all worlds and goes on with the decision a, the whole budget for
// it. The game behind a must stay as it is until the next Open or Close.
func (w *Worlds) Open(a Ask) {
	for _, h := range w.held {
		w.spare = append(w.spare, h.m)
	}
	w.held = w.held[:0]
	w.ask, w.steps, w.last = a, 0, 0
}

// Close forgets all worlds. There is no decision until the next Open.
func (w *Worlds) Close() { w.Open(Ask{}) }

// Budget returns what is left of the budget: how many more worlds there may be,
// and how many steps.
func (w *Worlds) Budget() Budget {
	return Budget{Worlds: w.budget.Worlds - len(w.held), Steps: w.budget.Steps - w.steps}
}

// Seat is whose decision is open.
func (w *Worlds) Seat() state.Seat { return w.ask.Seat }

// Draw makes a world in which what the seat cannot know is drawn, its future
// included, and returns its id. Ids count from 1 for each decision. The world
// is a function of what the seat may know and of seed alone. The error wraps
// [ErrNotOpen] or [ErrOverBudget].
func (w *Worlds) Draw(seed uint64) (id uint32, err error) {
	if w.ask.game == nil {
		return 0, fmt.Errorf("draw: %w", ErrNotOpen)
	}
	if err := w.room(); err != nil {
		return 0, fmt.Errorf("draw: %w", err)
	}
	w.rand = state.NewRand(seed)
	m := w.take()
	if m == nil {
		m = w.ask.Fork(&w.rand)
	} else {
		w.ask.World(m, &w.rand)
	}
	return w.hold(m), nil
}

// Copy makes a world that equals another one, its future included, and returns
// its id. The error wraps [ErrNoWorld] or [ErrOverBudget].
func (w *Worlds) Copy(id uint32) (uint32, error) {
	from, err := w.At(id)
	if err != nil {
		return 0, fmt.Errorf("copy: %w", err)
	}
	if err := w.room(); err != nil {
		return 0, fmt.Errorf("copy: %w", err)
	}
	m := w.take()
	if m == nil {
		m = from.Fork()
	} else {
		m.Set(from)
	}
	return w.hold(m), nil
}

// Apply takes an option in a world, by its number on the list of the seat that
// is asked first there. seed is mixed into the world's chance before, as the
// salt of a request is, and 0 leaves that as it is. The error wraps [ErrNoWorld],
// [ErrOverBudget] or [ErrIllegal]; the world is then as it was.
func (w *Worlds) Apply(id uint32, option int, seed uint64) error {
	m, err := w.At(id)
	if err != nil {
		return fmt.Errorf("apply: %w", err)
	}
	if m.Awaiting() == 0 {
		return fmt.Errorf("apply: %w: the game is over in world %d", ErrIllegal, id)
	}
	seat := m.Next()
	w.opts = m.Options(seat, w.opts[:0])
	if option < 0 || option >= len(w.opts) {
		return fmt.Errorf("apply: %w: option %d in world %d, which has 0 to %d", ErrIllegal, option, id, len(w.opts)-1)
	}
	if err := w.step(); err != nil {
		return fmt.Errorf("apply: %w", err)
	}
	m.Apply(state.Request{Seat: seat, Option: w.opts[option], Salt: seed}, nil)
	return nil
}

// Release forgets a world, which makes room for another. It is no step. The error
// wraps [ErrNoWorld].
func (w *Worlds) Release(id uint32) error {
	i, ok := w.find(id)
	if !ok {
		return fmt.Errorf("release: %w: %d", ErrNoWorld, id)
	}
	w.spare = append(w.spare, w.held[i].m)
	w.held = slices.Delete(w.held, i, i+1)
	return nil
}

// At returns a world, to be looked at until it is released. The error wraps
// [ErrNoWorld].
func (w *Worlds) At(id uint32) (state.Machine, error) {
	i, ok := w.find(id)
	if !ok {
		return nil, fmt.Errorf("%w: %d", ErrNoWorld, id)
	}
	return w.held[i].m, nil
}

// Worth estimates how seat stands in a world, from 0, lost, to 1000, won. In one
// that is over it is what has come out, a draw being worth a half.
func Worth(m state.Machine, seat state.Seat) int { return worth(m, seat) }

func (w *Worlds) find(id uint32) (int, bool) {
	return slices.BinarySearchFunc(w.held, id, func(h world, id uint32) int { return cmp.Compare(h.id, id) })
}

// room takes a step that makes a world, if the budget has one.
func (w *Worlds) room() error {
	if len(w.held) >= w.budget.Worlds {
		return fmt.Errorf("%w of %d worlds at once: release one", ErrOverBudget, w.budget.Worlds)
	}
	return w.step()
}

func (w *Worlds) step() error {
	if w.steps >= w.budget.Steps {
		return fmt.Errorf("%w of %d steps for a decision: choose", ErrOverBudget, w.budget.Steps)
	}
	w.steps++
	return nil
}

// take returns a machine that serves no world, nil if there is none.
func (w *Worlds) take() state.Machine {
	last := len(w.spare) - 1
	if last < 0 {
		return nil
	}
	m := w.spare[last]
	w.spare = w.spare[:last]
	return m
}

func (w *Worlds) hold(m state.Machine) uint32 {
	w.last++
	w.held = append(w.held, world{w.last, m})
	return w.last
}
