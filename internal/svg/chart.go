// Package svg draws charts as SVG for an HTML page or a file.
package svg

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// Width is the width of every chart in user units. On a phone one unit is about one pixel.
const Width Length = 360

// A Length is a distance in user units.
type Length float64

// String rounds to a tenth of a unit.
func (p Length) String() string {
	return strconv.FormatFloat(math.Round(float64(p)*10)/10, 'f', -1, 64)
}

// A Chart is a picture with a title and a description. Later shapes cover earlier shapes. Texts and
// tips may contain any characters.
type Chart struct {
	ID           string // unique on its page
	Title, About string

	height Length
	shapes strings.Builder
}

// New returns an empty chart.
func New(title, about string, height Length) *Chart {
	return &Chart{Title: title, About: about, height: height}
}

// Text writes text whose baseline begins at (x, y). Class "m" centers the text at x instead, "e" ends
// the text at x, and "name" highlights the text. Classes are separated by spaces.
func (c *Chart) Text(class string, x, y Length, text string) { c.text(class, "", x, y, text) }

func (c *Chart) text(class, tip string, x, y Length, text string) {
	fmt.Fprintf(&c.shapes, `<text x="%v" y="%v"`, x, y)
	if class != "" {
		fmt.Fprintf(&c.shapes, ` class="%s"`, class)
	}
	fmt.Fprintf(&c.shapes, ">%s", html.EscapeString(text))
	c.end("text", tip)
}

// LabeledRow writes a name at the left and a figure at the right, at height y. It shortens the name
// to the space that the figure leaves.
func (c *Chart) LabeledRow(y Length, name, figure string) {
	c.Text("e", Width, y, figure)
	c.text("name", name, 0, y, Shorten(name, Width-TextWidth(figure)-12))
}

// Rect fills a rectangle. The tip is the shape's tooltip and may be empty.
func (c *Chart) Rect(class, tip string, x, y, width, height Length) {
	fmt.Fprintf(&c.shapes, `<rect x="%v" y="%v" width="%v" height="%v" class="%s">`, x, y, width, height, class)
	c.end("rect", tip)
}

// Dot fills a circle.
func (c *Chart) Dot(class, tip string, x, y, radius Length) {
	fmt.Fprintf(&c.shapes, `<circle cx="%v" cy="%v" r="%v" class="%s">`, x, y, radius, class)
	c.end("circle", tip)
}

// Line draws a straight line.
func (c *Chart) Line(class, tip string, x1, y1, x2, y2 Length) {
	c.path(class, tip, fmt.Sprintf("M%v %vL%v %v", x1, y1, x2, y2))
}

// Polyline draws straight lines between points.
func (c *Chart) Polyline(class string, points Points) { c.path(class, "", points.path()) }

// Area fills the polygon with the given corners.
func (c *Chart) Area(class string, points Points) { c.path("band "+class, "", points.path()+"Z") }

func (c *Chart) path(class, tip, d string) {
	fmt.Fprintf(&c.shapes, `<path d="%s" class="%s">`, d, class)
	c.end("path", tip)
}

func (c *Chart) end(shape, tip string) {
	if tip != "" {
		fmt.Fprintf(&c.shapes, "<title>%s</title>", html.EscapeString(tip))
	}
	fmt.Fprintf(&c.shapes, "</%s>\n", shape)
}

// Inline returns the chart as an element for an HTML page. The page's style sheet defines the
// classes.
func (c *Chart) Inline() string {
	return fmt.Sprintf(`<svg viewBox="0 0 %v %v" role="img" aria-labelledby="%[3]s-title %[3]s-desc">
<title id="%[3]s-title">%[4]s</title>
<desc id="%[3]s-desc">%[5]s</desc>
%[6]s</svg>`, Width, c.height, c.ID, html.EscapeString(c.Title), html.EscapeString(c.About), c.shapes.String())
}

// fileStyle is the style sheet of a chart in its own file.
const fileStyle = `text { font: 11px sans-serif; fill: #555; } text.name { fill: #111; }
text.e { text-anchor: end; } text.m { text-anchor: middle; }
rect, circle { fill: currentColor; } path { fill: none; stroke: currentColor; stroke-width: 1.6; }
path.axis { color: #ddd; stroke-width: 1; }
.s0 { color: #06c; } .s1 { color: #c60; }`

// File returns the chart as an SVG file on a white background. The classes s0 and s1 set the colors.
func (c *Chart) File() string {
	const margin = 12
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="%v %v %v %v" width="860" role="img">
<title>%s</title>
<desc>%s</desc>
<style>%s</style>
<rect x="%[1]v" y="%[2]v" width="%[3]v" height="%[4]v" style="fill: #fff"/>
%[8]s</svg>
`, -margin, -margin, Width+2*margin, c.height+2*margin, html.EscapeString(c.Title), html.EscapeString(c.About), fileStyle, c.shapes.String())
}

// Points are the corners of a path.
type Points []struct{ x, y Length }

// Add appends a corner.
func (p *Points) Add(x, y Length) { *p = append(*p, struct{ x, y Length }{x, y}) }

func (p Points) path() string {
	var b strings.Builder
	command := "M"
	for _, at := range p {
		fmt.Fprintf(&b, "%s%v %v", command, at.x, at.y)
		command = "L"
	}
	return b.String()
}

// TextWidth estimates the width of a text. For most texts, the estimate is too large rather than
// too small.
func TextWidth(text string) (width Length) {
	for _, r := range text {
		switch {
		case strings.ContainsRune(" .,:;|!'()[]iljtfrI1", r):
			width += 4.4
		case strings.ContainsRune("mwMW%@", r):
			width += 10
		case r > 0x2000: // perhaps full width
			width += 11
		default:
			width += 6.6
		}
	}
	return width
}

// Shorten replaces the middle of a text with "…" if the text is wider than the given width. It
// keeps at least the first and the last character, even if these are wider.
func Shorten(text string, width Length) string {
	runes := []rune(text)
	short := text
	for keep := len(runes) - 2; TextWidth(short) > width && keep > 1; keep-- {
		short = string(runes[:(keep+1)/2]) + "…" + string(runes[len(runes)-keep/2:])
	}
	return short
}
