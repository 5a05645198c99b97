package rules

import "gamed/state"

// A Usage tells a match what to count for its report, which helps designers of cards. With the zero
// value, the match counts only decisions.
type Usage struct {
	// Uses are the ways to use a card. The first use decides whether a card was used in a game.
	Uses []Use
	// Keep and Redraw are the answers of a seat that may redraw its hand.
	Keep, Redraw state.Do
	// Standing is the measure that is highest for the leading seat, and StandingName is the name of
	// this measure: life, points, …
	Standing     state.Measure
	StandingName string
	// Cards returns the names of the cards that a seat may use in the newly dealt game m, such as those
	// of its deck. It may be nil.
	Cards func(m state.Machine, seat state.Seat) []string
	// UndeckedCards lists the cards that decks may contain, but that are in no built-in deck.
	UndeckedCards []string
}

// A Use is a kind of option whose [state.Label] names a card.
type Use struct {
	Name string // play, power, buy, …
	Do   state.Do
}
