package external_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/agent/external"
	"gamed/ai"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
)

// BenchmarkAsk measures one question to a bot that answers immediately.
func BenchmarkAsk(b *testing.B) {
	bot, err := external.Start(b.Context(), command("random"), limits)
	require.NoError(b, err)
	defer func() { require.NoError(b, bot.Close()) }()
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
	require.NoError(b, err)
	require.NoError(b, bot.Begin(b.Context(), protocol.Joined{Game: "g", Rules: "elements", Seats: []protocol.Seat{}}))
	seat := m.Next()
	options := m.Options(seat, nil)
	u := update(m, seat, options)
	id := uint32(0)
	for b.Loop() {
		id++
		asked := *u
		asked.Decision = &protocol.Decision{ID: id, Options: u.Decision.Options}
		_, err := bot.Ask(b.Context(), &asked, ai.NewAsk(m, seat, options))
		require.NoError(b, err)
	}
}

// BenchmarkStart measures starting and closing a bot.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		bot, err := external.Start(b.Context(), command("random"), limits)
		require.NoError(b, err)
		require.NoError(b, bot.Close())
	}
}
