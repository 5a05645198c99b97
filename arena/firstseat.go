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

// A FirstSeat is the record of the seat with the first turn in the games between two decks.
type FirstSeat struct {
	Decks [2]string `json:"decks"` // in alphabetical order
	Record
}

// FirstSeats has a row per pair of decks.
type FirstSeats []FirstSeat

// Add adds a game between two decks. It ignores other games.
func (t *FirstSeats) Add(g *Game) {
	if len(g.Decks) != 2 || g.First < 0 {
		return
	}
	decks := [2]string{min(g.Decks[0], g.Decks[1]), max(g.Decks[0], g.Decks[1])}
	i := slices.IndexFunc(*t, func(r FirstSeat) bool { return r.Decks == decks })
	if i < 0 {
		i = len(*t)
		*t = append(*t, FirstSeat{Decks: decks})
	}
	(*t)[i].Record.Add(g.Versus(g.First, 1-g.First))
}

// Sort puts the pair with the greatest advantage of the first seat first.
func (t FirstSeats) Sort() {
	slices.SortFunc(t, func(a, b FirstSeat) int {
		return cmp.Or(cmp.Compare(b.Score.Value, a.Score.Value), slices.Compare(a.Decks[:], b.Decks[:]))
	})
}

// write writes the score of the first seat for each pair.
func (t FirstSeats) write(b *strings.Builder) {
	if t == nil {
		return
	}
	table := columns.Table{{"first seat by decks", "games", "score", ""}}
	for i := range t {
		r := &t[i]
		mark := ""
		if r.Uneven() {
			mark = "outside 42-58 %"
		}
		table.Row(r.Decks[0]+", "+r.Decks[1], strconv.Itoa(r.Games), r.Score.Percent(), mark)
	}
	b.WriteString(table.Format("  ", "lrl"))
}

// PositionShares returns the share of won games by position: first turn, second turn, …
func (r *Result) PositionShares() (shares []stats.Estimate) {
	for i, percent := range r.PositionWinPercents {
		shares = append(shares, stats.Estimate{Value: percent / 100, Interval: r.PositionIntervals[i]})
	}
	return shares
}

// writePositions writes the win share of each position of more than two seats.
func (r *Result) writePositions(b *strings.Builder) {
	if len(r.Bots) < 3 {
		return
	}
	even := 1 / float64(len(r.Bots))
	var parts []string
	for _, share := range r.PositionShares() {
		text := share.Percent()
		if r.UnevenPosition(share) {
			text += " !"
		}
		parts = append(parts, text)
	}
	fmt.Fprintf(b, "  positions against %.1f %%: %s\n", 100*even, strings.Join(parts, ", "))
}
