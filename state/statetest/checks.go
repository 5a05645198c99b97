package statetest

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
	"gamed/state/statecheck"
)

// The flag full makes the tests play all games. Without the flag, the tests play half of the games,
// but each setup at least once.
var full = flag.Bool("full", false, "play all games of each property instead of half of them, and encode every position as JSON")

// gamesOf maps each check to the number of games that it plays per setup with the flag -full.
var gamesOf = map[string]int{
	"deal": 1, "readers do not write": 1, "resign at any point": 1, "taken back and agreed": 1,
	"options": 2, "selections": 2, "refusals": 2, "views": 2, "nothing hidden is told": 2, "worlds forget": 2,
	"value in range": 3, "replay": 3, "clones": 4, "decisions stay open": 4, "every game ends": 4,
}

// testSetups checks that the kit covers every number of seats.
func (k *Kit[S]) testSetups(t *testing.T) {
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
	require.Positive(t, gamesOf[c.Name], "gamesOf has no number of games for the check %q", c.Name)
	games := 0
	for p := range k.plays(gamesOf[c.Name]) {
		if games++; games%2 == 0 {
			p.Salts = func() func() uint64 {
				salts := state.Rand(p.Setup.Seed)
				return func() uint64 { return salts.Uint64() | 1 }
			}
		}
		if failure := c.Run(p); failure != nil {
			t.Fatal(failure)
		}
	}
}

// testAllocations checks that a playout allocates nothing.
func (k *Kit[S]) testAllocations(t *testing.T) {
	options := make([]state.Option, 0, 1<<12)
	for _, setup := range k.Setups {
		dealt, err := k.Rules.New(setup)
		require.NoError(t, err)
		var s S
		r := state.Rand(1)
		allocated := testing.AllocsPerRun(20, func() {
			s = dealt
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
