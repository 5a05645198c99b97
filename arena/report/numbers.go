package report

import (
	"math"
	"strconv"
	"strings"
	"time"

	"gamed/arena/figure"
)

// formatNumber formats a number on an axis with as few digits as possible and at most six decimals.
func formatNumber(v float64) string {
	if v == math.Trunc(v) {
		return figure.Count(int(v)).Typeset()
	}
	return withMinusSigns(strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64))
}

// formatPercent formats a share from 0 to 1 on an axis as a percentage with as few digits as
// possible.
func formatPercent(v float64) string { return formatNumber(math.Round(v*1e6)/1e4) + " %" }

// withMinusSigns replaces hyphens with minus signs, which are as wide as digits.
func withMinusSigns(numbers string) string { return strings.ReplaceAll(numbers, "-", "−") }

// formatSeconds formats an elapsed time.
func formatSeconds(seconds float64) string {
	if seconds < 60 {
		return strconv.FormatFloat(seconds, 'f', 1, 64) + " s"
	}
	return time.Duration(seconds * float64(time.Second)).Round(time.Second).String()
}
