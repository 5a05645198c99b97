// Package stats computes the strength of bots from match results, with confidence intervals, and
// decides when to stop a match. All functions are pure and safe for concurrent use.
//
// # Units
//
// Games with the same deal are not independent. The package therefore groups games with the same
// deal into units. A unit is a single game, a pair (one seed, seats swapped), or, with more than
// two seats, a rotation with one game per seat. A [Sample] holds the scores of a match's units
// for one bot. A score ranges from 0 (lost all) to 1 (won all), and .5 is even. Pairs have five
// possible scores, hence the term "pentanomial".
//
// # Strength
//
// [Mean] holds the score and three measures of strength. Elo is the usual scale: a score s
// corresponds to -400 log10(1/s - 1). Normalized Elo is the distance from an even score in standard
// deviations of a game, times 800/ln 10. Normalized Elo determines how many games a test needs to
// detect the difference. It does not depend on the draw rate. LOS, the likelihood of superiority,
// is the probability that the bot is stronger than its opponents. Confidence intervals are 95 %.
// docs/statistics.md gives their method and coverage.
//
// # Stopping
//
// [SPRT] is Wald's sequential probability ratio test. After each unit it compares the hypotheses
// "the difference is Elo0" and "the difference is Elo1" and stops once it accepts one of them.
// Good bounds for card games are [0, 10] to detect a gain, [0, 30] for a rough test and [-10, 0]
// to rule out a regression.
//
// # Ratings
//
// [PlackettLuce] rates bots of constant strength from all games together. [Glicko] rates players
// whose strength changes, as on a ladder.
//
// # Workers
//
// [Homogeneity] tests whether the workers of a match have the same distribution of outcomes.
// [AgainstRest] finds the workers that differ.
//
// # Sources
//
//   - Wald, "Sequential Tests of Statistical Hypotheses", 1945: the bounds.
//   - Van den Bergh, "Normalized Elo in practice" (normalized_elo_practical.pdf)
//     and "The Generalized Maximum Likelihood Ratio for the Expectation Value of
//     a Distribution": the likelihoods; fishtest and fastchess use the same.
//   - Wilks, "The Large-Sample Distribution of the Likelihood Ratio for Testing Composite
//     Hypotheses", 1938, and Owen, "Empirical Likelihood Ratio Confidence Intervals for a Single
//     Functional", 1988: the intervals of a match.
//   - Wilson, "Probable Inference, the Law of Succession, and Statistical
//     Inference", 1927: the interval of a rate.
//   - Plackett, "The Analysis of Permutations", 1975, Hunter, "MM Algorithms for Generalized
//     Bradley-Terry Models", 2004, and Firth, "Bias Reduction of Maximum Likelihood Estimates",
//     1993: the ratings.
//   - White, "Maximum Likelihood Estimation of Misspecified Models", 1982: the variance between
//     units. Venzon and Moolgavkar, "A Method for Computing Profile-Likelihood-Based Confidence
//     Intervals", 1988.
//   - Glickman, "Example of the Glicko-2 System".
//   - Pearson's chi-square test of homogeneity.
package stats
