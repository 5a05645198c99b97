// Package replay shows finished games step by step from any viewpoint. It also turns games
// into Go tests and proves that their randomness was fair. All results depend only on a
// game's log and its rules or, if the program has other rules, on the log and its transcript.
package replay
