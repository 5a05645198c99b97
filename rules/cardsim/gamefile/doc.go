// Package gamefile loads decision games from data files: YAML with the stats, cards, rules
// and endings of a game, and small expressions for conditions and effects.
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
// [Load] returns a cardsim game, which runs on the server, in the terminal, in matches
// and with bots like a game written in Go. The types in format.go define the format,
// and [Schema] describes it to editors.
//
// A file can also extend a game written in Go. [Into] adds the file's cards and rules. The
// expressions of the file read the fields of the game's struct, and the effects set these fields. A
// game in a file can also have cards written in Go, which use the methods of [State]:
//
//	game := &cardsim.Game[*gamefile.State]{Cards: myCards}
//	err := gamefile.Into(game, "bakery.yaml", data)
//	…
//	game, err = game.Build()
//
// A file is limited in size and nesting, in the length of expressions and texts, and in
// the size of numbers, texts and the deck. Expressions are checked and compiled at load
// and have no loops, so the cost of a turn is bounded by the size of the file.
package gamefile
