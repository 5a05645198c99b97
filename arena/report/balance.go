package report

import (
	"fmt"
	"strings"

	"gamed/arena"
	"gamed/internal/svg"
)

// balanceFacts returns facts about decisions, hands and comebacks.
func (d *data) balanceFacts() (facts []Fact) {
	b := d.balance
	if b == nil {
		return nil
	}
	add := func(name, format string, args ...any) {
		facts = append(facts, Fact{name, fmt.Sprintf(format, args...)})
	}
	if b.Games < d.games {
		add("games with counts", "%s of %s", grouped(float64(b.Games)), grouped(float64(d.games)))
	}
	add("turns of a game", "%s", b.Turns)
	add("requests of a game", "%s", b.Requests)
	add("decisions of a game", "%.1f", b.MeanDecisions)
	if b.Redrawn != nil {
		add("hands redrawn", "%s", b.Redrawn.Percent())
	}
	if b.Comebacks != nil {
		add("comebacks ("+b.Scale+")", "%s", b.Comebacks.Percent())
	}
	if u := b.Uses; u != nil {
		add("uses of cards in a game", "%.1f", u.Mean)
		add("responses or another seat's turn", "%s", share(u.Reacting))
	}
	return facts
}

// options returns the table of requests by their number of options.
func (d *data) options() *table {
	b := d.balance
	if b == nil {
		return nil
	}
	t := &table{ID: "options", Title: "Decisions", Head: heads("options", "share of requests"),
		About: fmt.Sprintf("A request with one option is no decision. Of the requests with a choice, %s offer two options.", share(b.TwoOptions))}
	for _, r := range optionShares(b) {
		t.Rows = append(t.Rows, []cell{{Text: r.name}, number(share(r.share))})
	}
	return t
}

// A part is a named share of a whole.
type part struct {
	name  string
	share float64
	bad   bool
}

func optionShares(b *arena.Balance) []part {
	rest := 1 - b.OneOption
	return []part{
		{name: "one", share: b.OneOption}, {name: "two", share: rest * b.TwoOptions}, {name: "three or more", share: rest * (1 - b.TwoOptions)},
	}
}

// situations returns the table of the uses of cards by situation.
func (d *data) situations() *table {
	if d.balance == nil || d.balance.Uses == nil {
		return nil
	}
	u := d.balance.Uses
	t := &table{ID: "situations", Title: "Uses of cards by situation", Sorted: true,
		About: fmt.Sprintf("Of all uses, %s are on the seat's own turn with an empty stack, %s on a stack, %s two deep, and %s on another seat's turn.",
			share(u.Own), share(u.Responses), share(u.Deep), share(u.Other)),
		Head: append(heads("use"), cell{Text: "turn"}, cell{Text: "phase"}, cell{Text: "on the stack", Number: true}, cell{Text: "uses", Number: true}, cell{Text: "share", Number: true})}
	for _, r := range u.Situations {
		turn := "own"
		if r.Other {
			turn = "another seat's"
		}
		t.Rows = append(t.Rows, []cell{{Text: r.Use}, {Text: turn}, {Text: r.Phase}, whole(r.Depth), whole(r.N), number(share(r.Share))})
	}
	return t
}

// cards returns the table of the use of each card.
func (d *data) cards() *table {
	if d.balance == nil || len(d.balance.Cards) == 0 {
		return nil
	}
	b := d.balance
	t := &table{ID: "cards", Title: "Cards", Sorted: true,
		About: fmt.Sprintf("Games with the card, the share of them in which a seat uses it, and the score of these seats. Red: used in under %s of its games.",
			percent(arena.RareCard)),
		Head: heads("card", "games", "used in", "95 % interval", "uses a game", "score of its users", "95 % interval")}
	if len(d.Idle) > 0 {
		t.About += " In no ready deck: " + strings.Join(d.Idle, ", ") + "."
	}
	for _, r := range b.Cards {
		row := []cell{{Text: r.Card}, whole(r.Games), marked(number(share(r.Share.Value)), r.Rare()), span(r.Share.Interval), number(fmt.Sprintf("%.2f", r.Mean))}
		if r.Used == 0 {
			row = append(row, number("–"), number("–"))
		} else {
			row = append(row, number(share(r.Score.Value)), span(r.Score.Interval))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// optionChart draws the shares of requests by their number of options.
func (d *data) optionChart() *svg.Chart {
	if d.balance == nil {
		return nil
	}
	return shares("Options of a request", "Share of requests that offer one option, two, and more.", optionShares(d.balance))
}

// situationChart draws the shares of the situations in which seats use cards.
func (d *data) situationChart() *svg.Chart {
	if d.balance == nil || d.balance.Uses == nil {
		return nil
	}
	u := d.balance.Uses
	var parts []part
	for _, p := range u.Phases() {
		parts = append(parts, part{name: strings.TrimSpace("own turn, empty stack, " + p.Phase), share: p.Share})
	}
	parts = append(parts, part{name: "on a stack", share: u.Responses}, part{name: "two deep", share: u.Deep},
		part{name: "another seat's turn", share: u.Other}, part{name: "on a stack or another seat's turn", share: u.Reacting})
	return shares("Uses of cards", fmt.Sprintf("Share of %s.", count(u.N, "use")), parts)
}

// rarest is the maximum number of cards in the chart of cards.
const rarest = 20

// cardChart draws the share of games in which the rarest cards are used.
func (d *data) cardChart() *svg.Chart {
	if d.balance == nil || len(d.balance.Cards) == 0 {
		return nil
	}
	var parts []part
	for _, r := range d.balance.Cards[:min(len(d.balance.Cards), rarest)] {
		parts = append(parts, part{r.Card, r.Share.Value, r.Rare()})
	}
	return shares("Rarest cards", fmt.Sprintf("Share of the games with the card in which a seat uses it. Orange: under %s.", percent(arena.RareCard)), parts)
}

// shares draws a horizontal bar per share.
func shares(title, about string, parts []part) *svg.Chart {
	const row, top, thick = 30, 14, 8
	c := svg.New(title, about, svg.Px(top+row*len(parts)))
	most := 0.
	for _, p := range parts {
		most = max(most, p.share)
	}
	x := svg.Scale{Low: 0, High: max(most, 1e-9), From: 0, To: svg.Width}
	for i, p := range parts {
		y := svg.Px(top + row*i)
		c.Named(y, p.name, share(p.share))
		class := "s0"
		if p.bad {
			class = "s1"
		}
		c.Rect(class, p.name+": "+share(p.share), 0, y+5, max(x.At(p.share), .5), thick)
	}
	return c
}
