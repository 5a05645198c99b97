// Package tune searches for the best values of a bot's parameters by playing matches.
//
// It uses NTBEA, the N-Tuple Bandit Evolutionary Algorithm (Lucas, Liu and
// Perez-Liebana, The N-Tuple Bandit Evolutionary Algorithm for Game Agent Optimisation, 2018).
// NTBEA handles parameters with named values as well as numbers, and tolerates noisy scores from a few
// games. ParseSpace divides a range of numbers into discrete values.
//
// A tuning run is reproducible on any number of processors. The run writes a log in JSON Lines,
// from which an interrupted run resumes.
package tune
