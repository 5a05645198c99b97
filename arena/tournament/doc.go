// Package tournament plays tournaments between any number of bots and rates them.
//
// A tournament is a number of matches of package arena: its pairings, each of as
// many bots as a table has seats, with a seed of its own. The ratings are
// maximum-likelihood Bradley–Terry over all games at once; see package stats. As
// with a match, everything but the time it takes is a function of the
// [Tournament].
package tournament
