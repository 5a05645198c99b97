// Package arena plays matches between bots and computes confidence intervals.
//
// The games of a match come in pairs with the same deal and random numbers but swapped seats. No
// bot therefore gains from a lucky deal. With more than two seats, a rotation with one game per
// seat takes the place of a pair. Only complete pairs and rotations count.
//
// If the bots are deterministic, everything except the times depends only on the [Match]. The
// number of workers and the lane do not affect the games. An interrupted match resumes from its
// results file and gives the same result.
//
// A bot that commits a fault loses at most the current game. The result counts faults by kind, and
// a match can keep the logs of games with faults. Pairs in which the rules panic do not count.
package arena
