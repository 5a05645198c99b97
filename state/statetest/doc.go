// Package statetest tests rulesets. [Run] takes a [Kit] and tests that positions are plain
// values, clones and replays agree, refusals change nothing, and no seat learns hidden facts.
// [Fuzz] searches for the same faults with arbitrary requests. [Scripts] runs readable test
// files.
//
// The flag -update rewrites golden files and scripts.
package statetest
