// Package tune searches for the best values of a bot's parameters by playing matches.
//
// It uses NTBEA, the N-Tuple Bandit Evolutionary Algorithm (Lucas, Liu and
// Perez-Liebana, The N-Tuple Bandit Evolutionary Algorithm for Game Agent Optimisation,
// 2018). NTBEA handles choices and numbers alike and copes with noisy scores of a few
// games. A range of numbers is divided into levels.
//
// A tuning is reproducible on any number of processors. Its log is lines of JSON, from
// which an interrupted tuning resumes.
package tune
