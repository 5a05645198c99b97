package arena

import (
	"fmt"
	"strings"
)

// joinNumbers formats numbers separated by spaces.
func joinNumbers(numbers []float64, format string) string {
	var parts []string
	for _, n := range numbers {
		parts = append(parts, fmt.Sprintf(format, n))
	}
	return strings.Join(parts, " ")
}

// formatSigned formats a number with its sign, and 0 without one.
func formatSigned(x float64) string {
	if x == 0 {
		return "0"
	}
	return fmt.Sprintf("%+g", x)
}
