package report

import (
	"slices"

	"gamed/arena"
)

// decks returns the table of decks, or nil unless decks were compared.
func (d *data) decks() *table {
	var decks arena.DeckTable
	for _, m := range d.Matches {
		for unit := range m.Counted() {
			for i := range unit {
				decks.Add(&unit[i])
			}
		}
	}
	if decks == nil {
		return nil
	}
	decks.Sort()
	t := &table{ID: "decks", Title: "Decks", Class: "matrix", Head: heads("deck", "all others", "95 % interval"),
		About: "Score of the row against the column in percent, and number of games."}
	for _, r := range decks {
		t.Head = append(t.Head, cell{Text: r.Deck, Number: true})
		row := []cell{{Text: r.Deck}, scored(r.Record), span(r.Score.Interval)}
		for _, other := range decks {
			i := slices.IndexFunc(r.Against, func(v arena.DeckRow) bool { return v.Deck == other.Deck })
			if i < 0 {
				row = append(row, number("–"))
			} else {
				row = append(row, scored(r.Against[i].Record))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
