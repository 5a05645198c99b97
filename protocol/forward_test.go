package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
	"gamed/rules/elements"
)

// forwardTranscript plays with worlds before a game's first decision, as Ada's
// client sees it.
func forwardTranscript(t *testing.T) string {
	g := newGame(t)
	ada := &scribe{t: t, g: g, seat: 0}
	sit(t, g, "Ada")
	sit(t, g, "Bob")
	ada.b.WriteString("This is a real exchange. A table with a budget says so when Ada sits down, and she is asked for the first time.\n\n")
	budget := protocol.Budget{Worlds: 64, Steps: 10_000}
	ada.attach(&protocol.Joined{Game: g.ID(), Rules: elements.Rules.Name, Budget: &budget}, nil)
	ada.listen()

	m, decision, err := g.World(t.Context(), ada.seat)
	require.NoError(t, err)
	require.Equal(t, ada.update.Decision.ID, decision)
	worlds := ai.NewWorlds(ai.Budget(budget))
	worlds.Open(ai.NewAsk(m, ada.seat, m.Options(ada.seat, nil)))
	asks := func(q protocol.ClientMessage) {
		submit := ada.submit
		ada.submit = nil // the worlds answer these, not the game
		ada.sends(q)
		if answer := agent.Forward(worlds, q); answer != nil {
			ada.received(answer)
		}
		ada.submit = submit
	}
	first, second := uint32(1), uint32(2)
	ada.note("She draws a world, and copies it before she tries something in it: first that she keeps her cards, and then that Bob keeps his. " +
		"In this world they have both done so in the copy alone.")
	asks(&protocol.Fork{Seed: 11})
	asks(&protocol.Fork{From: &first})
	asks(&protocol.Apply{Fork: second, Option: 0})
	asks(&protocol.Apply{Fork: second, Option: 0})
	ada.note("In the first one she takes new cards instead, drawn with a seed of her own. The second one she needs no longer; it is gone.")
	asks(&protocol.Apply{Fork: first, Option: 1, Seed: 5})
	asks(&protocol.Release{Fork: second})
	asks(&protocol.Apply{Fork: second, Option: 0})
	ada.note("She has seen enough.")
	ada.sends(ada.option("keep"))
	ada.listen()
	return ada.b.String()
}
