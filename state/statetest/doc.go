// Package statetest tests rulesets. [Run] takes a [Kit] and tests that positions are plain values
// and that clones and replays agree. It also tests that refused requests change nothing and that
// no seat learns hidden facts.
// [Fuzz] searches for the same faults with arbitrary requests. [Scripts] runs readable test
// files.
//
// The flag -update rewrites golden files and scripts.
package statetest
