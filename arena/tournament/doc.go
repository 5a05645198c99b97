// Package tournament plays tournaments between bots and rates them.
//
// A tournament is a series of pairings. Each is a match of package arena between as
// many bots as a table has seats, with its own seed. Ratings are maximum-likelihood
// Bradley–Terry over all games; see package stats. Everything but the time is a
// function of the [Tournament].
package tournament
