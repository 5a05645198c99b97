// Package elements implements the main game: two to four seats play Beings, Items and Spells paid
// for with seven elements.
//
// The turn is sunrise, main, attack, defend, combat, back to main, and sunset once the active
// seat attacks no more. Plays and triggers stack over any phase, and every seat may respond to
// them.
//
// Cards are in cards_*.go, the turn is in phases.go and stacked.go. testdata has a script for
// each rule and each card.
//
// Each card of a Hand or Future records which seats know it. appendview.go and draw.go show these
// cards, and sample.go keeps them in sampled worlds. Deck lists are public.
package elements
