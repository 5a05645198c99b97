package statetest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
	"gamed/state/statecheck"
)

// gamesOf is the number of games per setup that a check plays.
var gamesOf = map[string]int{
	"deal": 1, "readers do not write": 1, "resign at any point": 1, "taken back and agreed": 1,
	"options": 2, "refusals": 2, "views": 2, "nothing hidden is told": 2, "worlds forget": 2,
	"value in range": 3, "replay": 3, "clones": 4, "decisions stay open": 4, "every game ends": 4,
}

// testSetups checks that the kit covers every number of seats.
func (k Kit[S]) testSetups(t *testing.T) {
	seats := map[int]bool{}
	for _, setup := range k.Setups {
		seats[setup.Seats] = true
	}
	for n := k.Rules.MinSeats; n <= k.Rules.MaxSeats; n++ {
		require.True(t, seats[n], "no set-up has %d seats", n)
	}
}

// testCheck runs a check on the games of the kit. Every second game uses salts, as a server does.
func (k *Kit[S]) testCheck(t *testing.T, c statecheck.Check) {
	games := 0
	for g := range k.games(t, gamesOf[c.Name]) {
		play := statecheck.Play{
			Rules: k.Rules, Setup: g.setup, Requests: k.Requests, Measures: k.Measures,
			Sound: func(dealt, m state.Machine) error {
				s := position[S](m)
				if c := k.Rules.Core(s); c.Limit != 0 && c.Turn > c.Limit {
					return fmt.Errorf("turn %d is beyond the limit %d", c.Turn, c.Limit)
				}
				return k.Check(position[S](dealt), s)
			},
			Differ: func(a, b state.Machine) string { return difference(position[S](a), position[S](b)) },
		}
		if games++; games%2 == 0 {
			play.Salts = func() func() uint64 {
				salts := state.Rand(g.setup.Seed)
				return func() uint64 { return salts.Uint64() | 1 }
			}
		}
		if g.driven {
			play.Choose = func(m state.Machine, seat state.Seat, options []state.Option, r *state.Rand) state.Option {
				return k.Choose(position[S](m), seat, options, r)
			}
		}
		if failure := c.Run(play); failure != nil {
			t.Fatal(failure)
		}
	}
}

// position returns the position of a game, for reading.
func position[S comparable](m state.Machine) *S { return m.(*state.Game[S]).Position() }
