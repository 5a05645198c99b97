package gamefile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestEqual checks that two copies of a state are equal even if only one of them has evaluated a
// formula. If the copies were not equal, previews would read the stats of equal outcomes again.
func TestEqual(t *testing.T) {
	g := load(t, `
game: equal
stats:
  gold: {start: 1}
  rich: {formula: "gold > 5"}
cards:
  day: {title: Day, cooldown: 1, options: [{text: go}]}
`)
	one := player(deal(t, g, 1)).Stats
	two := one.Clone()
	assert.False(t, two.Flag("rich"))
	assert.True(t, g.Equal(one, two))
	two.Set("gold", 6.0)
	assert.False(t, g.Equal(one, two))
	assert.True(t, two.Flag("rich"))
}
