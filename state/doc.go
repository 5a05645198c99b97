// Package state is the core of a game: a pure state machine that applies one request at a time to
// a position.
//
// A ruleset is three static tables:
//
//	phases  kinds of frames                  (sunrise, attack, play, choice, …)
//	verbs   what a card can do               (draw, damage, gain, …)
//	cards   which verbs each card is made of (data)
//
// A position is one comparable Go value without slices, maps, functions, pointers, strings or
// interfaces. So
//
//	b := a         clones it,
//	a == b         compares it, and
//	binary.Append  writes it down,
//
// at any moment, even in the middle of a card's effect. A stack of [Frame] values holds what is
// happening; the tables define how. The phase on top handles each request and returns one of
// three verdicts: [Nothing], [Core.Push] (stack a phase) or [Resolve] (end the phase).
//
// The package reads no clock, starts no goroutine and does no I/O. One goroutine at a time may
// use a position; any number may use the tables.
package state
