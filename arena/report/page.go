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

// A Page holds the data for the report on one or more matches.
type Page struct {
	Title   string
	Command string // reproduces the matches
	Anchor  string // the bot whose rating is 0
	Digest  string // of all games
	Matches []*arena.Results
	Idle    []string // cards in no ready deck
	// Failure is the reason why there are no results. The page then has only the reason.
	Failure string
	// Log returns the log of a game, or nil if there is none. It is called only for notable
	// games. The function itself may be nil.
	Log func(match int, g *arena.Game) ([]byte, error)
}

// Write writes the page to w. It returns any error from w or Log.
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

// A view holds the data for the page template.
type view struct {
	Page
	Policy template.HTMLAttr // content security policy
	Style  template.CSS
	Script template.JS
	Facts  []Fact
	Tables []*table // results
	Charts []*svg.Chart
	More   []*table // details
}

// A Fact is a name and a value at the top of the page.
type Fact struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Wide reports whether the fact needs a full line.
func (f Fact) Wide() bool { return svg.TextWidth(f.Text) > 280 }

func (p Page) view() (*view, *data, error) {
	if p.Failure != "" {
		return &view{Page: p, Policy: policy, Style: template.CSS(style), Script: template.JS(script)}, &data{}, nil
	}
	s := tournament.Stand(p.Matches, p.Anchor)
	d := &data{Page: p, standings: s, colours: map[string]int{}}
	for _, m := range p.Matches {
		r := m.Result()
		d.results = append(d.results, r)
		d.games += r.Games
		for _, label := range arena.Distinct(m.Header.Bots) {
			if _, known := d.colours[label]; !known {
				d.colours[label] = len(d.colours) % series
			}
		}
	}
	if len(p.Matches) == 1 && d.games > 0 {
		d.only, d.points = &d.results[0], course(p.Matches[0])
	}
	v := &view{Page: p, Policy: policy, Style: template.CSS(style), Script: template.JS(script)}
	d.sum()
	v.Facts = append(d.facts(), d.balanceFacts()...)
	v.Tables = present(d.bots(), d.cross(), d.decks(), d.firstSeats(), d.positions(), d.options(), d.situations(), d.cards())
	v.Charts = present(d.ratings(), d.curve(), d.likelihood(), d.pairs(), d.deckScores(), d.firstSeatScores(), d.lengths(),
		d.optionChart(), d.situationChart(), d.cardChart(), d.times())
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

// present drops nil entries.
func present[T any](all ...*T) (some []*T) {
	for _, x := range all {
		if x != nil {
			some = append(some, x)
		}
	}
	return some
}

// data holds the values that the parts of the page share.
type data struct {
	Page
	standings tournament.Standings
	colours   map[string]int // by bot
	results   []arena.Result // by match
	games     int            // in all matches
	only      *arena.Result  // of the only match; nil if there are several or no game counts
	points    []Point        // of that match
	deckTable arena.DeckTable
	firsts    arena.FirstSeats
	balance   *arena.Balance // nil if no game has counts
}

// sum sums up the games of all matches.
func (d *data) sum() {
	var all arena.Balance
	for _, m := range d.Matches {
		for unit := range m.Counted() {
			for i := range unit {
				d.deckTable.Add(&unit[i])
				d.firsts.Add(&unit[i])
				all.Add(&unit[i])
			}
		}
	}
	d.deckTable.Sort()
	d.firsts.Sort()
	d.balance = all.Summary()
}

// series is the number of bot colors.
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
	"inline": func(c *svg.Chart) template.HTML { return template.HTML(c.Inline()) }, // Inline escapes all text
}).Parse(html))

// policy blocks everything except the page's own style and script, regardless of what names
// contain.
var policy = template.HTMLAttr(fmt.Sprintf(`content="default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'"`, sum(style), sum(script)))

func sum(text string) string {
	hash := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(hash[:])
}
