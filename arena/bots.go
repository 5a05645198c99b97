package arena

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"

	"gamed/arena/figure"
	"gamed/arena/stats"
)

// A BotRow is the result of a bot in a match or a tournament.
type BotRow struct {
	Name   string          `json:"name"`
	Elo    *stats.Estimate `json:"elo,omitempty"` // difference from the anchor; nil without ratings
	Games  int             `json:"games"`
	Wins   int             `json:"wins"`
	Draws  int             `json:"draws"`
	Score  stats.Estimate  `json:"score"` // points per game, from 0 to 1
	Faults int             `json:"faults"`
	// Answers counts the timed decisions. P50 and P99 are percentiles of their times, in
	// milliseconds.
	Answers int     `json:"answers"`
	P50     float64 `json:"p50_ms"`
	P99     float64 `json:"p99_ms"`
}

// NewBotRow returns the row of a bot. rating is nil if the bots have no ratings.
func NewBotRow(name string, rating *stats.Estimate, games, wins, draws int, score stats.Estimate, faults Counts, times Histogram) BotRow {
	t := NewDecisionTimes(name, times)
	return BotRow{name, rating, games, wins, draws, score, faults.Total(), t.N, t.P50, t.P99}
}

// BotsFigure returns the figure of the bots, with ratings if the first row has a rating.
func BotsFigure(rows []BotRow) figure.Figure {
	rated := len(rows) > 0 && rows[0].Elo != nil
	f := figure.Figure{ID: "bots", Title: "Bots", Head: []string{"bot"}}
	if rated {
		f.Head = append(f.Head, "Elo")
	}
	f.Head = append(f.Head, "games", "won", "drawn", "score", "faults")
	timed := slices.ContainsFunc(rows, func(r BotRow) bool { return r.Answers > 0 })
	if timed {
		f.Head = append(f.Head, "p50", "p99")
	}
	for _, r := range rows {
		if r.Faults > 0 {
			f.About = "Marked: bots with faults."
		}
		row := []figure.Cell{figure.Text(r.Name)}
		if rated {
			row = append(row, figure.Elo(*r.Elo, 1))
		}
		row = append(row, figure.Count(r.Games), figure.Count(r.Wins), figure.Count(r.Draws), figure.Rate(r.Score), figure.Count(r.Faults).Mark(r.Faults > 0))
		switch {
		case r.Answers > 0:
			row = append(row, decisionTime(r.P50), decisionTime(r.P99))
		case timed:
			row = append(row, figure.Missing(), figure.Missing())
		}
		f.Add(row...)
	}
	return f
}

func decisionTime(ms float64) figure.Cell {
	return figure.Time(time.Duration(math.Round(ms * float64(time.Millisecond))))
}

// byKind returns f with a column per kind, the most frequent first, and a row per bot. If all
// counts are empty, it returns f unchanged.
func byKind(f figure.Figure, bots []string, counted []Counts) figure.Figure {
	all := Counts{}
	for _, counts := range counted {
		for kind, n := range counts {
			all[kind] += n
		}
	}
	kinds := slices.SortedFunc(maps.Keys(all), func(a, b End) int { return cmp.Or(cmp.Compare(all[b], all[a]), cmp.Compare(a, b)) })
	for _, kind := range kinds {
		f.Head = append(f.Head, string(kind))
	}
	for i, counts := range counted {
		row := []figure.Cell{figure.Text(bots[i])}
		for _, kind := range kinds {
			row = append(row, figure.Count(counts[kind]))
		}
		if kinds != nil {
			f.Add(row...)
		}
	}
	return f
}

// FaultsFigure returns the figure of faults by bot and kind.
func FaultsFigure(bots []string, faults []Counts) figure.Figure {
	return byKind(figure.Figure{ID: "faults", Title: "Faults", Head: []string{"faults"}}, bots, faults)
}

// EndsFigure returns the figure of the ends of games by bot. It has no rows if all games ended by the
// rules.
func EndsFigure(bots []string, ends []Counts) figure.Figure {
	f := figure.Figure{ID: "ends", Title: "Ends of games", Head: []string{"ends of games"}, About: "Normal is by the rules, adjudicated is at the turn limit."}
	if !slices.ContainsFunc(ends, func(c Counts) bool { return c.Total() > c[Normal] }) {
		return f
	}
	return byKind(f, bots, ends)
}

// botsFigure returns the figure of the match's bots. The figure has no ratings, because
// [Result.ComparisonFigure] compares the bots.
func (r *Result) botsFigure() figure.Figure {
	var rows []BotRow
	for i, name := range r.Bots {
		var times Histogram
		if i < len(r.Times) {
			times = r.Times[i]
		}
		var faults Counts
		if i < len(r.Faults) {
			faults = r.Faults[i]
		}
		score := stats.Estimate{Value: r.Scores[i], Interval: r.ScoreIntervals[i]}
		rows = append(rows, NewBotRow(name, nil, r.Games, r.Wins[i], r.Draws, score, faults, times))
	}
	return BotsFigure(rows)
}
