package stats

import (
	"cmp"
	"math"
)

// Quantile returns the p-quantile of sorted values, with p from 0 to 1. The p-quantile is the
// smallest value x for which at least the share p of all values are at most x. Without values,
// Quantile returns zero.
func Quantile[T cmp.Ordered](sorted []T, p float64) (q T) {
	if len(sorted) == 0 {
		return q
	}
	rank := int(math.Ceil(p * float64(len(sorted))))
	return sorted[min(max(rank, 1), len(sorted))-1]
}
