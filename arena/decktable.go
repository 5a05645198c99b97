package arena

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gamed/arena/stats"
	"gamed/internal/columns"
	"gamed/state"
)

// A DeckRow is the score of a deck in a match that compares decks.
type DeckRow struct {
	Deck string `json:"deck"`
	DeckScore
	Against []DeckRow `json:"against,omitempty"` // each other deck
}

// A DeckScore counts the games of a deck against another one, or all others.
type DeckScore struct {
	Games  int            `json:"games"`
	Wins   int            `json:"wins"`
	Losses int            `json:"losses"`
	Draws  int            `json:"draws"`
	Score  stats.Estimate `json:"score"` // 0 to 1, with its Wilson interval
}

// A deckTable counts the games between decks. Every two seats count as a game.
type deckTable struct {
	names  []string
	counts [][]DeckScore // by index in names
}

// game adds a game with the given decks by seat.
func (t *deckTable) game(decks []string, won state.Seats) {
	for a := range decks {
		for b := range decks {
			if a == b || decks[a] == decks[b] {
				continue
			}
			s := t.at(decks[a], decks[b])
			s.Games++
			switch x, y := won.Has(state.Seat(a)), won.Has(state.Seat(b)); {
			case x && !y:
				s.Wins++
			case y && !x:
				s.Losses++
			default:
				s.Draws++
			}
		}
	}
}

// at returns the count of a deck against another.
func (t *deckTable) at(a, b string) *DeckScore {
	i, j := t.place(a), t.place(b)
	return &t.counts[i][j]
}

func (t *deckTable) place(name string) int {
	i := slices.Index(t.names, name)
	if i >= 0 {
		return i
	}
	t.names = append(t.names, name)
	for i := range t.counts {
		t.counts[i] = append(t.counts[i], DeckScore{})
	}
	t.counts = append(t.counts, make([]DeckScore, len(t.names)))
	return len(t.names) - 1
}

// rows returns the decks, the best first.
func (t *deckTable) rows() (rows []DeckRow) {
	for i, name := range t.names {
		row := DeckRow{Deck: name}
		for j, other := range t.names {
			if s := t.counts[i][j]; s.Games > 0 {
				row.add(s)
				row.Against = append(row.Against, DeckRow{Deck: other, DeckScore: s.scored()})
			}
		}
		row.DeckScore = row.scored()
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b DeckRow) int {
		return cmp.Or(-cmp.Compare(a.Score.Value, b.Score.Value), cmp.Compare(a.Deck, b.Deck))
	})
	for _, row := range rows {
		slices.SortFunc(row.Against, func(a, b DeckRow) int {
			place := func(name string) int {
				return slices.IndexFunc(rows, func(r DeckRow) bool { return r.Deck == name })
			}
			return cmp.Compare(place(a.Deck), place(b.Deck))
		})
	}
	return rows
}

func (s *DeckScore) add(other DeckScore) {
	s.Games += other.Games
	s.Wins += other.Wins
	s.Losses += other.Losses
	s.Draws += other.Draws
}

// scored returns s with its Score filled in.
func (s DeckScore) scored() DeckScore {
	s.Score = stats.Rate(float64(s.Wins)+float64(s.Draws)/2, s.Games)
	return s
}

// writeDecks writes the table of decks.
func writeDecks(b *strings.Builder, rows []DeckRow) {
	if rows == nil {
		return
	}
	head := []string{"deck", "games", "against all others"}
	for _, row := range rows {
		head = append(head, row.Deck)
	}
	table := columns.Table{head}
	for _, row := range rows {
		cells := []string{row.Deck, strconv.Itoa(row.Games), rate(row.Score.Value, row.Score.Interval)}
		for _, other := range rows {
			text := "-"
			if i := slices.IndexFunc(row.Against, func(a DeckRow) bool { return a.Deck == other.Deck }); i >= 0 {
				text = fmt.Sprintf("%.1f %%", 100*row.Against[i].Score.Value)
			}
			cells = append(cells, text)
		}
		table.Row(cells...)
	}
	b.WriteString(table.Format("  ", "lrlr"))
}
