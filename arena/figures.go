package arena

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"gamed/arena/figure"
	"gamed/state"
)

// A Group holds the figures with one group name, in the order of their first appearance.
type Group struct {
	Name    string      `json:"name"`
	Figures []FigureRow `json:"figures"`
}

// A FigureRow summarizes a [state.Figure] over the games of a match.
type FigureRow struct {
	Name string `json:"name"`
	// Games counts the games in which at least one seat reported the figure with a value other than
	// 0. Share is the share of these games in the match.
	Games int     `json:"games"`
	Share float64 `json:"share"`
	Least float64 `json:"least"`
	Mean  float64 `json:"mean"` // mean over all reports
	Most  float64 `json:"most"`

	sum     float64
	reports int
	nonZero int // number of reports other than 0
}

// Figures are the groups of figures, in the order of their first appearance.
type Figures []Group

// add adds the figures of one game. Several seats may report the same figure.
func (all *Figures) add(game []state.Figure) {
	for i, f := range game {
		s := all.row(f.Group, f.Name)
		if s.reports == 0 {
			s.Least, s.Most = f.N, f.N
		}
		s.Least, s.Most = min(s.Least, f.N), max(s.Most, f.N)
		s.sum += f.N
		s.reports++
		if f.N == 0 {
			continue
		}
		s.nonZero++
		same := func(g state.Figure) bool { return g.Group == f.Group && g.Name == f.Name && g.N != 0 }
		if !slices.ContainsFunc(game[:i], same) {
			s.Games++
		}
	}
}

// row returns the row of a figure. It adds the row if it is missing.
func (all *Figures) row(group, name string) *FigureRow {
	g := rowOf(all, Group{Name: group}, func(g Group) bool { return g.Name == group })
	return rowOf(&g.Figures, FigureRow{Name: name}, func(f FigureRow) bool { return f.Name == name })
}

// summary returns a copy of the figures with Share and Mean filled in.
func (all Figures) summary(games int) (some Figures) {
	for _, g := range all {
		g.Figures = slices.Clone(g.Figures)
		for i := range g.Figures {
			f := &g.Figures[i]
			f.Share, f.Mean = float64(f.Games)/float64(games), f.sum/float64(f.reports)
		}
		some = append(some, g)
	}
	return some
}

// isYesNo reports whether every report of the group was 0 or 1, and not all were 0. For such a group,
// the columns least, mean and most would say no more than the share.
func (g Group) isYesNo() bool {
	some := false
	for _, f := range g.Figures {
		if f.Least < 0 || f.Most > 1 || f.sum != float64(f.nonZero) {
			return false
		}
		some = some || f.Games > 0
	}
	return some
}

// figure returns the table of the group's figures. The ID of the table contains the given number.
func (g Group) figure(number int) figure.Figure {
	_, first := utf8.DecodeRuneInString(g.Name)
	f := figure.Figure{
		ID: fmt.Sprintf("figures%d", number), Title: strings.ToUpper(g.Name[:first]) + g.Name[first:], Head: []string{g.Name, "games", "share"},
	}
	yesNo := g.isYesNo()
	if !yesNo {
		f.Head = append(f.Head, "least", "mean", "most")
	}
	for _, r := range g.Figures {
		row := []figure.Cell{figure.Text(r.Name), figure.Count(r.Games), figure.Share(r.Share)}
		if !yesNo {
			for _, x := range []float64{r.Least, r.Mean, r.Most} {
				row = append(row, figure.Number(x, fmt.Sprintf("%.5g", x)))
			}
		}
		f.Add(row...)
	}
	return f
}
