package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestStatBots checks the names and the ruleset of the bots for a list of stats.
func TestStatBots(t *testing.T) {
	var names []string
	for _, bot := range statBots("inn", []string{"Coins", "", "Tortoise's Temper", "Oil (casks)", "GDP 2"}) {
		names = append(names, bot.Name)
		assert.Equal(t, "inn", bot.Rules)
		assert.NotNil(t, bot.New(1))
	}
	assert.Equal(t, []string{"greedy:coins", "greedy:tortoise-s-temper", "greedy:oil", "greedy:gdp-2"}, names)
}
