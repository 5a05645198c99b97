// Package train produces the weights of package ai/learned from self-play.
//
// Training runs in generations. In the first generation, the players have untrained nets or no net.
// In later generations, most players have the nets of earlier generations. After the games of a
// generation, stochastic gradient descent fits a net to sampled positions and their outcomes.
//
// The weights depend only on the [Plan], the numbers of games and generations, and the seed. The
// weights are identical to the byte on processors of the same architecture. The number of
// goroutines does not matter: each game has its own random source, and the order of learning
// depends only on the seed.
package train
