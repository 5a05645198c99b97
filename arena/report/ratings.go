package report

import (
	"fmt"

	"gamed/internal/svg"
)

// ratings draws the ratings with their intervals, best bot first.
func (d *data) ratings() *svg.Chart {
	s := &d.standings
	if s.Unrated != "" {
		return nil
	}
	c := svg.New("Ratings", fmt.Sprintf("Elo above %s with 95 %% intervals (Bradley–Terry over all games). First-turn advantage: %s.", s.Anchor, margin(s.FirstSeat)),
		dotsHeight(len(s.Bots)))
	var rows []dot
	for _, b := range s.Bots {
		tip := fmt.Sprintf("%s: %s, %s", b.Name, between(b.Elo), count(b.Games, "game"))
		rows = append(rows, dot{b.Name, margin(b.Elo), tip, d.colour(b.Name), b.Elo})
	}
	dots(c, rows, 0, s.Anchor, 6, plain, "Elo")
	return c
}

// colour returns the CSS class for a bot's color.
func (d *data) colour(name string) string { return fmt.Sprintf("s%d", d.colours[name]) }
