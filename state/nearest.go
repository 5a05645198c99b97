package state

import "strings"

// Nearest returns the possible name that is closest to the given one, ignoring case. It returns ""
// if no name is close. Error messages suggest this name.
func Nearest(name string, possible []string) string {
	best, least := "", len(name)+1
	for _, p := range possible {
		if d := distance(strings.ToLower(name), strings.ToLower(p)); d < least && d <= len(p)/2 {
			best, least = p, d
		}
	}
	return best
}

// distance returns the least number of edits that turn a into b. One edit inserts, removes or
// changes a character, or swaps two adjacent characters.
func distance(a, b string) int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			change := row[j]
			if a[i] != b[j] {
				change++
			}
			next[j+1] = min(change, next[j]+1, row[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
