package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
	"gamed/arena"
	"gamed/arena/figure"
	"gamed/arena/report"
)

var update = flag.Bool("update", false, "write the golden page again")

// results reads the results of a match in testdata.
func results(t *testing.T, name string) *arena.Results {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	require.NoError(t, err)
	defer file.Close()
	r, err := arena.ReadMatch(file)
	require.NoError(t, err)
	return r
}

func log(match int, g *arena.Game) ([]byte, error) { return []byte("{}\n"), nil }

// matchPage returns the page for a match that compares decks, with an SPRT and a fault.
func matchPage(t *testing.T) report.Page {
	r := results(t, "match.jsonl")
	r.Games[3].Faults = []arena.Fault{{Seat: 1, Kind: external.Crash, Text: "exit status 3: out of ideas", Seq: 12, N: 1, Lost: true}}
	r.Games[3].End = arena.End(external.Crash)
	return report.Page{
		Title: "elements: greedy against random", Command: "gamed match elements greedy random -n 36 --seed 7", Anchor: "random",
		Digest: "95fce8b57d8795f3", Matches: []*arena.Results{r}, Log: log,
	}
}

// usagePage returns the page for a match with counts of its cards.
func usagePage(t *testing.T) report.Page {
	p := report.MatchPage(results(t, "usage.jsonl"))
	p.Command, p.CardsWithoutDeck = "gamed match elements greedy greedy --decks all -n 12 --seed 7", []string{"Gnu", "Yak"}
	return p
}

// tournamentPage returns the page for a tournament of three bots. One of them has a long name.
func tournamentPage(t *testing.T) report.Page {
	a, b, c := results(t, "match.jsonl"), results(t, "second.jsonl"), results(t, "third.jsonl")
	return report.Page{
		Title: "elements, round robin of 3 bots", Command: "gamed tournament elements greedy random cmd:…", Anchor: "random",
		Matches: []*arena.Results{a, b, c},
	}
}

func written(t *testing.T, p report.Page) string {
	t.Helper()
	var html bytes.Buffer
	require.NoError(t, p.Write(&html))
	return html.String()
}

// TestPage compares the pages of two matches with golden files.
func TestPage(t *testing.T) {
	for name, p := range map[string]report.Page{"match.html": matchPage(t), "usage.html": usagePage(t)} {
		html := written(t, p)
		golden := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(html), 0o644))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		assert.Equal(t, string(want), html, "the page differs from testdata/%s: look at it, and write it with -update", name)
	}
}

// threeSeatResults returns the results of a match with three seats.
func threeSeatResults() *arena.Results {
	m := &arena.Results{Header: arena.Header{Rules: "chess", Bots: []string{"a", "b", "c"}, Games: 6}}
	for n, won := range []int{0, 0, 0, 0, 1, 2} {
		seats := []string{"a", "b", "c"}
		m.Games = append(m.Games, arena.Game{Number: n, Seats: seats, Won: []int{won}, Digest: "0000000000000000"})
	}
	return m
}

// TestScoresOfThree checks that a match with three seats has the same scores in its text and its
// page. The scores are points per game, not scores against each opponent.
func TestScoresOfThree(t *testing.T) {
	s, err := report.MatchPage(threeSeatResults()).Summary()
	require.NoError(t, err)
	require.Equal(t, "bots", s.Tables[0].ID)
	r := threeSeatResults().Result()
	text := r.String()
	require.Len(t, s.Tables[0].Rows, 3)
	for i, b := range s.Bots {
		assert.Equal(t, r.Scores[slices.Index(r.Bots, b.Name)], b.Score.Value)
		cells := s.Tables[0].Rows[i].Cells
		score := cells[slices.Index(s.Tables[0].Head, "score")].String()
		assert.Regexp(t, `(?m)^    `+b.Name+` .* `+regexp.QuoteMeta(score)+` `, text)
	}
}

// TestPositions checks the table of positions of a match with three seats.
func TestPositions(t *testing.T) {
	s, err := report.MatchPage(threeSeatResults()).Summary()
	require.NoError(t, err)
	i := slices.IndexFunc(s.Tables, func(f figure.Figure) bool { return f.ID == "positions" })
	require.GreaterOrEqual(t, i, 0)
	rows, err := json.Marshal(s.Tables[i].Rows)
	require.NoError(t, err)
	assert.JSONEq(t, `[
		{"cells": ["1", "66.7 % [6.7, 99.8]", "+33.3 !"]},
		{"cells": ["2", "16.7 % [0.1, 90.6]", "−16.7 !"]},
		{"cells": ["3", "16.7 % [0.1, 90.6]", "−16.7 !"]}
	]`, string(rows))
}

// TestSameCells checks that the page, its JSON and the text show the same figures with the same
// cells.
func TestSameCells(t *testing.T) {
	for name, p := range map[string]report.Page{"match": matchPage(t), "usage": usagePage(t), "tournament": tournamentPage(t)} {
		p.Log = nil
		s, err := p.Summary()
		require.NoError(t, err)
		page := written(t, p)
		pool := arena.PooledResult(p.Matches, p.CardsWithoutDeck)
		inText := map[string]string{}
		for _, f := range pool.Statistics() {
			inText[f.ID] = f.Text("")
		}
		for _, f := range s.Tables {
			_, section, found := strings.Cut(page, fmt.Sprintf(`<h2 id="%s">`, f.ID))
			require.True(t, found, "%s: %s", name, f.ID)
			section, _, _ = strings.Cut(html.UnescapeString(section), "</section>")
			for _, row := range f.Rows {
				for i, c := range row.Cells {
					cell, err := json.Marshal(c)
					require.NoError(t, err)
					want, err := json.Marshal(c.Typeset())
					require.NoError(t, err)
					assert.Equal(t, string(want), string(cell), "%s: %s", name, f.ID)
					if i > 0 {
						assert.Contains(t, section, ">"+c.Typeset()+"</td>", "%s: %s", name, f.ID)
					}
					if text, drawn := inText[f.ID]; drawn && !f.Long {
						assert.Contains(t, text, c.String(), "%s: %s", name, f.ID)
					}
				}
			}
			delete(inText, f.ID)
		}
		assert.Empty(t, inText, "%s: figures that only the text shows", name)
	}
}

// TestPageStandsAlone checks that a page loads no external resources and that its charts are
// well-formed.
func TestPageStandsAlone(t *testing.T) {
	for name, p := range map[string]report.Page{"match": matchPage(t), "usage": usagePage(t), "tournament": tournamentPage(t)} {
		html := written(t, p)
		assert.NotRegexp(t, `(src|href)="?(https?:)?//|@import|url\(`, html, name)
		assert.NotContains(t, html, "ZgotmplZ", name)
		charts := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(html, -1)
		assert.NotEmpty(t, charts, name)
		for _, svg := range charts {
			assert.Contains(t, svg, "<title", name)
			assert.Contains(t, svg, "<desc", name)
			assert.NotContains(t, svg, "NaN", name)
			d := xml.NewDecoder(strings.NewReader(svg))
			var err error
			for err == nil {
				_, err = d.Token()
			}
			assert.ErrorIs(t, err, io.EOF, name)
		}
	}
}

// TestNamesAreText checks that a script in a bot name is escaped.
func TestNamesAreText(t *testing.T) {
	const evil = `<script>alert("1")</script>'"></svg>`
	p := matchPage(t)
	m := p.Matches[0]
	m.Header.Bots[0] = evil
	for i := range m.Games {
		for j, name := range m.Games[i].Seats {
			if name == "greedy" {
				m.Games[i].Seats[j] = evil
			}
		}
	}
	m.Games[3].Faults[0].Text = evil
	p.Title, p.Command = evil, evil
	html := written(t, p)
	assert.Equal(t, 1, strings.Count(html, "<script"))
	assert.NotContains(t, html, "alert(\"1\")")
	assert.Contains(t, html, "&lt;script&gt;alert(&#34;1&#34;)")
}

// TestLittle checks pages with little data: no match, no game, one pair, and a match of one bot.
func TestLittle(t *testing.T) {
	none := results(t, "match.jsonl")
	none.Games, none.Times = nil, nil
	pair := results(t, "match.jsonl")
	pair.Games = pair.Games[:2]
	alone := results(t, "alone.jsonl")
	for name, matches := range map[string][]*arena.Results{"nothing": nil, "no game": {none}, "a pair": {pair}, "a solo bot": {alone}} {
		html := written(t, report.Page{Title: name, Matches: matches, Anchor: "random"})
		assert.True(t, strings.HasSuffix(html, "</html>\n"), name)
		assert.NotRegexp(t, `[">]-?(NaN|\+?Inf)`, html, name)
	}
}

// TestErrorOfALog checks that Write returns the error of Log.
func TestErrorOfALog(t *testing.T) {
	p := matchPage(t)
	p.Log = func(int, *arena.Game) ([]byte, error) { return nil, errors.New("gone") }
	assert.EqualError(t, p.Write(io.Discard), "report: gone")
}

// TestFailure checks that the page of a match that failed shows the reason and no tables.
func TestFailure(t *testing.T) {
	var page bytes.Buffer
	require.NoError(t, report.Page{Title: "a against b", Failure: "bot b <does not> start"}.Write(&page))
	assert.Contains(t, page.String(), "bot b &lt;does not&gt; start</pre>")
	assert.NotContains(t, page.String(), "<table")
	assert.NotContains(t, page.String(), "Charts")
}
