// Package statecheck checks what the rest of the module expects of a game: deals, clones and
// replays agree, options are well formed, refusals change nothing, no seat learns hidden facts,
// and every game ends. A [Check] needs only a [state.Dealer]. It plays a game and returns a
// [*Failure].
//
// Package statetest runs these checks as tests, and adds checks that need the type of a position.
package statecheck
