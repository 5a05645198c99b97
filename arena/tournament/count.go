package tournament

import (
	"gamed/arena"
	"gamed/arena/stats"
)

// game adds a game to the standings.
func (s *Standings) game(h *arena.Header, labels []string, g *arena.Game) {
	for seat := range g.Seats {
		b := s.bot(labels[h.Bot(g.Number, seat)])
		b.Games++
		mine := g.Points(seat)
		switch {
		case g.Drawn():
			b.Draws++
		case mine > 0:
			b.Wins++
		}
		if len(g.Seats) == 1 {
			b.score += mine
		}
		for other := range g.Seats {
			if other == seat {
				continue
			}
			theirs := g.Points(other)
			b.versus(labels[h.Bot(g.Number, other)]).Add(mine, theirs)
			b.score += (1 + mine - theirs) / 2 / float64(len(g.Seats)-1)
		}
		b.Ends[g.EndOf(seat)]++
	}
	for _, f := range g.Faults {
		s.bot(labels[h.Bot(g.Number, f.Seat)]).Faults[arena.End(f.Kind)] += f.N
	}
}

// rating converts a game to the input format of [stats.BradleyTerry].
func rating(h *arena.Header, labels []string, g *arena.Game) (r stats.Game) {
	for i := range g.Seats {
		seat := (max(g.First, 0) + i) % len(g.Seats)
		r.Players = append(r.Players, labels[h.Bot(g.Number, seat)])
		r.Points = append(r.Points, g.Points(seat))
	}
	return r
}
