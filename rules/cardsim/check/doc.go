// Package check plays a cardsim game thousands of times and reports what a designer
// should know before people play it: cards, options, actions and endings that are never
// reached, failures and how to reproduce them, positions where a player is stuck, and
// the ranges of the stats.
//
// The first games make random choices. Frequencies, endings, lengths and stats come
// from them. If something was not reached, guided games follow that prefer rarely
// seen events. The same game, numbers and seed give the same report.
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
// A game is identified by its seed and its choices. A choice is the index of the option
// in the list of options, from 1. [Repeat] replays such a game.
package check
