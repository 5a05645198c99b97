// Package dominion implements the deck-building game Dominion for 1 to 6 seats. The phases of a
// turn are action, treasure, buy and clean-up. Plays, reactions, gains and choices stack over them.
//
// Cards have no identity. A zone stores the number of cards from each pile. A shuffled deck has no
// order, and drawing a card picks one at random. The result is the same as that of shuffling, but
// it is cheaper and leaks nothing. Only cards that a seat knows or has put on top are ordered.
package dominion
