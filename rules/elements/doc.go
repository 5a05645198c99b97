// Package elements implements Elements, a card game for two to four seats. Players pay for Beings, Items
// and Spells with seven elements.
//
// The phases of a turn are sunrise, main, attack, defend and combat. After combat the turn returns
// to main. Sunset follows when the active seat declares no further attack. Plays and triggers are
// frames on top of any of these phases, and every seat may respond to them.
//
// The files cards_*.go define the cards. The files phases.go and stacked.go define the phases.
// The folder testdata contains a script for each rule and each card.
//
// Each card in a Hand or Future records which seats know it. appendview.go and draw.go show known
// cards, and sample.go keeps them in sampled worlds. Deck lists are public.
package elements
