package arena

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gamed/arena/stats"
	"gamed/internal/columns"
)

// A Record counts the games of a bot or a deck against one opponent or all opponents.
type Record struct {
	Games  int            `json:"games"`
	Wins   int            `json:"wins"`
	Losses int            `json:"losses"`
	Draws  int            `json:"draws"`
	Score  stats.Estimate `json:"score"` // 0 to 1, with its Wilson interval
}

// Add adds a game with the given score: 1 for a win, .5 for a draw, 0 for a loss.
func (r *Record) Add(score float64) {
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
	Record
	Against DeckTable `json:"against,omitempty"` // by opposing deck
}

// A DeckTable has a row per deck.
type DeckTable []DeckRow

// Add adds a game. Each pair of seats with different decks counts as a game.
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
	i := slices.IndexFunc(*t, func(r DeckRow) bool { return r.Deck == deck })
	if i < 0 {
		i = len(*t)
		*t = append(*t, DeckRow{Deck: deck})
	}
	return &(*t)[i]
}

// Sort puts the best deck first.
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

// write writes the score of each deck against each other deck.
func (t DeckTable) write(b *strings.Builder) {
	if t == nil {
		return
	}
	head := []string{"deck", "games", "against all others"}
	for _, row := range t {
		head = append(head, row.Deck)
	}
	table := columns.Table{head}
	for _, row := range t {
		cells := []string{row.Deck, strconv.Itoa(row.Games), row.Score.Percent()}
		for _, other := range t {
			text := "-"
			if i := slices.IndexFunc(row.Against, func(a DeckRow) bool { return a.Deck == other.Deck }); i >= 0 {
				text = fmt.Sprintf("%.1f %%", 100*row.Against[i].Score.Value)
			}
			cells = append(cells, text)
		}
		table.Row(cells...)
	}
	b.WriteString(table.Format("  ", "lrlr"))
	var decks, pairs []string
	for i := range t {
		r := &t[i]
		if r.Uneven() {
			decks = append(decks, r.Deck+" "+percent(r.Score.Value))
		}
		for j := range r.Against {
			if other := &r.Against[j]; other.Score.Value > .5 && other.UnevenPair() {
				pairs = append(pairs, fmt.Sprintf("%s against %s %s", r.Deck, other.Deck, percent(other.Score.Value)))
			}
		}
	}
	if decks != nil {
		fmt.Fprintf(b, "  decks outside 45-55 %%: %s\n", strings.Join(decks, ", "))
	}
	if pairs != nil {
		fmt.Fprintf(b, "  pairs beyond 65 : 35: %s\n", strings.Join(pairs, ", "))
	}
}
