// Package stats computes the strength of bots from match results, its confidence
// intervals, and when to stop a match. It is pure; any goroutine may call anything.
//
// # Units
//
// Games that share a deal are not independent. The package therefore counts units
// that share their luck: a single game, a pair (one seed, seats swapped), or with
// more seats a rotation of as many games as seats. A [Sample] holds the scores of a
// match's units for one bot, each from 0 (lost all) to 1 (won all); .5 is even. Pairs
// have five possible scores, hence "pentanomial".
//
// # Strength
//
// [Mean] measures strength in three ways. Elo is the usual scale: a score s is
// -400 log10(1/s - 1). Normalized Elo is the distance from an even score in standard
// deviations of a game, times 800/ln 10. It tells how many games show the difference
// and does not depend on the draw rate. LOS, the likelihood of superiority, is the
// probability that the bot is the stronger one. Intervals are of 95 %.
//
// # Stopping
//
// [SPRT] is Wald's sequential probability ratio test. After each unit it weighs
// "the difference is Elo0" against "it is Elo1" and stops once one is likely enough.
// Good bounds for card games are [0, 10] to prove a gain, [0, 30] for a coarse look
// and [-10, 0] to show that nothing was lost.
//
// # Ratings
//
// [BradleyTerry] rates bots of constant strength from all games at once. [Glicko]
// rates players whose strength changes, as on a ladder.
//
// # Workers
//
// [Homogeneity] tests whether the workers of a match saw the same kind of games, and
// [AgainstRest] which worker did not.
//
// # Sources
//
//   - Wald, "Sequential Tests of Statistical Hypotheses", 1945: the bounds.
//   - Van den Bergh, "Normalized Elo in practice" (normalized_elo_practical.pdf)
//     and "The Generalized Maximum Likelihood Ratio for the Expectation Value of
//     a Distribution": the likelihoods; fishtest and fastchess use the same.
//   - Wilson, "Probable Inference, the Law of Succession, and Statistical
//     Inference", 1927: the interval of a rate.
//   - Hunter, "MM Algorithms for Generalized Bradley-Terry Models", 2004, and
//     Firth, "Bias Reduction of Maximum Likelihood Estimates", 1993.
//   - Glickman, "Example of the Glicko-2 System".
//   - Pearson's chi-square test of homogeneity.
package stats
