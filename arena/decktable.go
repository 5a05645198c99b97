package arena

import (
	"cmp"
	"slices"

	"gamed/arena/figure"
	"gamed/arena/stats"
)

// A WinLossRecord counts the games of a bot, a deck or the first seat, against one opponent or all
// opponents.
type WinLossRecord struct {
	Games  int            `json:"games"`
	Wins   int            `json:"wins"`
	Losses int            `json:"losses"`
	Draws  int            `json:"draws"`
	Score  stats.Estimate `json:"score"` // mean score from 0 to 1, with its Wilson interval
}

// Add adds a game with the given score: 1 for a win, .5 for a draw, 0 for a loss.
func (r *WinLossRecord) Add(score float64) {
	r.Games++
	switch score {
	case 1:
		r.Wins++
	case 0:
		r.Losses++
	default:
		r.Draws++
	}
	r.Score = stats.Rate(float64(r.Wins)+float64(r.Draws)/2, r.Games)
}

// A DeckRow is the record of a deck in a match that compares decks.
type DeckRow struct {
	Deck string `json:"deck"`
	WinLossRecord
	Against DeckTable `json:"against,omitempty"` // one row per opposing deck
}

// A DeckTable has a row for each deck of a match. The table of [DeckRow.Against] has a row for each
// opposing deck.
type DeckTable []DeckRow

// Add adds a game. Each pair of seats with different decks counts as a game of both decks.
func (t *DeckTable) Add(g *Game) {
	for a, deck := range g.Decks {
		for b, other := range g.Decks {
			if deck == other {
				continue
			}
			row := t.row(deck)
			row.Add(g.Versus(a, b))
			row.Against.row(other).Add(g.Versus(a, b))
		}
	}
}

// row returns the row of a deck. It adds the row if it is missing.
func (t *DeckTable) row(deck string) *DeckRow {
	return rowOf(t, DeckRow{Deck: deck}, func(r DeckRow) bool { return r.Deck == deck })
}

// Sort puts the best deck first, also in the list Against of each row.
func (t DeckTable) Sort() {
	slices.SortFunc(t, func(a, b DeckRow) int {
		return cmp.Or(-cmp.Compare(a.Score.Value, b.Score.Value), cmp.Compare(a.Deck, b.Deck))
	})
	place := func(deck string) int {
		return slices.IndexFunc(t, func(r DeckRow) bool { return r.Deck == deck })
	}
	for _, row := range t {
		slices.SortFunc(row.Against, func(a, b DeckRow) int { return cmp.Compare(place(a.Deck), place(b.Deck)) })
	}
}

// figure returns the figure of the scores of each deck: against all other decks together, and against
// each of them.
func (t DeckTable) figure() figure.Figure {
	f := figure.Figure{ID: "decks", Title: "Decks", Head: []string{"deck", "games", "against all others"}, Matrix: true}
	for _, row := range t {
		f.Head = append(f.Head, row.Deck)
	}
	cells, games := ScoreMatrix(len(t), pairBand, func(a, b int) *WinLossRecord {
		for i := range t[a].Against {
			if other := &t[a].Against[i]; other.Deck == t[b].Deck {
				return &other.WinLossRecord
			}
		}
		return nil
	})
	for i := range t {
		r := &t[i]
		f.Add(append([]figure.Cell{figure.Text(r.Deck), figure.Count(r.Games), figure.Rate(r.Score).Mark(r.Uneven())}, cells[i]...)...)
	}
	f.About = games + " Marked: outside 45 to 55 % against all others, or beyond 65 : 35."
	return f
}
