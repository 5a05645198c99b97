// Package replay shows finished games step by step from any viewpoint. It also turns games
// into Go tests and proves that their randomness was fair. All results depend only on a game's
// log and rules. If the program no longer has these rules, the results depend on the log and
// the game's transcript.
package replay
