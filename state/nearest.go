package state

import "strings"

// Nearest returns the possible name that is closest to the given one, ignoring case. It returns ""
// if no name is close. Error messages use it to suggest a name.
func Nearest(name string, possible []string) string {
	best, least := "", len(name)+1
	for _, p := range possible {
		if d := distance(strings.ToLower(name), strings.ToLower(p)); d < least && d <= len(p)/2 {
			best, least = p, d
		}
	}
	return best
}

// distance returns the Levenshtein distance between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
