// Package story makes decision games out of data files: YAML with the stats, cards,
// rules and endings of a game, and small expressions for conditions and effects.
//
//	game: bakery
//	stats:
//	  coins: {start: 10, min: 0}
//	  trust: {start: 50, min: 0, max: 100}
//	cards:
//	  flour:
//	    title: The Price of Flour
//	    text: The miller wants ${coins > 20 ? 8 : 5} coins a sack.
//	    cooldown: 3
//	    options:
//	      - text: Pay
//	        needs: coins >= 5
//	        add: {coins: -5, trust: 4}
//	      - text: Bake smaller loaves
//	        add: {trust: "-dice(2, 6)"}
//
// [Load] makes a game of cardsim of it, which server, terminal, matches and bots run
// like one that is written in Go. What can be written is told by format.go, and to
// editors by [Schema].
//
// A file can also be a part of a game in Go: [Into] adds its cards and rules, whose
// expressions read and set the fields of the game's own struct. And a game that is a
// file can have cards in Go, which reach its stats through the methods of [Story]:
//
//	game := &cardsim.Game[*story.Story]{Cards: myCards}
//	err := story.Into(game, "bakery.yaml", data)
//	…
//	game, err = game.Build()
//
// All that a file can do is bounded: its size and depth, the length of expressions
// and texts, how large numbers, texts and the deck can grow. Expressions are checked
// and compiled when the file is loaded and have no loops, so a turn takes no longer
// than the file is long.
package story
