// Package check plays many games of a cardsim game and reports problems before people play it. The
// report lists cards, options, actions and endings that are never reached, and failures with steps
// to reproduce them. It also lists positions where a player is stuck, and the ranges of the stats.
//
// The first games make random choices. The frequencies, endings, lengths and stats of the report
// come from these games. If a part was not reached, guided games follow, which steer towards parts
// that are rarely reached. Two checks of one game with the same number of games and the same seed
// give the same report.
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
// The report identifies a played game by its seed and its choices. A choice is the index of an
// option in the list of options, counted from 1. [Repeat] replays such a game.
package check
