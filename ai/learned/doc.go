// Package learned holds the bots that play by a value function learned from games
// of the project's own bots. Package train makes the weights, which are files in
// the folder weights.
//
// The function is a small network of two hidden layers that is given the features of a
// position, as a seat may know it, and says how likely that seat is to win. It is a
// function of its input alone; as a search does, it adds fractions, which may round
// in another way on another kind of processor.
package learned
