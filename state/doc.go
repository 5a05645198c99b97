// Package state implements the core of a game: a deterministic state machine, which applies one
// request at a time to a position.
//
// A ruleset consists of three static tables:
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
//	binary.Append  encodes it,
//
// at any time, even in the middle of a card's effect. A stack of [Frame] values records the
// activities in progress. The tables define what each frame does. The phase on top handles each
// request and returns a verdict: [Nothing] or its faster form [Answered], [Core.Push] (stack a
// phase), or [Resolve] (end the phase).
//
// The package reads no clock, starts no goroutine and does no I/O. A position is not safe for
// concurrent use. The tables are read-only and may be shared by goroutines.
package state
