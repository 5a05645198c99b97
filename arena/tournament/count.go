package tournament

import (
	"gamed/arena"
	"gamed/arena/stats"
)

// addGame adds a game of a match to the standings. labels are the distinct names of the match's bots.
func (s *Standings) addGame(match int, h *arena.Header, labels []string, g *arena.Game) {
	for seat := range g.Seats {
		b := s.bot(labels[h.BotIndex(g.Number, seat)])
		b.Games++
		b.games++
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
			score := g.Versus(seat, other)
			b.recordAgainst(labels[h.BotIndex(g.Number, other)]).Add(score)
			b.score += score / float64(len(g.Seats)-1)
		}
		b.Ends[g.EndOf(seat)]++
		if g.Failed(seat) {
			b.FailedGames++
		}
	}
	for _, f := range g.Faults {
		b := s.bot(labels[h.BotIndex(g.Number, f.Seat)])
		b.Faults[arena.End(f.Kind)] += f.N
		if b.FirstFault == nil {
			b.FirstFault = &arena.FirstFault{Match: match, Game: g.Number, Fault: f, Replay: g.Replay}
		}
	}
}

// ratingGame converts a game for [stats.PlackettLuce]. Without places, the order behind the winners
// is unknown.
func ratingGame(h *arena.Header, labels []string, g *arena.Game) (r stats.Game) {
	for i := range g.Seats {
		seat := (max(g.First, 0) + i) % len(g.Seats)
		place := 0
		switch {
		case g.Places != nil:
			place = g.Places[seat]
		case g.Drawn(), g.Points(seat) > 0:
			place = 1
		}
		r.Players = append(r.Players, labels[h.BotIndex(g.Number, seat)])
		r.Places = append(r.Places, place)
	}
	return r
}
