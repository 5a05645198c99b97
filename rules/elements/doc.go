// Package elements is the main game: a duel, or a free for all of up to four,
// of Beings, Items and Spells paid for with seven elements.
//
// The turn is sunrise, main, attack, defend, combat, back to main, and sunset
// once the active seat attacks no more. Over any of these, plays and triggers
// stack, and anybody may answer them with further ones.
//
// Read cards_*.go for the cards, phases.go and stacked.go for the turn, and
// testdata for playthroughs of each rule and each card.
//
// What a seat may know is kept beside each card of a Hand and a Future. It is
// what appendview.go and draw.go show, and what sample.go leaves as it is in the
// worlds that look the same. Deck lists are open.
package elements
