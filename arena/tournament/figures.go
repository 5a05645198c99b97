package tournament

import (
	"fmt"
	"strconv"
	"strings"

	"gamed/arena"
	"gamed/arena/figure"
	"gamed/arena/stats"
)

// Rows returns the results of the bots, best first.
func (s *Standings) Rows() (rows []arena.BotRow) {
	for i := range s.Bots {
		b := &s.Bots[i]
		rating := &b.Elo
		if s.UnratedReason != "" {
			rating = nil
		}
		rows = append(rows, arena.NewBotRow(b.Name, rating, b.Games, b.Wins, b.Draws, b.Score, b.Faults, b.Times))
	}
	return rows
}

// SetScores sets the score of each bot to its points per game in r, the result of the only match. With
// more than two seats, the points per game differ from the mean score against each opponent.
func (s *Standings) SetScores(r *arena.Result) {
	for i, label := range arena.Distinct(r.Bots) {
		s.bot(label).Score = stats.Estimate{Value: r.Scores[i], Interval: r.ScoreIntervals[i]}
	}
}

// Figures returns the figure of the bots, and the cross-table of two or more bots.
func (s *Standings) Figures() []figure.Figure {
	bots := arena.BotsFigure(s.Rows())
	if s.UnratedReason != "" && len(s.Bots) > 1 {
		bots.About = strings.TrimSpace("No ratings: " + s.UnratedReason + ". " + bots.About)
	}
	return figure.NonEmpty(bots, s.crossTable())
}

// crossTable returns the cross-table: the scores of the bots against each other.
func (s *Standings) crossTable() (f figure.Figure) {
	if len(s.Bots) < 2 {
		return f
	}
	f = figure.Figure{ID: "cross", Title: "Cross-table", Head: []string{"against"}, Matrix: true}
	cells, about := arena.ScoreMatrix(len(s.Bots), 1, func(a, b int) *arena.WinLossRecord {
		for i := range s.Bots[a].Against {
			if v := &s.Bots[a].Against[i]; v.Name == s.Bots[b].Name {
				return &v.WinLossRecord
			}
		}
		return nil
	})
	f.About = about
	for i, b := range s.Bots {
		f.Head = append(f.Head, strconv.Itoa(i+1))
		f.Add(append([]figure.Cell{figure.Text(fmt.Sprint(i+1, " ", b.Name))}, cells[i]...)...)
	}
	return f
}

// glickoFigure returns the figure of the ratings by which a ladder has paired its bots.
func (s *Standings) glickoFigure() figure.Figure {
	f := figure.Figure{ID: "glicko", Title: "Ratings of the ladder", Head: []string{"ratings of the ladder", "Glicko"}}
	for _, b := range s.Bots {
		if g := b.Glicko; g != nil {
			f.Add(figure.Text(b.Name), figure.Number(g.Rating, fmt.Sprintf("%.0f +/- %.0f", g.Rating, 2*g.Deviation)))
		}
	}
	return f
}

// FaultsAndEnds returns the figures of the faults and of the ends of games. It omits the faults if
// no bot has any, and the ends if all games ended by the rules.
func (s *Standings) FaultsAndEnds() []figure.Figure {
	var names []string
	var faults, ends []arena.Counts
	for _, b := range s.Bots {
		names, faults, ends = append(names, b.Name), append(faults, b.Faults), append(ends, b.Ends)
	}
	return figure.NonEmpty(arena.FaultsFigure(names, faults), arena.EndsFigure(names, ends))
}
