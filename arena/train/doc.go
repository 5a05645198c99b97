// Package train produces the weights of package ai/learned from self-play.
//
// Training runs in generations. In the first generation, the players are untrained or have no
// net. Later generations add bots with the nets of earlier generations. The net is fitted to
// sampled positions and their outcomes by stochastic gradient descent.
//
// The weights depend only on the [Plan], the numbers of games and generations, and the seed.
// They are identical to the byte on processors of the same architecture. The number of
// goroutines does not matter. Each game has its own random source, and learning processes the
// games in order.
package train
