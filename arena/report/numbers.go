package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gamed/arena/stats"
)

// count formats a number with its noun, as in "1 game" or "1,204 games".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return grouped(float64(n)) + " " + what
}

// grouped formats a whole number with thousands separators, as in 1,204.
func grouped(x float64) string {
	s := fmt.Sprintf("%.0f", x)
	digits := strings.TrimPrefix(s, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return s[:len(s)-len(strings.TrimPrefix(s, "-"))] + digits
}

// plain formats a number with as few digits as possible and at most six decimals.
func plain(v float64) string {
	if v == math.Trunc(v) {
		return minus(grouped(v))
	}
	return minus(strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64))
}

// percent formats a share from 0 to 1 as a percentage with as few digits as possible.
func percent(v float64) string { return plain(math.Round(v*1e6)/1e4) + " %" }

// share formats a share from 0 to 1 as a percentage with one decimal.
func share(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }

// short formats a number with five significant digits.
func short(v float64) string { return fmt.Sprintf("%.5g", v) }

// margin formats an estimate as 12 ± 3, or as 12 [9, 20] if the value is not in the middle.
func margin(e stats.Estimate) string {
	if e.Lopsided() {
		return between(e)
	}
	return fmt.Sprintf("%s ± %.0f", signed(e.Value), e.Margin())
}

// between formats an estimate as 12 [9, 15].
func between(e stats.Estimate) string {
	return fmt.Sprintf("%s [%s, %s]", signed(e.Value), signed(e.Interval[0]), signed(e.Interval[1]))
}

// signed formats a whole number with a minus sign instead of a hyphen, and the end of an open
// interval as infinite.
func signed(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	s := fmt.Sprintf("%.0f", x)
	if s == "-0" {
		return "0"
	}
	return minus(s)
}

// minus replaces hyphens with minus signs, which are as wide as digits.
func minus(numbers string) string { return strings.ReplaceAll(numbers, "-", "−") }

// tenths formats an estimate as 1.2 [0.9, 1.5].
func tenths(e stats.Estimate) string {
	number := func(x float64) string {
		if math.IsInf(x, 0) {
			return signed(x)
		}
		return minus(strconv.FormatFloat(x, 'f', 1, 64))
	}
	return fmt.Sprintf("%s [%s, %s]", number(e.Value), number(e.Interval[0]), number(e.Interval[1]))
}

// lasting formats an elapsed time.
func lasting(seconds float64) string {
	if seconds < 60 {
		return strconv.FormatFloat(seconds, 'f', 1, 64) + " s"
	}
	return time.Duration(seconds * float64(time.Second)).Round(time.Second).String()
}

// speed formats a number of games per second.
func speed(v float64) string {
	if v < 10 {
		return strconv.FormatFloat(v, 'g', 2, 64)
	}
	return grouped(v)
}

// duration formats a duration with at least two significant digits.
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
