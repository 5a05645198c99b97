package rules

import "gamed/state"

// A Usage tells a match what to count for the design of cards. The zero value counts only
// decisions.
type Usage struct {
	// Uses are the ways to use a card. The first one decides whether a card was used in a game.
	Uses []Use
	// Keep and Redraw are the answers of a seat that may redraw its hand.
	Keep, Redraw state.Do
	// Standing is the measure that shows which seat is ahead, and Scale is its name.
	Standing state.Measure
	Scale    string
	// Cards returns the names of the cards that a seat may use in a newly dealt game, such as its
	// deck. It may be nil.
	Cards func(m state.Machine, seat state.Seat) []string
	// Idle lists the cards that no ready deck contains.
	Idle []string
}

// A Use is a kind of option whose [state.Label] names a card.
type Use struct {
	Name string // play, power, buy, …
	Do   state.Do
}
