package polity

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPage checks that the page has the same limits of the ratings and the same length of the term as
// the rules.
func TestPage(t *testing.T) {
	for file, line := range map[string]string{
		"decisions.js":        fmt.Sprintf("const QUARTERS = %d;", term),
		"decisions/gauges.js": fmt.Sprintf("const [LOW, HIGH] = [%d, %d];", ratingLow, ratingHigh),
	} {
		page, err := os.ReadFile("../../web/static/games/" + file)
		require.NoError(t, err)
		assert.Contains(t, string(page), line, file)
	}
}
