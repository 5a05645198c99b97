package report

import (
	"fmt"
	"slices"
	"strings"

	"gamed/arena"
	"gamed/internal/svg"
)

// decks returns the table of decks, or nil unless decks were compared.
func (d *data) decks() *table {
	decks := d.deckTable
	if decks == nil {
		return nil
	}
	t := &table{ID: "decks", Title: "Decks", Class: "matrix", Head: heads("deck", "all others", "95 % interval"),
		About: "Score of the row against the column in percent, and number of games. Red: outside 45 to 55 % against all others, or beyond 65 : 35."}
	for i := range decks {
		r := &decks[i]
		t.Head = append(t.Head, cell{Text: r.Deck, Number: true})
		row := []cell{{Text: r.Deck}, marked(scored(r.Record), r.Uneven()), span(r.Score.Interval)}
		for _, other := range decks {
			j := slices.IndexFunc(r.Against, func(v arena.DeckRow) bool { return v.Deck == other.Deck })
			if j < 0 {
				row = append(row, number("–"))
			} else {
				row = append(row, marked(scored(r.Against[j].Record), r.Against[j].UnevenPair()))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// marked returns the cell, in red if bad is set.
func marked(c cell, bad bool) cell {
	if bad {
		c.Class += " bad"
	}
	return c
}

// deckScores draws the score of each deck against all others.
func (d *data) deckScores() *svg.Chart {
	var rows []dot
	for i := range d.deckTable {
		r := &d.deckTable[i]
		rows = append(rows, scoreDot(r.Deck, r.Record, r.Uneven()))
	}
	return scoreDots("Decks against all others", "Score with Wilson's 95 % interval. Orange: outside 45 to 55 %.", rows)
}

// scoreDot returns the dot of a score.
func scoreDot(name string, r arena.Record, uneven bool) dot {
	class := "s0"
	if uneven {
		class = "s1"
	}
	return dot{name, share(r.Score.Value), fmt.Sprintf("%s: %s, %s", name, r.Score.Percent(), count(r.Games, "game")), class, r.Score}
}

// scoreDots returns a chart of scores, or nil without one.
func scoreDots(title, about string, rows []dot) *svg.Chart {
	if rows == nil {
		return nil
	}
	c := svg.New(title, about, dotsHeight(len(rows)))
	dots(c, rows, .5, "even", 5, percent, "score")
	return c
}

// firstSeats returns the table of the first seat's score by decks, or nil unless decks were
// compared at two seats.
func (d *data) firstSeats() *table {
	if d.firsts == nil {
		return nil
	}
	t := &table{ID: "firstseats", Title: "First seat by decks", Sorted: true, Head: heads("decks", "games", "score", "95 % interval"),
		About: "Score of the seat with the first turn for each pair of decks. Red: outside 42 to 58 %."}
	for i := range d.firsts {
		r := &d.firsts[i]
		score := marked(number(share(r.Score.Value)), r.Uneven())
		t.Rows = append(t.Rows, []cell{{Text: strings.Join(r.Decks[:], ", ")}, whole(r.Games), score, span(r.Score.Interval)})
	}
	return t
}

// firstSeatScores draws the first seat's score by decks.
func (d *data) firstSeatScores() *svg.Chart {
	var rows []dot
	for i := range d.firsts {
		r := &d.firsts[i]
		rows = append(rows, scoreDot(strings.Join(r.Decks[:], ", "), r.Record, r.Uneven()))
	}
	return scoreDots("First seat by decks", "Score of the seat with the first turn, with Wilson's 95 % interval. Orange: outside 42 to 58 %.", rows)
}

// positions returns the table of win shares by position, or nil unless the only match has more than
// two seats.
func (d *data) positions() *table {
	if d.only == nil || len(d.only.Bots) < 3 {
		return nil
	}
	even := 1 / float64(len(d.only.Bots))
	t := &table{ID: "positions", Title: "Positions", Head: heads("turn", "won", "95 % interval", "difference"),
		About: fmt.Sprintf("Share of games won by the seat with the first turn, the second turn and so on. The even share is %s. Red: more than 3 points away.", share(even))}
	for i, won := range d.only.PositionShares() {
		apart := won.Value - even
		t.Rows = append(t.Rows, []cell{
			{Text: fmt.Sprint(i + 1)}, number(share(won.Value)), span(won.Interval),
			marked(number(minus(fmt.Sprintf("%+.1f", 100*apart))), d.only.UnevenPosition(won)),
		})
	}
	return t
}
