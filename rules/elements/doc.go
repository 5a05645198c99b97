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
// What a seat may know is decided in view.go (who sees what) and sample.go (the
// worlds that look the same); deck lists are open, the order of a Future and
// the cards of a Hand are not.
package elements
