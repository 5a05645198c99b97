package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"gamed/state"
)

// tables returns the tables of a round robin or a gauntlet. A table is a list of indexes in t.Bots.
func (t *Tournament) tables() [][]int {
	n, k := len(t.Bots), t.Seats
	fixed := 0 // number of bots from the start of Bots that sit at every table
	if t.Format == Gauntlet {
		fixed = 1
	}
	if binomial(n-fixed, k-fixed, t.Pairings) > t.Pairings {
		return t.sample(fixed)
	}
	var tables [][]int
	var choose func(table []int, from int)
	choose = func(table []int, from int) {
		if len(table) == k {
			tables = append(tables, slices.Clone(table))
			return
		}
		for i := from; i <= n-(k-len(table)); i++ {
			choose(append(table, i), i+1)
		}
	}
	choose([]int{0}[:fixed], fixed)
	return tables
}

// binomial returns the binomial coefficient "n choose k". If the coefficient exceeds limit, it
// returns some number above limit.
func binomial(n, k, limit int) int {
	ways := 1
	for i := range min(k, n-k) {
		if ways = ways * (n - i) / (i + 1); ways > limit {
			return ways // the coefficient can only increase
		}
	}
	return ways
}

// sample returns a balanced sample of t.Pairings tables. The given number of bots from the start of
// t.Bots sit at every table. All other bots get about the same number of tables and meet each other
// about equally often. The seed of the match breaks ties.
func (t *Tournament) sample(fixed int) (tables [][]int) {
	n := len(t.Bots)
	r := state.Rand(t.Match.Seed)
	meetings := newMeetings(n)
	seen := map[string]bool{}
	for len(tables) < t.Pairings {
		var table []int
		for try := range 40 { // an attempt may repeat a table
			table = []int{0}[:fixed:fixed]
			order := make([]int, 0, n)
			for i := fixed; i < n; i++ {
				order = append(order, i)
			}
			state.Shuffle(order, &r)
			for len(table) < t.Seats {
				next := slices.MinFunc(order, func(a, b int) int {
					tables := cmp.Compare(meetings.tables[a], meetings.tables[b])
					met := cmp.Compare(meetings.countWith(a, table), meetings.countWith(b, table))
					if try >= 20 { // the bots with the fewest tables may have had all their tables already
						tables, met = met, tables
					}
					return cmp.Or(tables, met)
				})
				table = append(table, next)
				order = slices.DeleteFunc(order, func(bot int) bool { return bot == next })
			}
			slices.Sort(table)
			if !seen[fmt.Sprint(table)] {
				break
			}
		}
		seen[fmt.Sprint(table)] = true
		meetings.add(table)
		tables = append(tables, table)
	}
	return tables
}

// meetings counts the tables of each bot, and how often two bots have met.
type meetings struct {
	tables []int   // number of tables of each bot
	met    [][]int // number of meetings of each pair of bots
}

func newMeetings(n int) *meetings {
	m := &meetings{tables: make([]int, n)}
	for range n {
		m.met = append(m.met, make([]int, n))
	}
	return m
}

func (m *meetings) add(table []int) {
	for _, a := range table {
		m.tables[a]++
		for _, b := range table {
			m.met[a][b]++
		}
	}
}

// countWith returns how often a bot has met the bots at a table.
func (m *meetings) countWith(a int, table []int) (n int) {
	for _, b := range table {
		n += m.met[a][b]
	}
	return n
}
