package hub

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/store"
)

// addDominionBots adds bots that play only Dominion.
func addDominionBots(c *Config) {
	c.Rules = append(c.Rules, dominion.Rules)
	for _, s := range buyrules.Strategies {
		c.Bots.Bots = append(c.Bots.Bots, ai.Entry{Info: ai.Info{Name: s.Name, About: s.About, Rules: "dominion"}, New: s.New})
	}
}

// TestBotsOfAGame checks that the hub refuses a bot in games of a ruleset that the bot does not
// play. It also refuses a name that would read a file of buy rules.
func TestBotsOfAGame(t *testing.T) {
	h := open(t, store.NewMemory(), addDominionBots)
	bots := func(rules, bot string) Spec {
		return Spec{Request: Request{Rules: rules, Seats: []SeatSpec{{Bot: "smithy"}, {Bot: bot}}, RulesOptions: map[string]string{"kingdom": "Smithy"}}}
	}
	info, err := h.Create(t.Context(), bots("dominion", "bigmoney"))
	require.NoError(t, err)
	to := make(recorder, 10_000)
	seating, err := h.Watch(t.Context(), info.ID, to)
	require.NoError(t, err)
	over := next[*protocol.Over](to)
	assert.NotEmpty(t, over.Won)
	seating.Leave(t.Context())

	for want, spec := range map[string]Spec{
		`seats[0].bot: bot "smithy" plays dominion only, not elements`: bots("elements", "random"),
		`seats[1].bot: no bot is called "buy:bots_test.go": there are random, greedy, ismcts, ismcts:N, ` +
			`bigmoney, bigmoney-ultimate, smithy and doublewitch`: bots("dominion", "buy:bots_test.go"),
	} {
		_, err := h.Create(t.Context(), spec)
		assert.EqualError(t, err, want)
	}
}
