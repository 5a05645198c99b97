// Package cardsim is a library for decision games. A player holds cards, each an event
// with a few options. The chosen option changes the stats of a nation, a ship or a
// school. Then the rules run and the next turn begins.
//
// A designer writes a struct with the stats, a list of cards and a list of rules, and
// puts them into a [Game]. The library provides turns, the deck, warnings and errors,
// and reads the stats from the struct. The game runs on the server, in the terminal,
// with bots and in matches.
//
// # The turn
//
//  1. The player has a hand of cards, each with some options.
//  2. The player chooses an option of a card.
//  3. The Choose of the option runs, then the Then of the card.
//  4. The card leaves the hand. If actions are left, the player chooses again.
//  5. Every rule runs, the lowest step first. Rules of one step run in random order.
//  6. Changes to the rule collection that rules requested take effect.
//  7. The turn counter increases. Expired cards leave the hand.
//  8. The hand is filled. If hand and deck are empty, the game ends.
//  9. The player sees the stats with their changes, messages and warnings.
//
// # The type parameter C
//
// C is the designer's struct, usually behind a pointer: Game[*Nation], Card[*Nation],
// Rule[*Nation]. In a game with the struct Nation, Player[C] is Player[*Nation], and the Stats of
// the player are a *Nation. A rule can write p.Stats.Treasury, and the compiler rejects
// p.Stats.Tresury. Aliases keep this short:
//
//	type Player = cardsim.Player[*Nation]
//	type Card = cardsim.Card[*Nation]
//
// # Requirements
//
// A game is saved as its seed and its choices, so it must replay exactly. Draw all
// random numbers from the player's Rand. Do not read a clock or a file, and do not
// depend on the iteration order of a map. Keep all changing data in the stats, not in
// package variables or captured variables: several games may run at once. The functions
// Enabled, Hide, Show, Write, Value and Stats only inspect the game and must not change
// anything.
//
// An error or a panic in a designer's code ends that one game, and the message names the
// failing part. See [Failure]. A [Warning] ends no game. If code that only shows the game
// panics, the error appears in place of its text. See [Player.Look].
package cardsim
