package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTotals checks that the text about damaged folders ends with a line of totals, which .ci/long
// reads. For damage to the files of NATS servers, the text has no such line.
func TestTotals(t *testing.T) {
	write := func(all ...damageResult) string {
		var text strings.Builder
		require.NoError(t, (&result{DamageResults: all}).write(&text))
		return text.String()
	}
	text := write(
		damageResult{Kind: "flip", Single: true},
		damageResult{Kind: "flip", Single: true, Named: 3, Lost: 3},
		damageResult{Kind: "cut", Single: true, RefusedStarts: 1},
		damageResult{Kind: "cut", Single: true, Named: 2, FailedChecks: 1},
		damageResult{Kind: "gone", Single: true, MovedAside: 1, Named: 9},
	)
	assert.True(t, strings.HasSuffix(text, "\ntotals: 5 folders, 1 lost nothing, 1 refused, 2 named what they lacked, 1 silent\n"), text)
	assert.NotContains(t, write(damageResult{Kind: "flip"}), "totals")
}
