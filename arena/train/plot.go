package train

import (
	"fmt"
	"strings"

	"gamed/arena/stats"
)

// Sizes of the plot, in pixels.
const (
	plotWidth, plotHeight = 640, 240
	plotLeft, plotTop     = 60, 40
	plotGap               = 70 // between the two pictures, one above the other
)

// Plot draws how the generations went as an SVG file that needs nothing else: the
// losses above, the scores of the matches below.
func (r Result) Plot() string {
	var b strings.Builder
	height := plotTop + 2*plotHeight + 2*plotGap
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n", plotWidth+2*plotLeft, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	var loss, held, score []float64
	var intervals []stats.Interval
	for _, g := range r.Generations {
		loss, held = append(loss, g.Loss), append(held, g.Held)
		score, intervals = append(score, g.Score), append(intervals, g.Interval)
	}
	top := axes{top: plotTop, title: "loss (cross-entropy) by generation: learned from, and held out (dashed)", n: len(loss)}
	top.fit(append(append([]float64{}, loss...), held...))
	top.draw(&b)
	top.line(&b, loss, "#06c", "")
	top.line(&b, held, "#c60", "6 4")
	below := axes{top: plotTop + plotHeight + plotGap, title: "score of the match after each generation, with 95 % intervals", n: len(score), low: 0, high: 1}
	below.draw(&b)
	below.line(&b, score, "#06c", "")
	for i, in := range intervals {
		fmt.Fprintf(&b, `<path d="M%.1f %.1fV%.1f" stroke="#06c"/>`+"\n", below.x(i), below.y(in[0]), below.y(in[1]))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// axes are those of one picture: generations to the right, low to high upwards.
type axes struct {
	title     string
	top, n    int
	low, high float64
}

// fit lets the picture show all values with a margin.
func (a *axes) fit(values []float64) {
	a.low, a.high = values[0], values[0]
	for _, v := range values {
		a.low, a.high = min(a.low, v), max(a.high, v)
	}
	margin := max((a.high-a.low)/10, .001)
	a.low, a.high = a.low-margin, a.high+margin
}

func (a *axes) x(i int) float64 {
	return plotLeft + plotWidth*(float64(i)+.5)/float64(a.n)
}

func (a *axes) y(v float64) float64 {
	return float64(a.top) + plotHeight*(a.high-v)/(a.high-a.low)
}

func (a *axes) draw(b *strings.Builder) {
	fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", plotLeft, a.top-12, a.title)
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#999"/>`+"\n", plotLeft, a.top, plotWidth, plotHeight)
	for i := range 5 {
		v := a.low + (a.high-a.low)*float64(i)/4
		fmt.Fprintf(b, `<text x="%d" y="%.1f" text-anchor="end">%.3f</text>`+"\n", plotLeft-6, a.y(v)+4, v)
	}
	for i := range a.n {
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", a.x(i), a.top+plotHeight+16, i+1)
	}
}

func (a *axes) line(b *strings.Builder, values []float64, colour, dashes string) {
	fmt.Fprintf(b, `<polyline fill="none" stroke="%s" stroke-dasharray="%s" points="`, colour, dashes)
	for i, v := range values {
		fmt.Fprintf(b, "%.1f,%.1f ", a.x(i), a.y(v))
	}
	b.WriteString(`"/>` + "\n")
	for i, v := range values {
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n", a.x(i), a.y(v), colour)
	}
}
