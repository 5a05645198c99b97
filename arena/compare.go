package arena

import (
	"fmt"
	"strings"

	"gamed/arena/figure"
)

// ComparisonFigure returns the figure that compares the first bot with the others. It has no rows for a
// single bot.
func (r *Result) ComparisonFigure() (f figure.Figure) {
	c := r.Comparison
	if c == nil {
		return f
	}
	others := "the others"
	if len(r.Bots) == 2 {
		others = r.Bots[1]
	}
	f = figure.Figure{
		ID: "compared", Title: "Comparison", Head: []string{r.Bots[0] + " against " + others, ""},
		About: "nElo is normalized Elo, LOS the likelihood of superiority, and rho the correlation between games of one deal.",
	}
	add := func(name string, c figure.Cell) { f.Add(figure.Text(name), c) }
	add("Elo", figure.Elo(c.Elo, 2))
	add("nElo", figure.Elo(c.NormalizedElo, 2))
	add("LOS", figure.Number(c.LOS, fmt.Sprintf("%.2f %%", 100*c.LOS)))
	if !r.simultaneous {
		add("first seat wins", figure.Rate(r.FirstSeat()))
	}
	add("rho", figure.Number(c.Rho, fmt.Sprintf("%.2f", c.Rho)))
	switch {
	case c.Pairs != nil:
		add("pairs LL..WW", figure.Text(strings.ReplaceAll(fmt.Sprint(c.Pairs), " ", ", ")))
	case c.Units < r.Games:
		add("rotations", figure.Count(c.Units))
	}
	if r.Unreliable != nil {
		f.About += " Unreliable: " + strings.Join(r.Unreliable, ", ") + "."
	}
	return f
}
