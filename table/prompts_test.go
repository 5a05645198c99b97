package table_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// TestPrompts plays ten games of two people with the default stops. It checks that a player gets a
// decision with a single option only if the seat could have other options with another hand. In that
// case an automatic pass would tell the opponent that the seat has no such hand.
func TestPrompts(t *testing.T) {
	can := elementsRules.Abilities()
	single, prompts, passes := map[string]int{}, 0, 0
	for seed := range uint64(10) {
		p := newPair(t, seed)
		for p.next() {
			m, seat := p.live.Machine, p.askedSeat()
			prompts++
			if len(m.Options(seat, nil)) == 1 {
				require.True(t, canHaveChoice(m, seat), "the pass reveals nothing: %s", m.AppendView(nil, state.Watcher))
				single[can.Passing.Stops[can.Stop(m, seat)].Name]++
			}
			p.play(seat)
		}
		passes += p.passes
	}
	require.Positive(t, passes)
	t.Logf("%d prompts and %d automatic passes; prompts with one option by stop: %v", prompts, passes, single)
}

// TestPromptsOfAllStops checks that the server never passes for a seat with every stop.
func TestPromptsOfAllStops(t *testing.T) {
	p := newPair(t, 1)
	for seat := range p.live.Seats {
		p.do(&table.SettingsChange{Seat: state.Seat(seat), Stops: []string{protocol.AllStops}})
	}
	forced := 0
	for p.next() {
		seat := p.askedSeat()
		if elementsRules.Abilities().MustPass(p.live.Machine, seat) {
			forced++
		}
		p.play(seat)
	}
	require.Positive(t, forced)
	require.Zero(t, p.passes)
}

// canHaveChoice reports whether the seat has a choice in a world that looks the same to spectators.
func canHaveChoice(m state.Machine, seat state.Seat) bool {
	r := state.NewRand(1)
	for range 1000 {
		world := m.Fork()
		world.Resample(state.Watcher, &r)
		if len(world.Options(seat, nil)) > 1 {
			return true
		}
	}
	return false
}

// A pair is a game between two people who choose like the bot greedy.
type pair struct {
	*log
	bots   [2]ai.Bot
	passes int // automatic answers
}

func newPair(t *testing.T, seed uint64) *pair {
	h := header(elements.Rules, "pp")
	h.Key = table.KeyFrom(seed, 0)
	h.Setup.Seed = state.Seed(table.NewChance(h.Key).Next())
	return &pair{log: begin(t, elementsRules, h), bots: [2]ai.Bot{ai.NewGreedyBy(ai.Evaluate, seed), ai.NewGreedyBy(ai.Evaluate, seed+1)}}
}

// next applies all automatic answers that are due. It reports whether the game then waits for a seat.
func (p *pair) next() bool {
	for {
		r := p.live.Next(p.now)
		if r == nil {
			return !p.live.Closed()
		}
		if r.Request != nil {
			p.passes++
		}
		p.apply(r)
	}
}

func (p *pair) play(seat state.Seat) {
	options := p.live.Machine.Options(seat, nil)
	o := p.bots[seat].Choose(ai.NewAsk(p.live.Machine, seat, options))
	r, err := p.live.Decide(p.choice(seat, slices.Index(options, o)), p.now)
	require.NoError(p.t, err)
	p.apply(r)
}

// apply applies a record without the checks of [log.add], because these replay the log.
func (p *pair) apply(r *table.Record) {
	_, err := p.live.Apply(r, p.positionBefore)
	require.NoError(p.t, err)
}
