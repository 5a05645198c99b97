// Package dominion implements the deck-building game Dominion for 1 to 6 seats. The phases of a
// turn are action, treasure, buy and clean-up. Plays, reactions, gains and choices are frames on
// top of these phases.
//
// Cards have no identity. A zone stores the number of cards from each pile. A shuffled deck has no
// order, and drawing a card picks one at random. Each hand has the same probability as with a shuffled
// list, but a bag is cheaper and contains no order that could leak. Only the top cards that an effect
// has looked at, revealed or put there are ordered.
package dominion
