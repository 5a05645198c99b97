package state

// A Figure is a number that a game has come to, beside who has won: a stat at its
// end, how often a card was played, 1 for the ending that it had.
type Figure struct {
	Group string // what it stands under: endings, stats, …
	Name  string // unique in its group
	N     float64
}

// A Reporter is a [Machine] that has figures to tell once its game is over.
type Reporter interface {
	// AppendFigures appends the figures, in the same order for equal games.
	AppendFigures(dst []Figure) []Figure
}
