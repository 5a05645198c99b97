// Package train produces the weights of package ai/learned from self-play.
//
// Training runs in generations. The first generation plays bots without a net. Later
// ones also play the net of the generation before, against itself and older nets. The
// net is fitted to sampled positions and their outcomes by stochastic gradient descent.
//
// The weights are a function of the [Plan], the numbers of games and generations, and
// the seed, to the last byte on one kind of processor. Any number of goroutines may
// play: each game has its own random source, and learning follows the order of games.
package train
