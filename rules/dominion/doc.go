// Package dominion implements the deck-builder for 1 to 6 seats. The phases of a turn are action,
// treasure, buy and clean-up; plays, reactions, gains and choices stack over them.
//
// Cards have no identity: a zone counts the cards of each pile. A shuffled deck has no order
// until a card is drawn, which picks one at random. That equals shuffling, costs less, and leaves
// nothing to leak. Only cards on top of a deck that a seat knows or has chosen are ordered.
package dominion
