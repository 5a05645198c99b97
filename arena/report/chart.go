package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// chartWidth is the width of all charts in their own units, which are about a
// pixel each: on a telephone a chart has the whole width of the page.
const chartWidth px = 360

// A px is a length in a chart.
type px float64

// String writes a tenth of a pixel at most.
func (p px) String() string { return strconv.FormatFloat(math.Round(float64(p)*10)/10, 'f', -1, 64) }

// A chart is a picture and what it says.
type chart struct {
	ID, Title, About string
	Width, Height    px
	Marks            []mark // those that come later are drawn above
}

// A mark is something drawn.
type mark struct {
	Shape         string // text, rect, dot or path
	X, Y          px     // of a dot the centre, of a text the baseline
	Width, Height px     // of a dot Width is the radius
	Path          string
	Class         string
	Text          string
	Tip           string // what is told by pointing at it
}

func newChart(title, about string, height px) *chart {
	return &chart{Title: title, About: about, Width: chartWidth, Height: height}
}

func (c *chart) draw(m mark) { c.Marks = append(c.Marks, m) }

func (c *chart) text(x, y px, class, text string) {
	c.draw(mark{Shape: "text", X: x, Y: y, Class: class, Text: text})
}

func (c *chart) line(class, tip string, x1, y1, x2, y2 px) {
	c.draw(mark{Shape: "path", Path: fmt.Sprintf("M%v %vL%v %v", x1, y1, x2, y2), Class: class, Tip: tip})
}

// named writes a name on the left and a figure on the right of a line of its own.
func (c *chart) named(y px, name, figure string) {
	c.text(chartWidth, y, "e", figure)
	c.draw(mark{Shape: "text", X: 0, Y: y, Class: "name", Text: shortened(name, chartWidth-wide(figure)-12), Tip: name})
}

// points are the corners of a path.
type points []struct{ x, y px }

func (p *points) add(x, y px) { *p = append(*p, struct{ x, y px }{x, y}) }

// path is the line through the points.
func (p points) path() string {
	var b strings.Builder
	for i, at := range p {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&b, "%s%v %v", command, at.x, at.y)
	}
	return b.String()
}

// wide returns about how wide a text is in a chart. It is on the safe side for most
// fonts.
func wide(text string) (width px) {
	for _, r := range text {
		switch {
		case strings.ContainsRune(" .,:;|!'()[]iljtfrI1", r):
			width += 4.4
		case strings.ContainsRune("mwMW%@", r):
			width += 10
		case r > 0x2000: // full width, at worst
			width += 11
		default:
			width += 6.6
		}
	}
	return width
}

// shortened returns a text that is not wider than room, without its middle if need
// be.
func shortened(text string, room px) string {
	runes := []rune(text)
	short := text
	for keep := len(runes) - 2; wide(short) > room && keep > 1; keep-- {
		short = string(runes[:(keep+1)/2]) + "…" + string(runes[len(runes)-keep/2:])
	}
	return short
}
