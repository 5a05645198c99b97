// Package arena plays matches between bots and says how sure the outcome is.
//
// The games of a match come in pairs: the same deal and the same chance, with
// the seats swapped, so that luck of the deal falls on both. With more than two
// seats a pair is a rotation: as many games as there are seats.
//
// Everything but the time it takes is a function of the [Match]: neither the
// number of workers nor the lane changes a game.
package arena
