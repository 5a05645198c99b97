package load

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// The measures of the plot, in pixels.
const (
	plotWidth  = 860
	plotLabels = 170 // the names on the left
	plotBar    = 16  // the height of a bar
	plotRow    = 48  // the height of a row of two bars
	plotHead   = 64
)

// Plot draws the report as SVG: for each engine how many records, and how many requests
// of whole games, it takes a second, on a logarithmic scale, with the 99th percentile of
// the times.
func (r *Report) Plot(w io.Writer) error {
	most := 10.0
	for _, row := range r.Rows {
		most = math.Max(most, row.Append.Rate)
		if row.Play != nil {
			most = math.Max(most, row.Play.Rate)
		}
	}
	const least = 100.0 // where the scale begins
	decades := math.Ceil(math.Log10(most / least))
	room := float64(plotWidth - plotLabels - 130)
	x := func(rate float64) float64 {
		return math.Max(math.Log10(math.Max(rate, 1)/least), 0) / decades * room
	}
	height := plotHead + plotRow*len(r.Rows) + 30
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`, plotWidth, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`, plotWidth, height)
	fmt.Fprintf(&b, `<text x="10" y="20" font-size="15">%d games at once: records and requests a second</text>`, r.Plan.Games)
	legend := func(x int, color, text string) {
		fmt.Fprintf(&b, `<rect x="%d" y="32" width="12" height="12" fill="%s"/><text x="%d" y="42">%s</text>`, x, color, x+18, text)
	}
	legend(plotLabels, recordColor, "records alone")
	legend(plotLabels+140, requestColor, "requests of games, whole server")
	for d := 0.0; d <= decades; d++ {
		rate := least * math.Pow(10, d)
		at := plotLabels + x(rate)
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle" fill="#555">%s</text>`,
			at, plotHead-8, at, height-24, at, height-8, thousands(rate))
	}
	for i, row := range r.Rows {
		y := plotHead + plotRow*i
		fmt.Fprintf(&b, `<text x="10" y="%d">%s</text>`, y+plotBar, html.EscapeString(fmt.Sprintf("%s, sync %s", row.Engine, row.Sync)))
		bar := func(y int, color string, result *Result) {
			if result != nil {
				long := x(result.Rate)
				fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/><text x="%.1f" y="%d">%s, p99 %s</text>`,
					plotLabels, y, long, plotBar, color, plotLabels+long+6, y+plotBar-4, thousands(result.Rate), round(result.P99))
			}
		}
		bar(y, recordColor, &row.Append)
		bar(y+plotBar+2, requestColor, row.Play)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

const (
	recordColor  = "#9db8d2"
	requestColor = "#2f6690"
)
