package columns_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/internal/columns"
)

// TestFormat checks a table with a heading and an empty column.
func TestFormat(t *testing.T) {
	var table columns.Table
	table.Row("a heading wider than any cell")
	table.Row("bot", "", "games", "score")
	table.Row("zoë", "", "1", "50.0 %")
	table.Rowf("%s\t\t%d", "greedy", 20000)
	assert.Equal(t, `  a heading wider than any cell
  bot     games  score
  zoë         1  50.0 %
  greedy  20000
`, table.Format("  ", "llrl"))
	assert.Empty(t, columns.Table(nil).Format("", "l"))
}

// TestWidth checks the columns that a terminal needs for each kind of character.
func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "gold": 4, "金貨の数": 8, "ｶﾅ": 2, "ＡＢ": 4, "Gro\u0308ße": 5, "👩\u200d👩\u200d👧 family": 9, "a\u200bb": 2, "🇯🇵": 2, "한국": 4,
	} {
		assert.Equal(t, want, columns.Width(text), "%+q", text)
	}
	assert.Equal(t, "金  ", columns.PadRight("金", 4))
	assert.Equal(t, "  金", columns.PadLeft("金", 4))
	assert.Equal(t, "金貨", columns.PadRight("金貨", 3))
}

// TestFormatWide checks that characters of any width stay aligned.
func TestFormatWide(t *testing.T) {
	table := columns.Table{{"金貨の数", "7"}, {"👩\u200d👩\u200d👧", "12"}, {"Gro\u0308ße", "1両"}}
	assert.Equal(t, "金貨の数    7\n👩\u200d👩\u200d👧         12\nGro\u0308ße     1両\n", table.Format("", "lr"))
}

// TestThousands checks the commas, also in a negative number.
func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 12_034: "12,034", 1_000_007: "1,000,007", -1200: "-1,200"} {
		assert.Equal(t, want, columns.Thousands(n))
	}
}
