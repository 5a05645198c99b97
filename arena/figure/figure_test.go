package figure_test

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/arena/figure"
	"gamed/arena/stats"
)

func scores() figure.Figure {
	f := figure.Figure{ID: "scores", Title: "Scores", About: "Marked: below 40 %.", Head: []string{"deck", "games", "score", "Elo", ""}}
	f.Add(figure.Text("oak-elm"), figure.Count(1204), figure.Rate(stats.Rate(602, 1204)), figure.Elo(stats.Estimate{Interval: stats.Interval{-10, 10}}, 1), figure.Text(""))
	open := stats.Estimate{Value: -350.5, Interval: stats.Interval{math.Inf(-1), -200}}
	f.Add(figure.Text("ash"), figure.Count(20), figure.Rate(stats.Rate(4, 20)).Mark(true), figure.Elo(open, 1), figure.Text(""))
	f.Add(figure.Text("yew"), figure.Count(0), figure.Missing(), figure.Missing(), figure.Text(""))
	return f
}

// TestText checks a figure as text. A long figure shows only its marked rows.
func TestText(t *testing.T) {
	f := scores()
	assert.Equal(t, `  deck       games                  score                    Elo
    oak-elm  1,204  50.0 % [47.2, 52.8]             0.0 +/- 10.0
    ash         20   20.0 % [8.1, 41.6] !  -350.5 [-inf, -200.0]
    yew          0                    -                        -
    Marked: below 40 %.
`, f.Text("  "))
	f.Long = true
	assert.Equal(t, `deck   games                 score                    Elo
  ash     20  20.0 % [8.1, 41.6] !  -350.5 [-inf, -200.0]
  Marked: below 40 %.
`, f.Text(""))
	f.Rows = f.Rows[:1]
	assert.Empty(t, f.Text(""), "a long figure without a marked row")
	assert.Empty(t, figure.Figure{Head: []string{"deck"}, About: "None."}.Text(""))
}

// TestHeading checks that a head without a second column may be wider than the first column.
func TestHeading(t *testing.T) {
	f := figure.Figure{Head: []string{"a wide heading", ""}}
	f.Add(figure.Text("Elo"), figure.Count(7))
	f.Add(figure.Text("LOS"), figure.Count(1000))
	assert.Equal(t, "a wide heading\n  Elo      7\n  LOS  1,000\n", f.Text(""))
}

// TestJSON checks that cells are strings as a page shows them. Texts keep their hyphens.
func TestJSON(t *testing.T) {
	b, err := json.Marshal(scores())
	require.NoError(t, err)
	assert.JSONEq(t, `{
		"id": "scores", "title": "Scores", "about": "Marked: below 40 %.", "head": ["deck", "games", "score", "Elo", ""],
		"rows": [
			{"cells": ["oak-elm", "1,204", "50.0 % [47.2, 52.8]", "0.0 ± 10.0", ""]},
			{"cells": ["ash", "20", "20.0 % [8.1, 41.6] !", "−350.5 [−∞, −200.0]", ""]},
			{"cells": ["yew", "0", "–", "–", ""]}
		]
	}`, string(b))
}

// TestNumber checks which columns IsNumeric accepts, and that NonEmpty drops figures without rows.
func TestNumber(t *testing.T) {
	f := scores()
	for column, want := range []bool{false, true, true, true, false, false} {
		assert.Equal(t, want, f.IsNumeric(column), column)
	}
	assert.False(t, figure.Figure{}.IsNumeric(0))
	assert.Equal(t, []figure.Figure{f}, figure.NonEmpty(figure.Figure{Title: "Empty"}, f))
}

// TestTime checks the texts of times, approximate numbers and plurals.
func TestTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ns", 80: "80 ns", 1500: "1.5 µs", 7680: "7.7 µs", 740 * time.Microsecond: "740 µs", 1_040_000: "1 ms", 1500 * time.Second: "1,500 s",
	} {
		assert.Equal(t, want, figure.Time(d).String())
	}
	for x, want := range map[float64]string{.7612: "0.76", 7.612: "7.6", 9.96: "10", 76.12: "76", 1204.3: "1,204"} {
		assert.Equal(t, want, figure.Approx(x))
	}
	assert.Equal(t, "1 game", figure.Plural(1, "game"))
	assert.Equal(t, "1,204 games", figure.Plural(1204, "game"))
}
