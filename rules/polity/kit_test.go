package polity

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

type machine = cardsim.Machine[*Nation]

func deal(t testing.TB, seed uint64) *machine {
	t.Helper()
	m, err := Game().Deal(state.Setup{Seats: 1, Seed: state.Seed(seed)})
	require.NoError(t, err)
	return m.(*machine)
}

// A chooser picks an option.
type chooser func(m *machine, options []state.Option, r *state.Rand) state.Option

func random(_ *machine, options []state.Option, r *state.Rand) state.Option {
	return options[r.N(len(options))]
}

// lookAheadFor returns a chooser that looks one choice ahead for the highest result of the function
// want. It uses a different salt from the game, so it cannot predict random results.
func lookAheadFor(want func(p *player) int) chooser {
	return func(m *machine, options []state.Option, r *state.Rand) state.Option {
		trial, best, found := m.Fork(), options[0], 0
		for i, o := range options {
			trial.Set(m)
			trial.Apply(state.Request{Option: o, Salt: r.Uint64()}, nil)
			if v := want(trial.(*machine).Player()); i == 0 || v > found {
				best, found = o, v
			}
		}
		return best
	}
}

// maximize returns a chooser that maximizes a field, and minimize returns one that minimizes it.
func maximize(f *field) chooser {
	return lookAheadFor(func(p *player) int { return *f.pointer(p.Stats) })
}
func minimize(f *field) chooser {
	return lookAheadFor(func(p *player) int { return -*f.pointer(p.Stats) })
}

// play plays a game to its end and calls the function see before each choice.
func play(t testing.TB, seed uint64, choose chooser, see func(m *machine, o state.Option)) *player {
	t.Helper()
	m, r := deal(t, seed), state.Rand(seed+1)
	var options []state.Option
	for {
		if options = m.Options(0, options[:0]); len(options) == 0 {
			return m.Player()
		}
		o := choose(m, options, &r)
		if see != nil {
			see(m, o)
		}
		m.Apply(state.Request{Option: o, Salt: r.Uint64() | 1}, nil)
	}
}

// evenPlayer starts a game with all fields from industry to rumble at 50, a treasury of 400 and 900
// thousand people.
func evenPlayer() *player {
	p := Game().Start(3, 0)
	for _, f := range fields[3 : len(fields)-1] {
		p.Stats.add(f, 50-*f.pointer(p.Stats))
	}
	p.Stats.add(treasury, 400-p.Stats.Treasury)
	p.Stats.add(people, 900-p.Stats.People)
	return p
}
