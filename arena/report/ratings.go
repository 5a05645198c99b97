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
	const row, top = 34, 14
	c := svg.New("Ratings", fmt.Sprintf("Elo above %s with 95 %% intervals (Bradley–Terry over all games). First-turn advantage: %s.", s.Anchor, margin(s.FirstSeat)),
		svg.Px(top+row*len(s.Bots)+36))
	x := svg.Scale{Low: 0, High: 0, From: 6, To: svg.Width - 6}
	for _, b := range s.Bots {
		x.Low, x.High = min(x.Low, b.Elo.Interval[0]), max(x.High, b.Elo.Interval[1])
	}
	x = x.Outward(6)
	bottom := svg.Px(top + row*len(s.Bots))
	for i, b := range s.Bots {
		y := svg.Px(top + row*i)
		c.Named(y, b.Name, margin(b.Elo))
		class := d.colour(b.Name)
		tip := fmt.Sprintf("%s: %s, %s", b.Name, between(b.Elo), count(b.Games, "game"))
		y += 12
		c.Line("even", s.Anchor, x.At(0), y-7, x.At(0), y+9)
		low, high := x.At(b.Elo.Interval[0]), x.At(b.Elo.Interval[1])
		c.Line(class, tip, low, y, high, y)
		c.Line(class, tip, low, y-4, low, y+4)
		c.Line(class, tip, high, y-4, high, y+4)
		c.Dot(class, tip, x.At(b.Elo.Value), y, 4)
	}
	c.Bottom(x, bottom, plain, "Elo")
	return c
}

// colour returns the CSS class for a bot's color.
func (d *data) colour(name string) string { return fmt.Sprintf("s%d", d.colours[name]) }
