// Package statetest is what every ruleset is held to. [Run] takes a [Kit] and
// tests what the rest of the module relies on: that a position is a plain
// value, that clones and replays agree, that refusals change nothing, and that
// nothing hidden reaches a seat. [Fuzz] looks for the same faults with requests
// that nobody thought of. [Scripts] plays files that people can read.
//
// Tests take the flag -update, which rewrites golden files and scripts.
package statetest
