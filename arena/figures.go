package arena

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gamed/internal/columns"
	"gamed/state"
)

// A Group holds the figures of one kind, in the order of their first appearance.
type Group struct {
	Name    string   `json:"name"`
	Figures []Figure `json:"figures"`
}

// A Figure summarizes a [state.Figure] over the games of a match.
type Figure struct {
	Name string `json:"name"`
	// Games counts the games where the figure was not 0 for any seat. Share is their fraction of the games in
	// the match.
	Games int     `json:"games"`
	Share float64 `json:"share"`
	Least float64 `json:"least"`
	Mean  float64 `json:"mean"` // over all reports
	Most  float64 `json:"most"`

	sum     float64
	counted int
	reports int // that were not 0
}

// Figures are the groups of figures, in the order of their first appearance.
type Figures []Group

// add adds the figures of one game. Several seats may report the same figure.
func (all *Figures) add(game []state.Figure) {
	for i, f := range game {
		s := all.figure(f.Group, f.Name)
		if s.counted == 0 {
			s.Least, s.Most = f.N, f.N
		}
		s.Least, s.Most = min(s.Least, f.N), max(s.Most, f.N)
		s.sum += f.N
		s.counted++
		if f.N == 0 {
			continue
		}
		s.reports++
		same := func(g state.Figure) bool { return g.Group == f.Group && g.Name == f.Name && g.N != 0 }
		if !slices.ContainsFunc(game[:i], same) {
			s.Games++
		}
	}
}

// figure returns a figure. It adds the figure if it is missing.
func (all *Figures) figure(group, name string) *Figure {
	g := slices.IndexFunc(*all, func(g Group) bool { return g.Name == group })
	if g < 0 {
		g = len(*all)
		*all = append(*all, Group{Name: group})
	}
	list := &(*all)[g].Figures
	i := slices.IndexFunc(*list, func(f Figure) bool { return f.Name == name })
	if i < 0 {
		i = len(*list)
		*list = append(*list, Figure{Name: name})
	}
	return &(*list)[i]
}

// shares returns a copy of the figures with Share and Mean filled in.
func (all Figures) shares(games int) (some Figures) {
	for _, g := range all {
		g.Figures = slices.Clone(g.Figures)
		for i := range g.Figures {
			f := &g.Figures[i]
			f.Share, f.Mean = float64(f.Games)/float64(games), f.sum/float64(f.counted)
		}
		some = append(some, g)
	}
	return some
}

// yesNo reports whether all figures were 0 or 1 in every game, and not all 0. The share then
// suffices.
func (g Group) yesNo() bool {
	some := false
	for _, f := range g.Figures {
		if f.Least < 0 || f.Most > 1 || f.sum != float64(f.reports) {
			return false
		}
		some = some || f.Games > 0
	}
	return some
}

func (g Group) write(b *strings.Builder) {
	head, yesNo := []string{g.Name, "games", "share"}, g.yesNo()
	if !yesNo {
		head = append(head, "least", "mean", "most")
	}
	table := columns.Table{head}
	for _, f := range g.Figures {
		row := []string{"  " + f.Name, strconv.Itoa(f.Games), fmt.Sprintf("%.1f %%", 100*f.Share)}
		if !yesNo {
			row = append(row, fmt.Sprintf("%.5g", f.Least), fmt.Sprintf("%.5g", f.Mean), fmt.Sprintf("%.5g", f.Most))
		}
		table.Row(row...)
	}
	b.WriteString(table.Format("  ", "lr"))
}
