// Package state is the pure heart of a game: a machine that turns one request
// at a time into the next position.
//
// A ruleset is three static tables:
//
//	phases  what can be happening            (sunrise, attack, play, choice, …)
//	verbs   what a card can do               (draw, damage, gain, …)
//	cards   which verbs each card is made of (data)
//
// A position is one comparable Go value with no slice, map, func, pointer,
// string or interface anywhere in it, so that
//
//	b := a         clones it,
//	a == b         compares it, and
//	binary.Append  writes it down,
//
// in the middle of a card's effect as well as between turns. What is happening
// is a stack of [Frame] values; how it happens is looked up in the tables. The
// phase on top handles each request and ends in one of three verdicts:
// [Nothing], [Core.Push] (stack a phase) or [Resolve] (end the phase).
//
// Nothing here reads a clock, starts a goroutine or performs I/O. A position
// may be used by one goroutine at a time; the tables by any number at once.
package state
