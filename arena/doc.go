// Package arena plays matches between bots and computes confidence intervals.
//
// The games of a match come in pairs with the same deal and the same chance but
// swapped seats, so that luck of the deal favors no bot. With more than two seats a
// pair is a rotation of as many games as there are seats. Only complete pairs count.
//
// Everything but the time is a function of the [Match], as far as its bots are. The
// number of workers and the lane change no game, and an interrupted match resumes
// from its results with the same figures.
//
// A fault of a bot costs only that bot. Faults are counted by kind, and the log of
// the game can be kept. Pairs in which the rules fail do not count.
package arena
