package svg_test

import (
	"encoding/xml"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/internal/svg"
)

func plain(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// TestChart checks that a chart is well-formed and escapes all texts.
func TestChart(t *testing.T) {
	const evil = `</svg><script>"&`
	c := svg.New(evil, evil, 100)
	c.ID = "chart1"
	c.LabeledRow(10, evil, evil)
	c.Rect("s0", evil, 0, 0, 10, 10)
	x := svg.Scale{Low: 1, High: 1e6, From: 0, To: svg.Width, Log: true}
	c.XAxis(x, 90, plain, evil)
	c.YAxis(svg.Scale{Low: -1, High: 1, From: 80, To: 0}.Rounded(5), svg.Width, plain)
	var corners svg.Points
	corners.Add(0, 0)
	corners.Add(1, 1.25)
	c.Area("s0", corners)
	for _, text := range []string{c.Inline(), c.File()} {
		assert.NoError(t, xml.Unmarshal([]byte(text), new(struct{})))
		assert.NotContains(t, text, "<script")
		assert.Contains(t, text, `d="M0 0L1 1.3Z"`)
		assert.Equal(t, 1, strings.Count(text, "<svg"))
	}
	assert.Contains(t, c.Inline(), `aria-labelledby="chart1-title chart1-desc"`)
}

// TestScale checks coordinates on linear and logarithmic scales, and round steps.
func TestScale(t *testing.T) {
	s := svg.Scale{Low: 0, High: 10, From: 100, To: 0}
	assert.Equal(t, svg.Length(50), s.Coordinate(5))
	assert.Equal(t, svg.Length(0), s.Coordinate(11), "At clamps a value outside the scale")
	out := svg.Scale{Low: .3, High: 9.2}.Rounded(5)
	assert.Equal(t, [2]float64{0, 10}, [2]float64{out.Low, out.High})
	assert.Equal(t, svg.Length(50), svg.Scale{Low: 1, High: 100, From: 0, To: 100, Log: true}.Coordinate(10))
	for _, step := range []float64{.3, .5, 7, 20, 0} {
		assert.GreaterOrEqual(t, svg.RoundStep(step), step)
	}
}

// TestShorten checks that Shorten changes only a text that is too wide.
func TestShorten(t *testing.T) {
	assert.Equal(t, "short", svg.Shorten("short", 100))
	long := svg.Shorten(strings.Repeat("abc", 50), 100)
	assert.LessOrEqual(t, svg.TextWidth(long), svg.Length(100))
	assert.Contains(t, long, "…")
}
