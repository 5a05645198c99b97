package report

import (
	"fmt"
	"slices"

	"gamed/arena"
	"gamed/arena/figure"
)

// A Summary holds the data of a [Page] for other output formats.
type Summary struct {
	Title  string          `json:"title"`
	Rules  string          `json:"rules"`
	Bots   []arena.BotRow  `json:"bots"`  // best first
	Games  int             `json:"games"` // counted games
	Facts  []Fact          `json:"facts"`
	SPRT   *Test           `json:"sprt,omitempty"`
	Curve  []Point         `json:"curve,omitempty"` // scores of the first bot, if there is only one match
	First  string          `json:"first,omitempty"` // name of the first bot
	Tables []figure.Figure `json:"tables"`
}

// A Test is the state of an SPRT.
type Test struct {
	arena.Test
	Verdict string `json:"verdict"` // decision in words
}

// Summary returns the data of the page. It does not call Log.
func (p Page) Summary() (*Summary, error) {
	p.Log = nil
	v, d, err := p.view()
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	s := &Summary{
		Title: p.Title, Games: d.pooled.Games, Bots: append([]arena.BotRow{}, d.standings.Rows()...), Facts: v.Facts,
		Tables: append([]figure.Figure{}, slices.Concat(d.figures, d.details)...),
	}
	if len(p.Matches) > 0 {
		s.Rules = p.Matches[0].Header.Rules
	}
	if d.onlyMatch != nil {
		s.First, s.Curve = d.onlyMatch.Bots[0], d.points
		if t := d.onlyMatch.SPRT; t != nil {
			s.SPRT = &Test{*t, d.verdict()}
		}
	}
	return s, nil
}

// Short returns a summary without facts, curve and tables, for a list of several matches.
func (s *Summary) Short() *Summary {
	return &Summary{Title: s.Title, Rules: s.Rules, Bots: s.Bots, Games: s.Games, SPRT: s.SPRT, Facts: []Fact{}, Tables: []figure.Figure{}}
}
