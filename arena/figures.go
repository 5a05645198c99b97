package arena

import (
	"fmt"
	"strconv"
	"strings"

	"gamed/internal/columns"
	"gamed/state"
)

// A Group is the figures of one kind, in the order of their first appearance.
type Group struct {
	Name    string   `json:"name"`
	Figures []Figure `json:"figures"`
}

// A Figure summarizes a [state.Figure] over the games of a match.
type Figure struct {
	Name string `json:"name"`
	// Games counts the games where it was not 0. Share is their share of the match.
	Games int     `json:"games"`
	Share float64 `json:"share"`
	Least float64 `json:"least"`
	Mean  float64 `json:"mean"` // over the games that reported it
	Most  float64 `json:"most"`

	sum  float64
	told int
}

// figures notes what the ruleset reports of m, a game that is over.
func (t *seated) figures(o *outcome, m state.Machine) {
	if t.report != nil {
		o.figures = t.report(nil, m)
	}
}

// A place is the index of a figure.
type place struct{ group, figure int }

// figure adds a figure of one game.
func (t *tally) figure(f state.Figure) {
	key := [2]string{f.Group, f.Name}
	at, known := t.places[key]
	if !known {
		at = t.place(f)
		if t.places == nil {
			t.places = make(map[[2]string]place)
		}
		t.places[key] = at
	}
	s := &t.sum.Figures[at.group].Figures[at.figure]
	if s.told == 0 {
		s.Least, s.Most = f.N, f.N
	}
	s.Least, s.Most = min(s.Least, f.N), max(s.Most, f.N)
	s.sum += f.N
	s.told++
	if f.N != 0 {
		s.Games++
	}
}

// place adds a new figure and returns its index.
func (t *tally) place(f state.Figure) place {
	groups := &t.sum.Figures
	g := 0
	for g < len(*groups) && (*groups)[g].Name != f.Group {
		g++
	}
	if g == len(*groups) {
		*groups = append(*groups, Group{Name: f.Group})
	}
	list := &(*groups)[g].Figures
	*list = append(*list, Figure{Name: f.Name})
	return place{g, len(*list) - 1}
}

// shares fills in the values that depend on the number of games.
func (g Group) shares(games int) (s Group) {
	s.Name = g.Name
	for _, f := range g.Figures {
		f.Share = float64(f.Games) / float64(games)
		f.Mean = f.sum / float64(f.told)
		s.Figures = append(s.Figures, f)
	}
	return s
}

// yesNo reports whether all figures are 0 or 1, and not all 0, so that the share
// says everything.
func (g Group) yesNo() bool {
	some := false
	for _, f := range g.Figures {
		if f.Least < 0 || f.Most > 1 || f.sum != float64(f.Games) {
			return false
		}
		some = some || f.Games > 0
	}
	return some
}

func (g Group) write(b *strings.Builder) {
	var table columns.Table
	yesNo := g.yesNo()
	if yesNo {
		table.Row(g.Name, "games", "share")
	} else {
		table.Row(g.Name, "games", "share", "least", "mean", "most")
	}
	for _, f := range g.Figures {
		row := []string{"  " + f.Name, strconv.Itoa(f.Games), fmt.Sprintf("%.1f %%", 100*f.Share)}
		if !yesNo {
			row = append(row, fmt.Sprintf("%.5g", f.Least), fmt.Sprintf("%.5g", f.Mean), fmt.Sprintf("%.5g", f.Most))
		}
		table.Row(row...)
	}
	b.WriteString(table.Format("  ", "lr"))
}
