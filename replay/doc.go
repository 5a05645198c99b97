// Package replay shows games that are over: step by step, from any viewpoint, as tests,
// and with the proof that their chance was fair. All of it is a function of a game's
// log and its rules.
package replay
