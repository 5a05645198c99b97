package arena

import (
	"fmt"

	"gamed/arena/figure"
)

// ScoreMatrix returns the cells of a matrix with the scores of n bots or decks against each
// other, in percent. It marks scores that differ from one half by more than the given band. The
// function record returns nil for bots or decks that have not met. The cells also contain the
// number of games if this number differs between cells. explanation is a text that explains the
// cells.
func ScoreMatrix(n int, band float64, record func(a, b int) *WinLossRecord) (rows [][]figure.Cell, explanation string) {
	games, differ := 0, false
	rows = make([][]figure.Cell, n)
	each := func(cell func(a int, r *WinLossRecord)) {
		for a := range n {
			for b := range n {
				cell(a, record(a, b))
			}
		}
	}
	each(func(_ int, r *WinLossRecord) {
		if r != nil {
			differ = differ || games != 0 && games != r.Games
			games = r.Games
		}
	})
	each(func(a int, r *WinLossRecord) {
		c := figure.Missing()
		if r != nil {
			text := fmt.Sprintf("%.1f", 100*r.Score.Value)
			if differ {
				text += fmt.Sprintf(" (%d)", r.Games)
			}
			c = figure.Number(r.Score.Value, text).Mark(uneven(r.Score.Value, band))
			c.Unit = figure.Fraction
		}
		rows[a] = append(rows[a], c)
	})
	if differ {
		return rows, "Scores of the row against the column in percent, and numbers of games."
	}
	return rows, fmt.Sprintf("Scores of the row against the column in percent, %s each.", figure.Plural(games, "game"))
}
