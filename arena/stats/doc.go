// Package stats is the mathematics of matches: how strong a bot is, how sure
// that is, and when to stop playing. It is pure: figures in, figures out, and
// any goroutine may call anything.
//
// # Units
//
// Games that share a deal are not independent: whoever drew well in the first
// game has the other side draw well in the second. So what is counted is the
// unit that shares the luck. A single game is a unit of one, a pair (the same
// seed, seats swapped) a unit of two, and with more seats a rotation is a unit
// of as many games as there are seats. A [Sample] is the scores of the units of
// a match from one bot's view, each from 0 (lost all) to 1 (won all); .5 is
// even. Of pairs there are five scores, hence "pentanomial". Where a seed is
// used more than twice, [Clusters] takes its units as the dependent ones they are.
//
// # How strong
//
// [Mean] says it in three ways. Elo is the usual scale: a score s is
// -400 log10(1/s - 1). Normalized Elo is the distance from an even score in
// standard deviations of a game, times 800/ln 10: it says how many games it
// takes to see the difference, and is not changed by a ruleset that draws a lot.
// LOS, the likelihood of superiority, is how probable it is that the bot is the
// better one at all. Intervals are of 95 %.
//
// # When to stop
//
// [SPRT] is Wald's sequential probability ratio test: after each unit it weighs
// "the difference is Elo0" against "it is Elo1" and stops as soon as the one or
// the other is likely enough. Good bounds for card games are [0, 10] to prove a
// gain, [0, 30] for a coarse look and [-10, 0] to show that nothing was lost.
//
// # Who is the best of many
//
// [BradleyTerry] rates bots that do not change, from all games at once: no game
// counts more for being played later. [Glicko] is for players that do change,
// people and their ladder, who come and go.
//
// # Is it the machine
//
// [Homogeneity] tells whether the workers of a match saw the same kind of games,
// and [AgainstRest] which of them did not.
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
