package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gamed/arena/stats"
)

// count writes how many there are of something.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return grouped(float64(n)) + " " + what
}

// grouped writes a whole number with commas: 1,204.
func grouped(x float64) string {
	s := fmt.Sprintf("%.0f", x)
	digits := strings.TrimPrefix(s, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return s[:len(s)-len(strings.TrimPrefix(s, "-"))] + digits
}

// plain writes a round number as short as it is.
func plain(v float64) string {
	if v == math.Trunc(v) {
		return minus(grouped(v))
	}
	return minus(strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64))
}

// percent writes a share, 0 to 1, as short as it is.
func percent(v float64) string { return plain(math.Round(v*1e6)/1e4) + " %" }

// share writes a share, 0 to 1, in percent.
func share(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }

// short writes a number with five digits.
func short(v float64) string { return fmt.Sprintf("%.5g", v) }

// margin writes an estimate as 12 ± 3.
func margin(e stats.Estimate) string { return fmt.Sprintf("%s ± %.0f", signed(e.Value), e.Margin()) }

// between writes an estimate as 12 [9, 15].
func between(e stats.Estimate) string {
	return fmt.Sprintf("%s [%s, %s]", signed(e.Value), signed(e.Interval[0]), signed(e.Interval[1]))
}

// signed writes a whole number with the minus that is as wide as a figure.
func signed(x float64) string {
	s := fmt.Sprintf("%.0f", x)
	if s == "-0" {
		return "0"
	}
	return minus(s)
}

// minus puts the minus that is as wide as a figure for hyphens.
func minus(numbers string) string { return strings.ReplaceAll(numbers, "-", "−") }

// tenths writes an estimate as 1.2 [0.9, 1.5].
func tenths(e stats.Estimate) string {
	return minus(fmt.Sprintf("%.1f [%.1f, %.1f]", e.Value, e.Interval[0], e.Interval[1]))
}

// lasting writes how long something took.
func lasting(seconds float64) string {
	if seconds < 60 {
		return strconv.FormatFloat(seconds, 'f', 1, 64) + " s"
	}
	return time.Duration(seconds * float64(time.Second)).Round(time.Second).String()
}

// speed writes games a second.
func speed(v float64) string {
	if v < 10 {
		return strconv.FormatFloat(v, 'g', 2, 64)
	}
	return grouped(v)
}

// duration writes a duration with two digits.
func duration(d time.Duration) string {
	units := []struct {
		name string
		of   time.Duration
	}{{"s", time.Second}, {"ms", time.Millisecond}, {"µs", time.Microsecond}, {"ns", time.Nanosecond}}
	for _, u := range units {
		if d < u.of && u.of > 1 {
			continue
		}
		v := float64(d) / float64(u.of)
		if v >= 10 {
			return grouped(v) + " " + u.name
		}
		return plain(math.Round(v*10)/10) + " " + u.name
	}
	return "0 ns"
}
