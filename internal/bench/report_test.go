package bench

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReport checks the text, the plot and the JSON of a report with a figure of each kind.
func TestReport(t *testing.T) {
	var r Report
	r.add(Goal{"a slow figure", "ns", AtMost, 95, []Peer{{"Ada", 393, 438}, {"Bob", 118, 118}}}, 157)
	r.add(Goal{"a fast figure", "games/s", AtLeast, 60_000, nil}, 60_000)
	r.add(Goal{"a figure", "µs", "", 0, nil}, 0.5)
	r.omit(Goal{"a long run", "KB", AtMost, 18, nil}, "serve", "load")
	assert.Equal(t, `what           measured        target                            others
a slow figure  157 ns          at most 95 ns            not met  Ada 393–438, Bob 118
a fast figure  60,000 games/s  at least 60,000 games/s  met
a figure       0.5 µs
a long run     left out        at most 18 KB

To measure a long run:
    serve
    load
`, r.String())
	assert.InDelta(t, 0.605, r.Rows[0].relativeToTarget(157), 0.001)
	assert.InDelta(t, 1, r.Rows[1].relativeToTarget(60_000), 0)
	assert.Contains(t, r.Plot(), ">157 / 95 ns<")

	text, err := json.Marshal(r)
	require.NoError(t, err)
	var back Report
	require.NoError(t, json.Unmarshal(text, &back))
	assert.Equal(t, r, back)
}
