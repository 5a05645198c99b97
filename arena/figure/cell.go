package figure

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gamed/arena/stats"
	"gamed/internal/columns"
)

// A Unit is the unit of a cell's number.
type Unit uint8

const (
	NoUnit   Unit = iota // the cell is text
	Plain                // a number without a unit, or a time in nanoseconds
	Fraction             // a share of a whole, from 0 to 1
)

// A Cell is a text or a number. The zero Cell is empty.
type Cell struct {
	// Estimate holds the number. For a number without an interval, both limits equal the number.
	stats.Estimate
	Unit   Unit
	Marked bool // notable for the reason in the figure's About

	text string
}

// Text returns a cell with a text.
func Text(text string) Cell { return Cell{text: text} }

// Missing returns a cell for a number that does not exist.
func Missing() Cell { return Cell{Unit: Plain, text: "-"} }

// Number returns a cell with a number and its text.
func Number(x float64, text string) Cell {
	return Cell{Estimate: stats.Estimate{Value: x, Interval: stats.Interval{x, x}}, Unit: Plain, text: text}
}

// Count returns a cell with a whole number like 1,204.
func Count(n int) Cell { return Number(float64(n), columns.Thousands(n)) }

// Plural formats a number with its noun, as in "1 game" or "1,204 games".
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return columns.Thousands(n) + " " + noun
}

// Time returns a cell with a duration. The cell shows two significant digits, or whole units from
// 10 on: 1.5 ms, 740 µs.
func Time(d time.Duration) Cell {
	scale, unit := time.Nanosecond, "ns"
	switch {
	case d >= time.Second:
		scale, unit = time.Second, "s"
	case d >= time.Millisecond:
		scale, unit = time.Millisecond, "ms"
	case d >= time.Microsecond:
		scale, unit = time.Microsecond, "µs"
	}
	return Number(float64(d), Approx(float64(d)/float64(scale))+" "+unit)
}

// Share returns a cell with a share, from 0 to 1, like 51.2 %.
func Share(part float64) Cell {
	c := Number(part, fmt.Sprintf("%.1f %%", 100*part))
	c.Unit = Fraction
	return c
}

// Rate returns a cell with a share and its interval, like 51.2 % [48.1, 54.3].
func Rate(e stats.Estimate) Cell { return Cell{Estimate: e, Unit: Fraction, text: e.Percent()} }

// Elo returns a cell with a difference in Elo and its margin or interval; see [stats.Estimate.Text].
func Elo(e stats.Estimate, decimals int) Cell {
	return Cell{Estimate: e, Unit: Plain, text: e.Text(decimals)}
}

// Mark returns a copy of the cell that is marked if bad is set.
func (c Cell) Mark(bad bool) Cell {
	c.Marked = bad
	return c
}

// String returns the cell as the terminal shows it. A mark is an exclamation mark.
func (c Cell) String() string {
	if c.Marked {
		return c.text + " !"
	}
	return c.text
}

// typography replaces ASCII texts by characters that a terminal may lack.
var typography = strings.NewReplacer("+/-", "±", "+inf", "∞", "-inf", "−∞", "-", "−")

// Typeset returns the cell as a page shows it, with a minus sign instead of a hyphen and ∞ for an
// open limit.
func (c Cell) Typeset() string {
	switch {
	case c.Unit == NoUnit:
		return c.String()
	case c.text == "-":
		return "–"
	}
	return typography.Replace(c.String())
}

// MarshalText returns the cell as a page shows it, so a cell is a string in JSON.
func (c Cell) MarshalText() ([]byte, error) { return []byte(c.Typeset()), nil }

// Approx formats a number like 0.76, 7.6 or 1,204: with two significant digits below 10, else without
// decimals.
func Approx(x float64) string {
	if math.Abs(x) < 9.95 {
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	return columns.Thousands(int(math.Round(x)))
}
