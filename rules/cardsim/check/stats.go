package check

import (
	"math"
	"math/bits"
	"slices"
	"strconv"

	"gamed/rules/cardsim"
)

// A statCount summarizes a stat over random games.
type statCount struct {
	StatReport          // Mean and FinalMean are sums until the report is made
	finiteTurns int     // turns with a finite number
	finiteEnds  int     // games that ended with a finite number
	start       float64 // in the current game
	distances   [32]distance
	firstText   string // the first value seen, as text
	varies      bool   // another value was seen
}

// A distance is how far a stat was from its start in one of the turns 1, 2, 4, 8, …
type distance struct {
	sum   float64 // of all games
	most  float64 // in any game
	games int
}

type statCounts struct{ all []*statCount }

// countOf returns the count of the stat with index i in the current list of stats. The list may
// change between turns, so countOf also looks for the name at other indexes. Several stats may have
// the same name.
func (s *statCounts) countOf(i int, stat cardsim.Stat) *statCount {
	name := stat.StatName()
	if i < len(s.all) && s.all[i].Name == name {
		return s.all[i]
	}
	for _, c := range s.all {
		if c.Name == name {
			return c
		}
	}
	c := &statCount{StatReport: StatReport{Name: name, Hidden: !stat.Visible()}}
	s.all = append(s.all, c)
	return c
}

// recordTurn adds the values at the start of a turn to the summaries of the stats.
func (s *statCounts) recordTurn(turn int, stats []cardsim.Stat) {
	for i, stat := range stats {
		c := s.countOf(i, stat)
		c.recordVariation(stat)
		x, ok := c.read(stat)
		if !ok {
			continue
		}
		if c.finiteTurns == 0 {
			c.Least, c.Most = x, x
		}
		c.finiteTurns++
		c.Mean += x
		c.Least, c.Most = min(c.Least, x), max(c.Most, x)
		if turn == 1 {
			c.start = x
		}
		if bits.OnesCount(uint(turn)) == 1 {
			d := &c.distances[min(bits.Len(uint(turn))-1, len(c.distances)-1)]
			d.sum += math.Abs(x - c.start)
			d.most = max(d.most, math.Abs(x-c.start))
			d.games++
		}
	}
}

// recordEnd adds the values at the end of a game to the summaries of the stats.
func (s *statCounts) recordEnd(stats []cardsim.Stat) {
	for i, stat := range stats {
		c := s.countOf(i, stat)
		c.recordVariation(stat)
		if x, ok := c.read(stat); ok {
			c.FinalMean += x
			c.finiteEnds++
			if c.finiteTurns > 0 {
				c.Least, c.Most = min(c.Least, x), max(c.Most, x)
			}
		}
	}
}

// recordVariation records whether the value of a stat differs from its first value.
func (c *statCount) recordVariation(stat cardsim.Stat) {
	switch text := stat.String(); {
	case c.firstText == "":
		c.firstText = text
	case c.firstText != text:
		c.varies = true
	}
}

// read returns the value of a stat if it is a finite number. A stat with a formula may report that
// it has no finite result.
func (c *statCount) read(stat cardsim.Stat) (float64, bool) {
	x, err := strconv.ParseFloat(stat.String(), 64)
	formula, is := stat.(interface{ Finite() bool })
	switch {
	case is && !formula.Finite():
		c.NotFinite++
	case err != nil:
		c.Text = true
	case math.IsNaN(x) || math.IsInf(x, 0):
		c.NotFinite++
	default:
		return x, true
	}
	return 0, false
}

const (
	// enoughGames is the number of games that must reach a turn before the distance in this turn
	// counts.
	enoughGames = 20
	// A stat runs off if its mean distance grows by more than the factor meanGrowth when the turns
	// double. Linear growth gives 2, a random walk 1.4, and a limited stat 1. The largest distance
	// must also grow by more than the factor mostGrowth. So a stat with a distant limit does not
	// count.
	meanGrowth = 1.7
	mostGrowth = 1.4
)

// runsOff reports whether the stat moved away from its start over the last three doublings of turns.
// It also returns the latest turn and the mean distance in this turn.
func (c *statCount) runsOff() (turns int, mean float64, is bool) {
	var far, most []float64
	for _, d := range c.distances {
		if d.games < enoughGames {
			break
		}
		far, most = append(far, d.sum/float64(d.games)), append(most, d.most)
	}
	n := len(far)
	if n < 5 { // enough games must reach turn 16
		return 0, 0, false
	}
	is = true
	for i := n - 3; i < n; i++ {
		is = is && far[i] > meanGrowth*far[i-1] && most[i] > mostGrowth*most[i-1]
	}
	return 1 << (n - 1), far[n-1], is
}

func (s *statCounts) reports() (all []StatReport) {
	for _, c := range s.all {
		r := StatReport{Name: c.Name, Hidden: c.Hidden, Text: c.Text, NotFinite: c.NotFinite}
		if !c.Text && c.finiteTurns > 0 && c.finiteEnds > 0 {
			r.Least, r.Most, r.Mean, r.FinalMean = c.Least, c.Most, c.Mean/float64(c.finiteTurns), c.FinalMean/float64(c.finiteEnds)
			if turns, mean, is := c.runsOff(); is {
				r.RunsOff = &RunsOff{Turn: turns, Distance: mean}
			}
		}
		all = append(all, r)
	}
	return all
}

// lengthsOf returns the quartiles, the mean and the range of the lengths of games.
func lengthsOf(turns []int) (l Lengths) {
	if len(turns) == 0 {
		return l
	}
	slices.Sort(turns)
	part := func(quarters int) int { return turns[(len(turns)-1)*quarters/4] }
	for _, n := range turns {
		l.Mean += float64(n) / float64(len(turns))
	}
	l.Least, l.Quarter, l.Median, l.ThreeQuarters, l.Most = part(0), part(1), part(2), part(3), part(4)
	return l
}
