package arena

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// short formats a duration with two significant digits.
func short(d time.Duration) string {
	switch ms := float64(d) / float64(time.Millisecond); {
	case ms < .1:
		return strconv.FormatFloat(1000*ms, 'g', 2, 64) + " µs"
	case ms < 100:
		return strconv.FormatFloat(ms, 'g', 2, 64) + " ms"
	default:
		return strconv.FormatFloat(ms/1000, 'g', 2, 64) + " s"
	}
}

// grouped formats a number with thousands separators, as in 1,204.
func grouped(x float64) string {
	if x < 10 {
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	s := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// join joins the nonempty parts.
func join(by string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), by)
}

// numbered formats numbers separated by spaces.
func numbered(numbers []float64, format string) string {
	var parts []string
	for _, n := range numbers {
		parts = append(parts, fmt.Sprintf(format, n))
	}
	return strings.Join(parts, " ")
}

// signed formats a number with its sign. Zero has no sign.
func signed(x float64) string {
	if x == 0 {
		return "0"
	}
	return fmt.Sprintf("%+g", x)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
