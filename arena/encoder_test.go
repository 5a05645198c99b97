package arena

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
	"gamed/state"
)

// TestLines writes outcomes in both ways, and reads them again.
func TestLines(t *testing.T) {
	h := &Header{Bots: []string{`a "b"`, "<c>", "ü"}}
	for _, o := range []outcome{
		{first: noSeat, end: Normal},
		{first: 2, end: Normal, won: 0b101, turns: 3, requests: 44, digest: 0xabc},
		{first: 0, end: Conceded, won: 0b010, conceded: 0b101, digest: 1<<64 - 1},
		{
			first: 1, end: "timeout", faults: []Fault{{Seat: 1, Kind: external.Timeout, Text: "37 ms\nover", Seq: 9, N: 2, Lost: true}},
			reached: []int{4, 5}, figures: []state.Figure{{Group: "g", Name: "n", N: -1.5}},
		},
		{first: noSeat, end: EngineError, broken: "a bug"},
	} {
		line := newEncoder(h).append(nil, 4, &o)
		assert.Equal(t, string(encoded(h.line(4, &o)))+"\n", string(line))
		var g Game
		require.NoError(t, json.Unmarshal(line, &g))
		assert.Equal(t, []string{"<c>", "ü", `a "b"`}, g.Seats)
		again, err := g.outcome()
		require.NoError(t, err)
		assert.Equal(t, o, again)
	}
}

func TestHistogram(t *testing.T) {
	var h Histogram
	assert.Zero(t, h.Quantile(.5))
	for ns := range int64(100_000) {
		h.add(time.Duration(1000+10*ns), 1)
	}
	assert.Equal(t, 100_000, h.N())
	for _, p := range []float64{.01, .5, .99, 1} {
		exact := 1000 + 1_000_000*p
		assert.InEpsilon(t, exact, float64(h.Quantile(p)), .125)
	}
	var sum Histogram
	sum.Merge(h)
	sum.Merge(h)
	assert.Equal(t, 200_000, sum.N())
	assert.Equal(t, h.Quantile(.5), sum.Quantile(.5))
	assert.Len(t, sum, len(h), "merged values keep their bucket")
}
