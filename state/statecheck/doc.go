// Package statecheck holds a game to what the rest of the module relies on: that
// deals, clones and replays agree, that lists of options are what they should be,
// that refusals change nothing, that nothing hidden reaches a seat, and that every
// game ends. It needs no more of a game than a [state.Dealer]. A [Check] plays a
// game and says what was wrong as a [*Failure].
//
// statetest runs the checks as tests, with those that need the type of a position.
package statecheck
