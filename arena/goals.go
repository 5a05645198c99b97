package arena

// The limits beyond which a figure marks a value. A designer aims at games that no deck, card or
// seat decides.
const (
	deckBand  = .05 // score of a deck against all others: 45 to 55 %
	pairBand  = .15 // score of a deck against another one: 35 to 65 %
	firstBand = .08 // score of the first seat with two decks: 42 to 58 %
	// positionBand is the largest unmarked deviation of a position's share of wins from an even
	// share, in games with more than two seats.
	positionBand = .03
	// RareCard is the smallest unmarked value of a share: of the games that contain a card, the
	// share in which a seat uses the card.
	RareCard = .05
)

// uneven reports whether a score differs from one half by more than a band.
func uneven(score, band float64) bool {
	const rounding = 1e-9
	return score < .5-band-rounding || score > .5+band+rounding
}

// Rare reports whether seats used the card in a smaller share than [RareCard] of the games that
// contain the card.
func (r *CardRow) Rare() bool { return r.Share.Value < RareCard }

// Uneven reports whether the deck's score against all others is outside 45 to 55 %.
func (r *DeckRow) Uneven() bool { return uneven(r.Score.Value, deckBand) }

// UnevenPair reports whether the deck's score against one other deck is outside 35 to 65 %.
func (r *DeckRow) UnevenPair() bool { return uneven(r.Score.Value, pairBand) }

// Uneven reports whether the score of the first seat is outside 42 to 58 %.
func (r *FirstSeat) Uneven() bool { return uneven(r.Score.Value, firstBand) }
