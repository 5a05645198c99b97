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

// TestLines checks that games survive encoding and decoding.
func TestLines(t *testing.T) {
	h := &Header{Bots: []string{`a "b"`, "<c>", "ü"}, Games: 6, Stages: 2}
	for _, change := range []func(g *Game){
		func(g *Game) { g.Digest = "0000000000000000" },
		func(g *Game) {
			g.First, g.Won, g.Turns, g.Requests, g.Digest = 2, []int{0, 2}, 3, 44, "0000000000000abc"
		},
		func(g *Game) {
			g.First, g.End, g.Won, g.Conceded, g.Digest = 0, Conceded, []int{1}, []int{0, 2}, "ffffffffffffffff"
		},
		func(g *Game) {
			g.First, g.End, g.Digest = 1, "timeout", "0000000000000000"
			g.Faults = []Fault{{Seat: 1, Kind: external.Timeout, Text: "37 ms\nover", Seq: 9, N: 2, Lost: true}}
			g.Reached, g.Figures = []int{4, 5}, []state.Figure{{Group: "g", Name: "n", N: -1.5}}
		},
		func(g *Game) { *g = h.panickedGame(4, "a bug", nil) },
	} {
		g := h.newGame(4, h.botsBySeat(4))
		change(&g)
		assert.Equal(t, []string{"<c>", "ü", `a "b"`}, g.Seats)
		var again Game
		require.NoError(t, json.Unmarshal(encoded(&g), &again))
		assert.Equal(t, g, again)
		assert.NoError(t, again.check(h))
	}
}

// TestHistogram checks that quantiles are accurate to an eighth, and that merging adds the counts.
func TestHistogram(t *testing.T) {
	var h Histogram
	assert.Zero(t, h.Quantile(.5))
	for ns := range int64(100_000) {
		h.add(time.Duration(1000+10*ns), 1)
	}
	assert.Equal(t, 100_000, h.Count())
	for _, p := range []float64{.01, .5, .99, 1} {
		exact := 1000 + 1_000_000*p
		assert.InEpsilon(t, exact, float64(h.Quantile(p)), .125)
	}
	var sum Histogram
	sum.Merge(h)
	sum.Merge(h)
	assert.Equal(t, 200_000, sum.Count())
	assert.Equal(t, h.Quantile(.5), sum.Quantile(.5))
	assert.Len(t, sum, len(h), "merged values keep their bucket")
}
