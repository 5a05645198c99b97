package arena_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gamed/ai"
	"gamed/arena"
	"gamed/state"
)

// A slow bot takes longer than its limit.
type slow struct{ atLeast time.Duration }

func (s slow) Choose(a ai.Ask) state.Option {
	for end := time.Now().Add(s.atLeast); time.Now().Before(end); {
		time.Sleep(s.atLeast)
	}
	return a.Options[0]
}

// A patient bot chooses as soon as Stop reports that its time is over.
type patient struct{ t *testing.T }

func (p patient) Choose(a ai.Ask) state.Option {
	if assert.NotNil(p.t, a.Stop) {
		for !a.Stop() {
			time.Sleep(time.Millisecond)
		}
	}
	return a.Options[0]
}

// TestTime checks the time limit of bots in this process. A bot must learn when to stop, and a bot
// that ignores its limit must commit a fault.
func TestTime(t *testing.T) {
	for _, lane := range []arena.Lane{arena.Direct, arena.Actor} {
		m := match(t, 2, "random", "random")
		m.Lane, m.Limit = lane, 1
		m.Bots[0] = arena.Player{Name: "slow", New: func(uint64) ai.Bot { return slow{5 * time.Millisecond} }, Time: arena.TimeLimits{Decision: time.Millisecond}}
		r := run(t, m)
		assert.Equal(t, arena.Counts{"timeout": 2}, r.Faults[0])
		assert.Contains(t, r.FirstFaults[0].Text, "ms over its time of 1ms")

		m.Bots[0] = arena.Player{Name: "patient", New: func(uint64) ai.Bot { return patient{t} }, Time: arena.TimeLimits{Decision: 4 * time.Millisecond}}
		m.OnFault = arena.Default // a loaded machine may be late
		assert.Equal(t, 2, run(t, m).Games)
	}
}
