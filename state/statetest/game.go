package statetest

import (
	"bytes"
	"fmt"
	"iter"
	"testing"

	"gamed/state"
	"gamed/state/statecheck"
)

// plays yields n games of each setup, or half as many without the flag -full. It alternates between the
// setups. Every second game uses Choose.
func (k *Kit[S]) plays(n int) iter.Seq[statecheck.GameSpec] {
	if !*full {
		n = (n + 1) / 2
	}
	return func(yield func(statecheck.GameSpec) bool) {
		for i := range n {
			for j, setup := range k.Setups {
				setup.Seed = setup.Seed*1009 + state.Seed(i)
				p := k.play(setup)
				if k.Choose != nil && (i+j)%2 == 1 {
					p.Choose = func(m state.Machine, seat state.Seat, options []state.Option, r *state.Rand) state.Option {
						return k.Choose(position[S](m), seat, options, r)
					}
				}
				if !yield(p) {
					return
				}
			}
		}
	}
}

// play returns a description of the game with the given setup.
func (k *Kit[S]) play(setup state.Setup) statecheck.GameSpec {
	return statecheck.GameSpec{
		Rules: k.Rules, Setup: setup, Requests: k.Requests, Measures: k.Measures,
		Validate: func(dealt, m state.Machine) error {
			s := position[S](m)
			if c := k.Rules.Core(s); c.Limit != 0 && c.Turn > c.Limit {
				return fmt.Errorf("turn %d is beyond the limit %d", c.Turn, c.Limit)
			}
			return k.Check(position[S](dealt), s)
		},
		Diff: func(a, b state.Machine) string { return difference(position[S](a), position[S](b)) },
	}
}

func position[S comparable](m state.Machine) *S { return m.(*state.Game[S]).Position() }

// A game is a [statecheck.Game] together with the kit.
type game[S comparable] struct {
	*statecheck.Game
	kit *Kit[S]
}

// run deals a game and calls do, which plays the game. A failure ends the test.
func (k *Kit[S]) run(t testing.TB, p statecheck.GameSpec, do func(game[S])) {
	t.Helper()
	if failure := statecheck.Run(p, func(g *statecheck.Game) { do(game[S]{g, k}) }); failure != nil {
		t.Fatal(failure)
	}
}

func (g game[S]) s() *S             { return position[S](g.Machine) }
func (g game[S]) core() *state.Core { return g.kit.Rules.Core(g.s()) }

// world returns a copy of the position in which everything that v cannot know is redrawn.
func (g game[S]) world(v state.Seat) S {
	r := g.Branch()
	world := *g.s()
	g.kit.Rules.Sample(&world, v, &r)
	return world
}

// looksEqual reports whether seat v may learn the same about the game as about s. It compares the
// views first, because most different positions have different views. A view takes a tenth of the
// time that everything else takes.
func (g game[S]) looksEqual(s *S, v state.Seat) bool {
	other := g.kit.Rules.At(*s)
	return bytes.Equal(g.Machine.AppendView(nil, v), other.AppendView(nil, v)) &&
		bytes.Equal(statecheck.AppendKnown(nil, g.Machine, v, g.kit.Measures, g.Options), statecheck.AppendKnown(nil, other, v, g.kit.Measures, g.Options))
}

// known returns everything that seat v may learn about s, as text.
func (g game[S]) known(s *S, v state.Seat) string {
	return string(statecheck.AppendKnown(nil, g.kit.Rules.At(*s), v, g.kit.Measures, g.Options))
}
