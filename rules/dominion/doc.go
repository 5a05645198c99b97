// Package dominion implements the deck-building game Dominion for 1 to 6 seats. The phases of a
// turn are action, treasure, buy and clean-up. Plays, reactions, gains and choices stack over them.
//
// Cards have no identity. A zone stores the number of cards from each pile. A shuffled deck has no
// order, and drawing a card picks one at random. Each hand has the same probability as after a shuffle,
// but a bag is cheaper and leaks no order. Only the top cards that an effect has used are ordered.
package dominion
