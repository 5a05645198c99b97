// Package tune looks for the values of a bot's parameters that win most, by
// matches.
//
// The search is NTBEA, the N-Tuple Bandit Evolutionary Algorithm (Lucas, Liu and
// Perez-Liebana, The N-Tuple Bandit Evolutionary Algorithm for Game Agent
// Optimisation, 2018): it takes choices and numbers alike, and games, which tell
// very little each, a few at a time. A range of numbers is cut into levels.
//
// A tuning repeats: the same one plays the same games and finds the same point,
// on any number of processors. Its log is lines of JSON, from which it goes on
// after an interruption.
package tune
