package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"

	"gamed/arena"
	"gamed/arena/figure"
	"gamed/arena/tournament"
	"gamed/internal/svg"
)

// A Page holds the data for the report on a match or a tournament.
type Page struct {
	Title            string
	Command          string // the command line that reproduces the matches
	Anchor           string // the bot whose rating is 0
	Digest           string // digest of all games
	Matches          []*arena.Results
	CardsWithoutDeck []string // cards in no ready deck
	// Failure is the reason why there are no results, or empty. The page then shows only the reason.
	Failure string
	// Log returns the log of a game, or nil if the log was not kept. The report calls Log only for
	// the notable games. The field may be nil.
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
	Tables []table // tables of results
	Charts []*svg.Chart
	More   []table // tables of details
}

// A Fact is a name and a value at the top of the page.
type Fact struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Wide reports whether the fact needs a whole line of the page.
func (f Fact) Wide() bool { return svg.TextWidth(f.Text) > 280 }

func (p Page) view() (*view, *data, error) {
	if p.Failure != "" {
		return &view{Page: p, Policy: policy, Style: template.CSS(style), Script: template.JS(script)}, &data{}, nil
	}
	pool := arena.PooledResult(p.Matches, p.CardsWithoutDeck)
	d := &data{Page: p, standings: tournament.NewStandings(p.Matches, p.Anchor), pooled: pool, colorNumbers: map[string]int{}}
	for _, m := range p.Matches {
		d.results = append(d.results, m.Result())
		for _, label := range arena.Distinct(m.Header.Bots) {
			if _, known := d.colorNumbers[label]; !known {
				d.colorNumbers[label] = len(d.colorNumbers) % botColors
			}
		}
	}
	if len(p.Matches) == 1 && pool.Games > 0 {
		d.onlyMatch, d.points = &d.results[0], curvePoints(p.Matches[0])
		d.standings.SetScores(d.onlyMatch)
	}
	notable, err := d.notableGames()
	if err != nil {
		return nil, nil, err
	}
	d.figures = d.standings.Figures()
	if d.onlyMatch != nil {
		d.figures = append(d.figures, figure.NonEmpty(d.onlyMatch.ComparisonFigure())...)
	}
	d.figures = append(d.figures, pool.Statistics()...)
	d.details = append(d.standings.FaultsAndEnds(), figure.NonEmpty(notable)...)
	v := &view{Page: p, Policy: policy, Style: template.CSS(style), Script: template.JS(script), Facts: d.facts()}
	v.Charts = nonNil(d.ratingsChart(), d.curveChart(), d.likelihoodChart(), d.pairsChart(), d.scoresChart("decks", "Decks against all others", 2),
		d.scoresChart("firstseats", "First seat by decks", 2), d.lengthsChart(), d.sharesChart("options", "Options of a request", 1),
		d.sharesChart("uses", "Uses of cards", 1), d.sharesChart("cards", "Rarest cards", 2), d.timesChart())
	for i, c := range v.Charts {
		c.ID = fmt.Sprintf("chart%d", i)
	}
	v.Tables, v.More = d.tables(d.figures), d.tables(d.details)
	return v, d, nil
}

// tables returns the tables that draw the figures as HTML.
func (d *data) tables(figures []figure.Figure) (all []table) {
	dots := make(map[string]string)
	for i, b := range d.standings.Bots {
		dots[b.Name] = d.colorClass(b.Name)
		dots[fmt.Sprint(i+1, " ", b.Name)] = d.colorClass(b.Name)
	}
	for _, f := range figures {
		all = append(all, table{f, dots})
	}
	return all
}

// nonNil drops the charts that are nil.
func nonNil(all ...*svg.Chart) []*svg.Chart {
	return slices.DeleteFunc(all, func(c *svg.Chart) bool { return c == nil })
}

// data holds the values that the parts of the page share.
type data struct {
	Page
	standings    tournament.Standings
	colorNumbers map[string]int // number of the color of each bot
	results      []arena.Result // results of the matches
	pooled       arena.Result   // statistics over all matches
	onlyMatch    *arena.Result  // result of the only match; nil if there are several matches or no game counts
	points       []Point        // intermediate results of the only match
	figures      []figure.Figure
	details      []figure.Figure // figures with details
}

// botColors is the number of colors for bots.
const botColors = 6

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

// policy is the page's content security policy. It blocks everything except the page's own style
// and script, so a name cannot add a script.
var policy = template.HTMLAttr(fmt.Sprintf(`content="default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'"`, cspHash(style), cspHash(script)))

// cspHash returns the hash of text in the format of a content security policy.
func cspHash(text string) string {
	hash := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(hash[:])
}
