package state_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	. "gamed/state"
	"gamed/state/statetest"
)

// TestScripts checks the output of the scripts of the tiny game.
func TestScripts(t *testing.T) {
	statetest.Scripts(t, "testdata/scripts", statetest.ScriptKit[tiny]{Rules: tinyRules, Deal: tinyScene, Stack: (*tiny).stack})
}

// tinyScene deals hands from arguments such as hand0=(gift, hush). Only the named seats play.
func tinyScene(args []datadriven.CmdArg) (tiny, error) {
	s := tiny{Core: Core{Rand: 1}}
	for _, arg := range args {
		seat := Seat(s.Seats)
		if arg.Key != fmt.Sprint("hand", seat) {
			return s, fmt.Errorf("deal: %s: the next argument is hand%d", arg.Key, seat)
		}
		for _, name := range strings.Split(strings.Join(arg.Vals, ","), ",") {
			k := slices.Index(tinyNames[:], name)
			if k < 0 {
				return s, fmt.Errorf("deal: there is no card %q", name)
			}
			s.Hand[seat] = s.Hand[seat].With(Card(k)).Without(0)
		}
		s.Seats++
	}
	s.Playing = AllSeats(int(s.Seats))
	tinyRules.Start(&s, Frame{Phase: turnPhase})
	return s, nil
}
