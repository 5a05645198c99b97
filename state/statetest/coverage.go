package statetest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// testCoverage checks that random games reach every card of the kit and every phase. It stops once every
// card has been played, but not before it has played three games of each setup.
func (k *Kit[S]) testCoverage(t *testing.T) {
	missing := map[state.Kind]bool{}
	for _, kind := range k.Cards {
		missing[kind] = true
	}
	var phases [256]bool
	var log state.Log
	games := 0
	for p := range k.plays(300) {
		if games++; len(missing) == 0 && games > 3*len(k.Setups) {
			break
		}
		k.run(t, p, func(g game[S]) {
			for g.Next() {
				for _, f := range g.core().Stack.Frames[:g.core().Stack.Depth] {
					phases[f.Phase] = true
				}
				log.Events = log.Events[:0]
				g.Apply(&log)
				for _, e := range log.Events {
					if k.IsPlay(e) {
						delete(missing, e.Kind)
					}
				}
			}
		})
	}
	for kind := range missing {
		assert.Fail(t, "a card was never played", "kind %d", kind)
	}
	for id, phase := range k.Rules.Phases {
		assert.True(t, phase.Name == "" || phases[id], "phase %q was never on the stack", phase.Name)
	}
	t.Logf("%d games", games)
}
