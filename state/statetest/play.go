package statetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
)

// testResign lets every seat resign at every step, asked or not. It is out, and
// the others go on to the end.
func (k Kit[S]) testResign(t *testing.T) {
	for g := range k.games(t, 1) {
		for g.next() {
			for ss := g.core().Playing; ss != 0; ss &= ss - 1 {
				seat := ss.First()
				s := g.s
				c := k.Rules.Core(&s)
				var log state.Log
				if err := k.Rules.Request(&s, state.Request{Seat: seat, Option: state.Option{Do: state.Resign}}, &log); err != nil {
					g.fatal("seat %d resigns: %v", seat, err)
				}
				if c.Playing.Has(seat) || c.Awaiting.Has(seat) || c.Won.Has(seat) || len(log.Events) == 0 {
					g.fatal("seat %d has resigned: playing %b, asked %b, won %b, events %+v", seat, c.Playing, c.Awaiting, c.Won, log.Events)
				}
				g.check(&s)
				r := g.fork()
				g.playOut(&s, &r)
				g.check(&s)
				if c.Won.Has(seat) {
					g.fatal("seat %d has resigned and won", seat)
				}
			}
			g.apply(nil)
		}
	}
}

// testValue checks that values are from 0 to 1000, and 0 for whoever is out.
func (k Kit[S]) testValue(t *testing.T) {
	for g := range k.games(t, 3) {
		for g.next() {
			for seat := range state.Seat(g.core().Seats) {
				value := k.Rules.Value(&g.s, seat)
				if value < 0 || value > 1000 || value > 0 && !g.core().Playing.Has(seat) {
					g.fatal("the value of seat %d is %d", seat, value)
				}
			}
			g.apply(nil)
		}
	}
}

// testLength plays games in which everybody always says the first thing on the
// list, which is what a clock does, or the last. They end as random ones do.
func (k Kit[S]) testLength(t *testing.T) {
	for _, choose := range []struct {
		name string
		of   func([]state.Option) state.Option
	}{
		{"at random", nil},
		{"by default", func(options []state.Option) state.Option { return options[0] }},
		{"last option", func(options []state.Option) state.Option { return options[len(options)-1] }},
	} {
		longest, turns := 0, uint16(0)
		for g := range k.games(t, 4) {
			turn := uint16(0)
			for g.next() {
				if choose.of != nil {
					g.choice = choose.of(g.options)
				}
				g.apply(nil)
				c := g.core()
				if c.Turn < turn || c.Limit != 0 && c.Turn > c.Limit {
					g.fatal("turn %d comes after turn %d, and %d is the last", c.Turn, turn, c.Limit)
				}
				turn = c.Turn
			}
			longest, turns = max(longest, g.requests), max(turns, turn)
		}
		t.Logf("%s: up to %d requests and %d turns", choose.name, longest, turns)
	}
}

// testAllocations checks that a game played to its end allocates nothing.
func (k Kit[S]) testAllocations(t *testing.T) {
	options := make([]state.Option, 0, 1<<12)
	for _, setup := range k.Setups {
		g := k.game(t, setup)
		var s S
		r := state.Rand(1)
		allocated := testing.AllocsPerRun(20, func() {
			s = g.dealt
			c := k.Rules.Core(&s)
			c.Rand = state.Rand(r.Uint64())
			for !c.Over {
				seat := c.Next()
				options = k.Rules.Options(&s, seat, options[:0])
				k.Rules.Apply(&s, seat, options[r.N(len(options))], nil)
			}
		})
		require.Zero(t, allocated, "allocations in a playout of %+v", setup)
	}
}
