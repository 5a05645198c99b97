// Package dominion is the deck-builder: 1 to 6 seats, phases action, treasure,
// buy and clean-up, and stacked phases for plays, reactions, gains and choices.
//
// A card has no identity here. A zone counts how many cards of each pile lie in
// it, and what is left of a shuffled deck has no order until a card is drawn from
// it: a draw picks one at random, which is the same as having shuffled, costs
// less, and leaves nothing to leak. Only cards whose place somebody knows or has
// chosen, on top of a deck, are kept in order.
package dominion
