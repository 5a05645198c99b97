// Package ai holds the bots. They play any ruleset, through [state.Machine]
// alone, and know nothing of servers, clocks or matches.
//
// A bot never holds the game that is played. It is asked with an [Ask], and all
// it can get out of one is its options and worlds that look to its seat like
// the game does: what the seat cannot know has been dealt again.
//
// Strength is set in iterations, not in time, so that a match repeats.
package ai
