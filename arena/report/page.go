package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"gamed/arena"
	"gamed/arena/tournament"
	"gamed/internal/svg"
)

// A Page is about some matches.
type Page struct {
	Title   string
	Command string // that plays the same again
	Anchor  string // the bot whose rating is 0
	Digest  string // of all games
	Matches []*arena.Results
	// Log returns the log of a game of a match, nil if there is none. It is asked
	// for a few games. It may be nil.
	Log func(match int, g *arena.Game) ([]byte, error)
}

// Write writes the page. An error is that of w or of Log.
func (p Page) Write(w io.Writer) error {
	v, _, err := p.view()
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := page.Execute(w, v); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// A view is what the page's template shows.
type view struct {
	Page
	Policy template.HTMLAttr // what the browser is to let the page do
	Style  template.CSS
	Script template.JS
	Facts  []fact
	Tables []*table // of results
	Charts []*svg.Chart
	More   []*table // of details
}

// A fact is something that the head of the page tells.
type fact struct{ Name, Text string }

// Wide reports whether the fact takes a line of its own.
func (f fact) Wide() bool { return svg.TextWidth(f.Text) > 280 }

func (p Page) view() (*view, *data, error) {
	s := tournament.Stand(p.Matches, p.Anchor)
	d := &data{Page: p, standings: s, colours: map[string]int{}}
	for _, m := range p.Matches {
		for _, label := range tournament.Labels(&m.Header) {
			if _, known := d.colours[label]; !known {
				d.colours[label] = len(d.colours) % series
			}
		}
	}
	v := &view{Page: p, Policy: policy, Style: template.CSS(style), Script: template.JS(script)}
	v.Facts = d.facts()
	v.Tables = present(d.bots(), d.cross(), d.decks())
	v.Charts = present(d.ratings(), d.curve(), d.likelihood(), d.pairs(), d.lengths(), d.times())
	worst, err := d.worst()
	if err != nil {
		return nil, nil, err
	}
	v.More = present(d.faults(), d.ends(), worst)
	v.More = append(v.More, d.figures()...)
	for i, c := range v.Charts {
		c.ID = fmt.Sprintf("chart%d", i)
	}
	return v, d, nil
}

// present returns those that there is something to show of.
func present[T any](all ...*T) (some []*T) {
	for _, x := range all {
		if x != nil {
			some = append(some, x)
		}
	}
	return some
}

// data is what the parts of the page are made of.
type data struct {
	Page
	standings tournament.Standings
	colours   map[string]int // of the bots
}

// series is how many colours there are for bots.
const series = 6

var (
	//go:embed page.html
	html string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"inline": func(c *svg.Chart) template.HTML { return template.HTML(c.Inline()) }, // it escapes all texts
}).Parse(html))

// policy lets nothing in that is not on the page from the start: no network, no
// other script, whatever a name contains.
var policy = template.HTMLAttr(fmt.Sprintf(`content="default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'"`, sum(style), sum(script)))

func sum(text string) string {
	hash := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(hash[:])
}
