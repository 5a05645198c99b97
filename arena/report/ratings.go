package report

import (
	"fmt"

	"gamed/arena/figure"
	"gamed/arena/stats"
	"gamed/internal/svg"
)

// maxBeyond is the largest distance in Elo that the chart shows below the lowest rating and above the
// highest rating.
const maxBeyond = 400

// ratingsChart draws the ratings with their intervals, best bot first. It returns nil without
// ratings.
func (d *data) ratingsChart() *svg.Chart {
	s := &d.standings
	if s.UnratedReason != "" {
		return nil
	}
	method := "Plackett–Luce over all games"
	if len(s.Bots) == 2 && len(d.Matches) == 1 {
		method = "from the mean score"
	}
	c := svg.New("Ratings", fmt.Sprintf("Elo above %s with 95 %% intervals (%s).", s.Anchor, method),
		dotsHeight(len(s.Bots)))
	var rows []dot
	least, most := 0., 0.
	for _, b := range s.Bots {
		least, most = min(least, b.Elo.Value), max(most, b.Elo.Value)
	}
	for _, b := range s.Bots {
		drawn := b.Elo // an interval may have an infinite limit
		drawn.Interval = stats.Interval{max(drawn.Interval[0], least-maxBeyond), min(drawn.Interval[1], most+maxBeyond)}
		elo := figure.Elo(b.Elo, 1).Typeset()
		tip := fmt.Sprintf("%s: %s, %s", b.Name, elo, figure.Plural(b.Games, "game"))
		rows = append(rows, dot{b.Name, elo, tip, d.colorClass(b.Name), drawn})
	}
	drawDots(c, rows, 0, s.Anchor, 6, formatNumber, "Elo")
	return c
}

// colorClass returns the CSS class for a bot's color.
func (d *data) colorClass(name string) string { return fmt.Sprintf("s%d", d.colorNumbers[name]) }
