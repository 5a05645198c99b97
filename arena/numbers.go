package arena

import (
	"fmt"
	"strings"
)

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
