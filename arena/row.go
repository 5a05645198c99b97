package arena

import "slices"

// rowOf returns the row of a list for which match returns true. If the list has no such row, rowOf
// appends newRow.
func rowOf[L ~[]T, T any](list *L, newRow T, match func(T) bool) *T {
	i := slices.IndexFunc(*list, match)
	if i < 0 {
		i = len(*list)
		*list = append(*list, newRow)
	}
	return &(*list)[i]
}
