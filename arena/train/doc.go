// Package train makes the weights of package ai/learned out of games that the
// project's own bots play.
//
// It goes by generations. In the first the bots play that need no net. In each
// later one the net of the generation before plays as well, against itself and
// against older ones. From the games of a generation positions are kept, with what
// came of them, and the net is fitted to these by stochastic gradient descent.
//
// The weights are a function of the [Plan], the number of games and generations and
// the seed, to the last byte on one kind of processor: games are played by any number of
// goroutines, each with a random source of its own, and learned from in their order.
package train
