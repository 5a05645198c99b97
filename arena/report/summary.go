package report

import (
	"fmt"
	"time"

	"gamed/arena/stats"
	"gamed/arena/tournament"
)

// A Summary holds the data of a [Page] for other output formats.
type Summary struct {
	Title string      `json:"title"`
	Rules string      `json:"rules"`
	Bots  []Bot       `json:"bots"`  // best first
	Games int         `json:"games"` // counted games
	Facts []Fact      `json:"facts"`
	SPRT  *Test       `json:"sprt,omitempty"`
	Curve []Point     `json:"curve,omitempty"` // for the first bot of a single match
	First string      `json:"first,omitempty"` // name of that bot
	Lists []TextTable `json:"tables"`
}

// A Bot is the result of a bot. Shares range from 0 to 1. Confidence intervals are 95 %.
type Bot struct {
	Name   string          `json:"name"`
	Elo    *stats.Estimate `json:"elo,omitempty"`   // above the anchor; absent without ratings
	Rated  string          `json:"rated,omitempty"` // Elo in words, as in "12 ± 3" or "601 [282, ∞]"
	Games  int             `json:"games"`
	Wins   int             `json:"wins"`
	Draws  int             `json:"draws"`
	Score  stats.Estimate  `json:"score"`
	Faults int             `json:"faults"`
	// Answers counts the timed decisions. P50 and P99 are percentiles in milliseconds.
	Answers int     `json:"answers"`
	P50     float64 `json:"p50_ms"`
	P99     float64 `json:"p99_ms"`
}

// A Test is the state of an SPRT.
type Test struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Lower float64 `json:"lower"` // log-likelihood ratio at which H0 is accepted
	Upper float64 `json:"upper"`
	LLR   float64 `json:"llr"`
	// State is "continue", "accept H0" or "accept H1".
	State   stats.State `json:"state"`
	Verdict string      `json:"verdict"` // in words
}

// A TextTable is one of the page's tables.
type TextTable struct {
	ID    string    `json:"id"`
	Title string    `json:"title"`
	About string    `json:"about,omitempty"`
	Head  []string  `json:"head"`
	Rows  []TextRow `json:"rows"`
}

// A TextRow is a row of a table. Kept is the file name of its game's log in the Faults
// folder.
type TextRow struct {
	Cells []string `json:"cells"`
	Kept  string   `json:"kept,omitempty"`
}

// Summary returns the data of the page. It does not call Log.
func (p Page) Summary() (*Summary, error) {
	p.Log = nil
	v, d, err := p.view()
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	s := &Summary{Title: p.Title, Games: d.games, Bots: []Bot{}, Facts: v.Facts, Lists: []TextTable{}}
	if len(p.Matches) > 0 {
		s.Rules = p.Matches[0].Header.Rules
	}
	for _, b := range d.standings.Bots {
		s.Bots = append(s.Bots, d.summed(&b))
	}
	if d.only != nil {
		s.First, s.Curve = d.only.Bots[0], d.points
		if t := d.only.SPRT; t != nil {
			s.SPRT = &Test{Elo0: t.Elo0, Elo1: t.Elo1, Lower: t.Lower, Upper: t.Upper, LLR: t.LLR, State: t.State, Verdict: d.verdict()}
		}
	}
	for _, t := range append(v.Tables, v.More...) {
		if t.ID != "bots" { // already in Bots
			s.Lists = append(s.Lists, t.text())
		}
	}
	return s, nil
}

// summed returns the entry for a bot in Bots.
func (d *data) summed(b *tournament.Standing) Bot {
	row := Bot{
		Name: b.Name, Games: b.Games, Wins: b.Wins, Draws: b.Draws, Score: b.Score, Faults: b.Faults.Total(),
		Answers: b.Times.N(), P50: milliseconds(b.Times.Quantile(.5)), P99: milliseconds(b.Times.Quantile(.99)),
	}
	if d.standings.Unrated == "" {
		row.Elo, row.Rated = &b.Elo, margin(b.Elo)
	}
	return row
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// text returns the table without styling.
func (t *table) text() TextTable {
	plain := TextTable{ID: t.ID, Title: t.Title, About: t.About, Head: []string{}, Rows: []TextRow{}}
	for _, c := range t.Head {
		plain.Head = append(plain.Head, c.Text)
	}
	for _, cells := range t.Rows {
		row := TextRow{Kept: cells[0].Kept}
		for _, c := range cells {
			text := c.Text
			if c.Small != "" {
				text += " (" + c.Small + ")"
			}
			row.Cells = append(row.Cells, text)
		}
		plain.Rows = append(plain.Rows, row)
	}
	return plain
}
