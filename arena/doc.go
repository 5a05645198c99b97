// Package arena plays matches between bots and says how sure the outcome is.
//
// The games of a match come in pairs: the same deal and the same chance, with
// the seats swapped, so that luck of the deal falls on both. With more than two
// seats a pair is a rotation: as many games as there are seats. Only whole pairs
// count.
//
// Everything but the time it takes is a function of the [Match], as far as its bots
// are: neither the number of workers nor the lane changes a game, and a match that
// was interrupted goes on from its results to the same figures.
//
// What a bot does wrong is its own loss and nobody else's. It is told apart by kind,
// and the game's log can be kept. What the rules do wrong counts for nobody.
package arena
