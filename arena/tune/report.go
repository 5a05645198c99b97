package tune

import (
	"fmt"
	"strings"

	"gamed/arena/figure"
	"gamed/arena/stats"
	"gamed/state"
)

// A Report is the result of a tuning run.
type Report struct {
	Rules   string     `json:"rules"`
	Bot     string     `json:"bot"`
	Against string     `json:"against"`
	Games   int        `json:"games"`  // number of games without the confirmation games
	Points  int        `json:"points"` // number of distinct points played
	Size    int        `json:"size"`   // number of points in the space
	Seed    state.Seed `json:"seed"`
	Best    string     `json:"best"` // the bot with the best parameters
	// Estimate is the score of Best against the bot Against, as NTBEA's model estimates it.
	Estimate float64 `json:"estimate"`
	// Confirmed is the score of Best against Bot in separate games.
	Confirmed Score        `json:"confirmed"`
	Values    []ValueScore `json:"values"`
}

// A Score is the mean number of points per game, with a 95 % interval.
type Score struct {
	Games    int            `json:"games"`
	Score    float64        `json:"score"`
	Interval stats.Interval `json:"interval"` // Wilson interval
}

// A ValueScore is the mean score of all evaluations with one value of a parameter.
type ValueScore struct {
	Parameter string `json:"name"`
	Value     string `json:"value"`
	Score
}

func newScore(score float64, games int) Score {
	return Score{games, score, stats.Wilson(score*float64(games), games)}
}

func newReport(t *Tuning, e *evolution) Report {
	best := e.best()
	r := Report{
		Rules: t.Rules.Info().Name, Bot: t.Bot, Against: t.Against, Games: t.Games / t.EvaluationGames * t.EvaluationGames,
		Points: len(e.played), Size: t.Space.Size(), Seed: state.Seed(t.Seed),
		Best: t.Space.BotName(t.Bot, best), Estimate: e.landscape.mean(best),
	}
	for i := range e.landscape.tuples {
		one := &e.landscape.tuples[i]
		if len(one.dimensions) > 1 {
			continue
		}
		d := t.Space[one.dimensions[0]]
		for v, text := range d.Values {
			if a := one.arms[v]; a.n > 0 {
				r.Values = append(r.Values, ValueScore{d.Name, text, newScore(a.sum/a.n, int(a.n)*t.EvaluationGames)})
			}
		}
	}
	return r
}

// String formats the report as text.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d games against %s, seed %d, %d of %d points played\n", r.Rules, r.Games, r.Against, r.Seed, r.Points, r.Size)
	f := figure.Figure{ID: "values", Title: "Values", Head: []string{"parameter", "value", "score", "games"}}
	for _, v := range r.Values {
		f.Add(figure.Text(v.Parameter), figure.Text(v.Value), v.cell(), figure.Count(v.Games))
	}
	b.WriteString(f.Text("  "))
	fmt.Fprintf(&b, "best: %s, estimated at %s\n", r.Best, figure.Share(r.Estimate))
	fmt.Fprintf(&b, "against %s: %s in %d separate games\n", r.Bot, r.Confirmed.cell(), r.Confirmed.Games)
	return b.String()
}

func (s Score) cell() figure.Cell {
	return figure.Rate(stats.Estimate{Value: s.Score, Interval: s.Interval})
}
