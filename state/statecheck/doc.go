// Package statecheck checks the properties of games that the rest of the module relies on. For
// example, deals, clones and replays agree, options are well formed, and refused requests change
// nothing. No seat learns hidden facts, and every game ends. A [Check] needs only a
// [state.Dealer]. It plays a game and returns a [*Failure].
//
// Package statetest runs these checks as tests, and adds checks that need the Go type of a
// position.
package statecheck
