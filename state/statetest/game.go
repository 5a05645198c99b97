package statetest

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"gamed/state"
)

// A game is one that the kit plays with random options.
type game[S comparable] struct {
	t        testing.TB
	kit      *Kit[S]
	setup    state.Setup
	rand     state.Rand // the kit's own
	dealt, s S
	requests int
	driven   bool // by the kit's Choose

	// next sets the pending request, apply applies it.
	seat    state.Seat
	options []state.Option // of seat
	choice  state.Option
}

// games yields n games of each setup, alternating.
func (k *Kit[S]) games(t testing.TB, n int) iter.Seq[*game[S]] {
	return func(yield func(*game[S]) bool) {
		for i := range n {
			for j, setup := range k.Setups {
				setup.Seed = setup.Seed*1009 + uint64(i)
				g := k.game(t, setup)
				g.driven = k.Choose != nil && (i+j)%2 == 1
				if !yield(g) {
					return
				}
			}
		}
	}
}

func (k *Kit[S]) game(t testing.TB, setup state.Setup) *game[S] {
	s, err := k.Rules.New(setup)
	if err != nil {
		t.Fatalf("%+v: %v", setup, err)
	}
	return &game[S]{t: t, kit: k, setup: setup, rand: state.Rand(setup.Seed + 1), dealt: s, s: s}
}

func (g *game[S]) core() *state.Core { return g.kit.Rules.Core(&g.s) }

// next chooses an option of a random awaited seat. It returns false once the game is over.
func (g *game[S]) next() bool {
	c := g.core()
	if c.Over {
		return false
	}
	if c.Awaiting == 0 {
		g.fatal("no seat is awaited and the game is not over")
	}
	if g.requests++; g.requests > g.kit.Requests {
		g.fatal("the game does not end")
	}
	g.seat = c.Awaiting.From(state.Seat(g.rand.N(int(c.Seats))))
	g.options = g.kit.Rules.Options(&g.s, g.seat, g.options[:0])
	if len(g.options) == 0 {
		g.fatal("seat %d is awaited and has no option", g.seat)
	}
	if g.driven {
		g.choice = g.kit.Choose(&g.s, g.seat, g.options, &g.rand)
	} else {
		g.choice = g.options[g.rand.N(len(g.options))]
	}
	return true
}

// apply applies the option of next and checks the result.
func (g *game[S]) apply(log *state.Log) {
	g.kit.Rules.Apply(&g.s, g.seat, g.choice, log)
	g.check(&g.s)
}

func (g *game[S]) check(s *S) {
	if err := g.kit.Check(&g.dealt, s); err != nil {
		g.fatal("%v", err)
	}
}

// viewers returns the spectator and all seats.
func (g *game[S]) viewers() []state.Seat {
	vs := []state.Seat{state.Watcher}
	for seat := range state.Seat(g.core().Seats) {
		vs = append(vs, seat)
	}
	return vs
}

// fork returns a generator that does not affect the rest of the game.
func (g *game[S]) fork() state.Rand { return state.Rand(g.rand.Uint64()) }

// fatal ends the test at the current position.
func (g *game[S]) fatal(format string, args ...any) {
	g.t.Helper()
	g.t.Fatalf("%s\n%s", fmt.Sprintf(format, args...), g.where())
}

// where describes the position and how to reach it.
func (g *game[S]) where() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+v, request %d", g.setup, g.requests)
	if g.choice != (state.Option{}) {
		fmt.Fprintf(&b, ": seat %d: %+v", g.seat, g.choice)
	}
	fmt.Fprintf(&b, "\n%s", g.kit.Rules.Draw(&g.s, state.Everything))
	return b.String()
}
