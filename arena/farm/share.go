package farm

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"gamed/arena"
	"gamed/arena/stats"
	"gamed/internal/columns"
)

// A Share describes the games of a run that one worker played.
type Share struct {
	Worker string
	Cores  int
	Pairs  int // number of counted pairs or rotations
	Games  int
	Took   time.Duration // playing time, summed over all cores
	// Differs describes how the worker's results differ from the others' results, or is empty.
	Differs string
	// Outcomes counts pairs by the first bot's score in half points, from 0 to the maximum. The
	// last entry counts pairs with a fault or a panic in the rules.
	Outcomes []int
}

// Shares lists the shares of all workers, sorted by name.
type Shares []Share

// outcomesOf returns the first bot's outcome of each pair, as in [Share].
func outcomesOf(h *arena.Header, games []arena.Game) (all []uint8) {
	for unit := range slices.Chunk(games, h.UnitSize()) {
		points, failed := 0, false
		for _, g := range unit {
			failed = failed || len(g.Faults) > 0 || g.Error != ""
			won := slices.ContainsFunc(g.Won, func(seat int) bool { return h.BotIndex(g.Number, seat) == 0 })
			switch {
			case len(g.Won) == 0 || g.Drawn():
				points++
			case won:
				points += 2
			}
		}
		if failed {
			points = 2*h.UnitSize() + 1
		}
		all = append(all, uint8(points))
	}
	return all
}

// add adds the first pairs of a chunk. The parameter pairs is the number of pairs that count.
func (s *Share) add(unit int, c *chunk, pairs int) {
	if s.Outcomes == nil {
		s.Outcomes = make([]int, 2*unit+2)
	}
	for _, outcome := range c.outcomes[:pairs] {
		s.Outcomes[outcome]++
	}
	s.Pairs += pairs
	s.Games += pairs * unit
	s.Took += c.took
}

// join adds the worker's share in another match. It does not add the outcomes, because outcomes of
// different matches are not comparable.
func (s *Share) join(other Share) {
	s.Pairs += other.Pairs
	s.Games += other.Games
	s.Took += other.Took
	s.Differs = cmp.Or(s.Differs, other.Differs)
}

const (
	// significance is the largest probability that a run flags an honest worker.
	significance = .001
	// minExpected is the smallest expected number of pairs of an outcome. The function pool merges
	// rarer outcomes.
	minExpected = 5
)

// flagDiffering flags the workers whose outcomes in a match differ from the outcomes of the other
// workers. It flags the worker with the most significant difference, removes it from the comparison
// and repeats. The significance level of a comparison is significance, divided by the number of
// compared workers and by the number of matches.
func (all Shares) flagDiffering(matches int) {
	var in []int // indexes of the compared workers
	for i, s := range all {
		if s.Pairs > 0 && s.Differs == "" {
			in = append(in, i)
		}
	}
	for limit := significance / float64(max(len(in), 1)*matches); len(in) > 1; {
		var rows [][]int
		for _, i := range in {
			rows = append(rows, all[i].Outcomes)
		}
		tests := stats.AgainstRest(pool(rows))
		worst := 0
		for i, t := range tests {
			if t.P < tests[worst].P {
				worst = i
			}
		}
		t := tests[worst]
		if t.P >= limit {
			return
		}
		all[in[worst]].Differs = fmt.Sprintf("chi-square %.1f, p %.2g", t.Statistic, t.P)
		in = slices.Delete(in, worst, worst+1)
	}
}

// pool merges adjacent outcomes until the row with the fewest pairs has at least minExpected expected
// pairs for each outcome.
func pool(rows [][]int) [][]int {
	total, least := 0, math.MaxInt
	columns := make([]int, len(rows[0]))
	for _, row := range rows {
		n := 0
		for j, count := range row {
			n += count
			columns[j] += count
		}
		total, least = total+n, min(least, n)
	}
	ends := []int{0} // ends of the pooled columns
	count := 0
	for j, n := range columns {
		if count += n; count*least >= minExpected*total {
			ends, count = append(ends, j+1), 0
		}
	}
	// The last pooled column takes the remaining outcomes.
	ends = append(ends[1:max(len(ends)-1, 1)], len(columns))
	pooled := make([][]int, len(rows))
	for i, row := range rows {
		from := 0
		for _, end := range ends {
			sum := 0
			for _, n := range row[from:end] {
				sum += n
			}
			pooled[i] = append(pooled[i], sum)
			from = end
		}
	}
	return pooled
}

// DifferingCount returns the number of flagged workers.
func (all Shares) DifferingCount() (n int) {
	for _, s := range all {
		if s.Differs != "" {
			n++
		}
	}
	return n
}

// String formats the shares as text.
func (all Shares) String() string {
	games := 0
	for _, s := range all {
		games += s.Games
	}
	var table columns.Table
	for _, s := range all {
		table.Rowf("worker %s\t%d cores\t%d games\t%.1f %%\t%.1f s", s.Worker, s.Cores, s.Games, 100*float64(s.Games)/float64(max(games, 1)), s.Took.Seconds())
	}
	for _, s := range all {
		if s.Differs != "" {
			table.Row(fmt.Sprintf("worker %s: results differ (%s)", s.Worker, s.Differs))
		}
	}
	return table.Format("  ", "lr")
}
