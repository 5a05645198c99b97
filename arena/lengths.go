package arena

import (
	"fmt"
	"maps"
	"slices"
)

// Lengths describes the lengths of games.
type Lengths struct {
	Mean   float64 `json:"mean"`
	Median int     `json:"median"`
	P90    int     `json:"p90"`
	Most   int     `json:"most"`

	// Games maps each length to the number of games.
	Games map[int]int `json:"-"`
}

// String formats the lengths as in "mean 9.4, median 9, 90 % 14, most 31".
func (l Lengths) String() string {
	return fmt.Sprintf("mean %.1f, median %d, 90 %% %d, most %d", l.Mean, l.Median, l.P90, l.Most)
}

// lengthCounts maps the length of a game to the number of games.
type lengthCounts map[int]int

func (c *lengthCounts) add(length int) {
	if *c == nil {
		*c = lengthCounts{}
	}
	(*c)[length]++
}

// lengths returns the mean, the quantiles and the maximum of the counted lengths.
func (c lengthCounts) lengths() Lengths {
	l := Lengths{Games: c}
	n, sum := 0, 0
	for length, games := range c {
		n += games
		sum += games * length
		l.Most = max(l.Most, length)
	}
	if n == 0 {
		return l
	}
	l.Mean = float64(sum) / float64(n)
	l.Median, l.P90 = c.nth(n/2), c.nth(n*9/10)
	return l
}

// nth returns the length of the game at index n in the order from the shortest game to the longest.
func (c lengthCounts) nth(n int) int {
	for _, length := range slices.Sorted(maps.Keys(c)) {
		if n -= c[length]; n < 0 {
			return length
		}
	}
	return 0
}
