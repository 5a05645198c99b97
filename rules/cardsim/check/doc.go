// Package check plays a cardsim game thousands of times and reports problems before
// people play it. The report lists cards, options, actions and endings that are never
// reached, and failures with steps to reproduce them. It also lists positions where a
// player is stuck, and the ranges of the stats.
//
// The first games make random choices. They determine frequencies, endings, lengths and stats. If a
// part was not reached, guided games follow, which prefer rarely seen events. The same game, number
// of games and seed give the same report.
//
// "gamed cardsim check" runs a check from the command line. A game written in Go can
// run it as a test:
//
//	func TestGame(t *testing.T) {
//		if report := check.Run(game, check.Config{Games: 500}); !report.OK() {
//			t.Error(report)
//		}
//	}
//
// A game is identified by its seed and its choices. A choice is the index of an option
// in the list of options, counted from 1. [Repeat] replays such a game.
package check
