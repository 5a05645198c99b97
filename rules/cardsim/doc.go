// Package cardsim is a library for games of decisions: a player holds cards, each
// an event with some options; the option that is chosen changes the stats of a
// nation, a ship, a school; then rules run and the next turn comes.
//
// A designer writes a struct with the stats, a list of cards and a list of rules,
// and puts them into a [Game]. The rest is here: the turn, the deck, warnings and
// errors, reading the stats out of the struct, and what makes the game one that the
// server, the terminal, bots and matches can play.
//
// # The turn
//
//  1. The player has a hand of cards, each with some options.
//  2. The player chooses an option of a card.
//  3. The option runs, then the Then of the card.
//  4. The card leaves the hand. If actions are left, the player chooses again.
//  5. Every rule runs, the lowest step first. Rules of one step run in an order that
//     is drawn anew each turn.
//  6. Rules that rules asked to be added or removed are added and removed.
//  7. The turn counter goes up. Cards that have waited for too long go.
//  8. The hand is filled up. If hand and deck are empty that is the end of history.
//  9. All is shown: the stats and what moved them, messages, warnings.
//
// # The strange letter C
//
// The type parameter C that most types have is the designer's own struct, nearly
// always behind a pointer: Game[*Nation], Card[*Nation], Rule[*Nation]. The library
// cannot know what a Nation has in it. With C it does not need to: where it says
// Player[C], a game of Nations has a Player[*Nation], whose Stats are a *Nation, so a
// rule can write p.Stats.Treasury and the compiler knows what that is, and complains
// about p.Stats.Tresury. Names of one's own save writing:
//
//	type Player = cardsim.Player[*Nation]
//	type Card = cardsim.Card[*Nation]
//
// # What a designer has to keep to
//
// All chance comes from the player's Rand, and nothing else that differs from one run
// to the next is looked at: no clock, no file, no order of a map. Then a game can be
// run again from its seed and its choices, which is how it is saved. All that changes
// in a game is in the stats: not in variables of the package, and not in what a
// function has captured, for several games may run at the same time. What only looks,
// an Enabled, a Hide, a Show, a Write, a Value, a Stats, changes nothing.
//
// A designer's mistake ends that one game, with a message that says where it was: see
// [Failure] and [Warning]. One in what only shows the game is shown in place of that:
// see [Player.Look].
package cardsim
