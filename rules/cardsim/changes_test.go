package cardsim

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDelta(t *testing.T) {
	for _, row := range []struct{ from, to, want string }{
		{"10", "12", "+2"},
		{"12", "10", "-2"},
		{"1.5", "0.3", "-1.2"},
		{"0.1", "0.3", "+0.2"},
		{"1", "1.25", "+0.25"},
		{"-0.5", "0.50", "+1.00"},
		{"2.00", "2", "+0.00"},
		{"100000000000000000000", "0", "-100000000000000000000"},
		{"", "3", ""},
		{"low", "high", ""},
		{"3%", "4%", ""},
		{"NaN", "1", ""},
		{"1", "+Inf", ""},
		{"1e3", "2", ""},
		{"0x10", "2", ""},
	} {
		assert.Equal(t, row.want, formatDelta(row.from, row.to), "%s to %s", row.from, row.to)
	}
}
