package columns_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/internal/columns"
)

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

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 12_034: "12,034", 1_000_007: "1,000,007"} {
		assert.Equal(t, want, columns.Thousands(n))
	}
}
