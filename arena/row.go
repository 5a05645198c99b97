package arena

import "slices"

// rowOf returns the row of a list for which is returns true. If the list has no such row, rowOf
// appends the row made.
func rowOf[L ~[]T, T any](list *L, made T, is func(T) bool) *T {
	i := slices.IndexFunc(*list, is)
	if i < 0 {
		i = len(*list)
		*list = append(*list, made)
	}
	return &(*list)[i]
}
