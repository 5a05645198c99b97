package statetest

import (
	"fmt"
	"testing"

	"gamed/state"
	"gamed/state/statecheck"
)

// testDerived checks that the derived facts of every position, and of every world resampled from
// it, equal the facts that Derive computes.
func (k *Kit[S]) testDerived(t *testing.T) {
	derive := k.Rules.Derive
	if derive == nil {
		return
	}
	for p := range k.plays(2) {
		r := state.Rand(p.Setup.Seed)
		failure := statecheck.Each(p, func(m state.Machine, _ []state.Request) error {
			kept := *position[S](m)
			again := kept
			if derive(&again); again != kept {
				return fmt.Errorf("kept and derived facts differ: %s", difference(&kept, &again))
			}
			k.Rules.Sample(&kept, state.Seat(r.N(m.Seats())), &r)
			again = kept
			if derive(&again); again != kept {
				return fmt.Errorf("kept and derived facts of a world differ: %s", difference(&kept, &again))
			}
			return nil
		})
		if failure != nil {
			t.Fatal(failure)
		}
	}
}
