package command

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/arena"
)

// TestProgressOfMatch checks what the progress bar of a match says, and where it ends.
func TestProgressOfMatch(t *testing.T) {
	for _, test := range []struct {
		now      arena.Progress
		text     string
		expected int
	}{
		{arena.Progress{Games: 1, Score: -1}, "", 1000},
		{arena.Progress{Games: 10, Score: 0}, "score 0.0 %", 1000},
		{arena.Progress{Games: 100, Score: .541, LLR: 1.5, Lower: -3, Upper: 3}, "score 54.1 %, LLR 1.50 (-3.00, 3.00)", 200},
		{arena.Progress{Games: 100, Score: .4, LLR: -1, Lower: -3, Upper: 3}, "score 40.0 %, LLR -1.00 (-3.00, 3.00)", 300},
		{arena.Progress{Games: 100, Score: .5, LLR: .1, Lower: -3, Upper: 3}, "score 50.0 %, LLR 0.10 (-3.00, 3.00)", 1000},
	} {
		assert.Equal(t, test.text, describe(test.now))
		assert.Equal(t, test.expected, expectedGames(test.now, 1000))
	}
}
