// Package tournament plays tournaments between bots and rates them.
//
// A tournament is a series of pairings. Each pairing is an [arena.Match] with one bot per seat
// and its own seed. Ratings are maximum-likelihood Plackett–Luce ratings over all games; see
// package stats. If the bots are deterministic, everything except the times depends only on the
// [Tournament].
package tournament
