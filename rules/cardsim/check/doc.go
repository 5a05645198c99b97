// Package check plays a game of package cardsim some thousand times by itself and
// says what a designer wants to know before people play it: which cards, options,
// actions and endings are never reached, what fails and how to see it fail again,
// where a player gets stuck, and how far the stats go.
//
// First come games with random choices; frequencies, endings, lengths and stats
// are of these. Where they leave something unreached, guided games follow, which
// go after what has been seen least. All games together are the same for the same
// game, numbers and seed.
//
// "gamed cardsim check" runs it from the command line. A game that is written in Go can
// have it as a test of its own:
//
//	func TestGame(t *testing.T) {
//		if report := check.Run(game, check.Config{Games: 500}); !report.OK() {
//			t.Error(report)
//		}
//	}
//
// A game is known by its seed and its choices, each the place of the option on
// the list of options, from 1. [Repeat] plays them again.
package check
