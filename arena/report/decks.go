package report

import (
	"cmp"
	"slices"

	"gamed/arena"
	"gamed/arena/stats"
)

// decks returns the table of decks, nil unless decks were compared.
func (d *data) decks() *table {
	rows := d.deckRows()
	if rows == nil {
		return nil
	}
	t := &table{ID: "decks", Title: "Decks", Class: "matrix", Head: heads("deck", "all others", "95 % interval"),
		About: "Score of the row against the column in percent, and number of games."}
	for _, r := range rows {
		t.Head = append(t.Head, cell{Text: r.Deck, Number: true})
	}
	for _, r := range rows {
		row := []cell{{Text: r.Deck}, scored(r.Score.Value, r.Games), span(r.Score.Interval)}
		for _, other := range rows {
			c := number("–")
			for _, v := range r.Against {
				if v.Deck == other.Deck {
					c = scored(v.Score.Value, v.Games)
				}
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// deckRows sums up the decks of all matches, the best first.
func (d *data) deckRows() (rows []arena.DeckRow) {
	at := func(list *[]arena.DeckRow, deck string) *arena.DeckRow {
		i := slices.IndexFunc(*list, func(r arena.DeckRow) bool { return r.Deck == deck })
		if i < 0 {
			i = len(*list)
			*list = append(*list, arena.DeckRow{Deck: deck})
		}
		return &(*list)[i]
	}
	add := func(to *arena.DeckRow, s arena.DeckScore) {
		to.Games, to.Wins, to.Losses, to.Draws = to.Games+s.Games, to.Wins+s.Wins, to.Losses+s.Losses, to.Draws+s.Draws
		to.Score = stats.Rate(float64(to.Wins)+float64(to.Draws)/2, to.Games)
	}
	for _, m := range d.Matches {
		if len(m.Header.Decks) < 2 {
			continue
		}
		result, err := m.Result()
		if err != nil {
			continue // an invalid digest; such a match has no games
		}
		for _, r := range result.DeckTable {
			row := at(&rows, r.Deck)
			add(row, r.DeckScore)
			for _, v := range r.Against {
				add(at(&row.Against, v.Deck), v.DeckScore)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b arena.DeckRow) int { return cmp.Compare(b.Score.Value, a.Score.Value) })
	return rows
}
