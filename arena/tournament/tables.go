package tournament

import (
	"cmp"
	"fmt"
	"slices"

	"gamed/state"
)

// tables returns who meets in each pairing of a round robin or a gauntlet, by
// place in Bots.
func (t *Tournament) tables() [][]int {
	n, k := len(t.Bots), t.Seats
	fixed := 0 // bots that are at each table, the first ones
	if t.Format == Gauntlet {
		fixed = 1
	}
	if choices(n-fixed, k-fixed, t.Pairings) > t.Pairings {
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

// choices returns in how many ways k of n can be chosen; of more than limit, that
// there are more.
func choices(n, k, limit int) int {
	ways := 1
	for i := range min(k, n-k) {
		if ways = ways * (n - i) / (i + 1); ways > limit {
			return ways // it only grows
		}
	}
	return ways
}

// sample returns as many tables as may be played, so that each bot has about as
// many as any other, and meets all others about equally often. The seed decides
// among those that are as good.
func (t *Tournament) sample(fixed int) (tables [][]int) {
	n := len(t.Bots)
	r := state.Rand(t.Match.Seed)
	meetings := newMeetings(n)
	seen := map[string]bool{}
	for len(tables) < t.Pairings {
		var table []int
		for try := range 40 { // some are drawn that were there already
			table = []int{0}[:fixed:fixed]
			order := make([]int, 0, n)
			for i := fixed; i < n; i++ {
				order = append(order, i)
			}
			state.Shuffle(order, &r)
			for len(table) < t.Seats {
				next := slices.MinFunc(order, func(a, b int) int {
					tables := cmp.Compare(meetings.tables[a], meetings.tables[b])
					met := cmp.Compare(meetings.with(a, table), meetings.with(b, table))
					if try >= 20 { // those that have sat out most have met
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

// meetings counts who has met whom.
type meetings struct {
	tables []int   // by bot
	met    [][]int // by two bots
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

// with returns how often a bot has met those at a table.
func (m *meetings) with(a int, table []int) (n int) {
	for _, b := range table {
		n += m.met[a][b]
	}
	return n
}
