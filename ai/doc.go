// Package ai holds the bots that play any ruleset. They use [state.Machine] alone
// and know nothing of servers, clocks or matches.
//
// A bot never holds the game being played. An [Ask] gives it its options and
// determinizations: worlds that look like the game to its seat, with all hidden
// information sampled.
//
// Strength is set in iterations, not in time, so that matches are reproducible.
package ai
