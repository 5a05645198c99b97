package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
	"gamed/rules/elements"
)

// forwardTranscript uses the forward model at the first decision of a game, from Ada's point
// of view.
func forwardTranscript(t *testing.T) string {
	g := newGame(t)
	ada := &scribe{t: t, g: g, seat: 0}
	sit(t, g, "Ada")
	sit(t, g, "Bob")
	ada.b.WriteString("This is a transcript.\nWhen Ada joins, the table announces its budget.\nThen her first decision opens.\n\n")
	budget := protocol.Budget{Worlds: 64, Steps: 10_000}
	ada.attach(&protocol.Joined{Game: g.ID(), Rules: elements.Rules.Name, Budget: &budget}, nil)
	ada.listen()

	m, err := g.World(t.Context(), ada.seat)
	require.NoError(t, err)
	require.Equal(t, ada.update.Decision.ID, m.Decision(ada.seat))
	worlds := ai.NewWorlds(ai.Budget(budget))
	worlds.Open(ai.NewAsk(m, ada.seat, m.Options(ada.seat, nil)))
	asks := func(q protocol.ClientMessage) {
		submit := ada.submit
		ada.submit = nil // the worlds answer, not the game
		ada.sends(q)
		if answer := agent.Forward(worlds, q); answer != nil {
			ada.received(answer)
		}
		ada.submit = submit
	}
	first, second := uint32(1), uint32(2)
	ada.note("Ada draws a world and copies it. In the copy she keeps her cards, and then Bob keeps his. " +
		"The first world has not changed.")
	asks(&protocol.Fork{Seed: 11})
	asks(&protocol.Fork{From: &first})
	asks(&protocol.Apply{WorldID: second, Option: 0})
	asks(&protocol.Apply{WorldID: second, Option: 0})
	ada.note("In the first world she takes new cards instead, drawn with a seed of her own. She releases the second world, which ends it.")
	asks(&protocol.Apply{WorldID: first, Option: 1, Seed: 5})
	asks(&protocol.Release{WorldID: second})
	asks(&protocol.Apply{WorldID: second, Option: 0})
	ada.note("Ada has enough information and answers.")
	ada.sends(ada.option("keep"))
	ada.listen()
	return ada.b.String()
}
