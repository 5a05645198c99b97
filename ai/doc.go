// Package ai holds the bots that play any ruleset. They depend only on [state.Machine], not on
// servers, clocks or matches.
//
// A bot has no access to the game being played. An [Ask] gives it its options and
// determinizations. These are worlds that look like the game to its seat, with all hidden
// information sampled.
//
// Strength is set as a number of iterations rather than a time limit, so that matches are
// reproducible.
package ai
