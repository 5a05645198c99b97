// Package cardsim is a library for games of decisions: a player holds cards, each
// an event with some options; the option that is chosen changes the stats of a
// nation, a ship, a school; then rules run and the next turn comes.
//
// A designer writes a struct with the stats, a list of cards and a list of rules,
// and puts them into a Game. The rest is here: the turn, the deck, warnings and
// errors, reading the stats out of the struct, and what makes the game one that the
// server, the terminal, bots and matches can play.
//
// The type parameter C that most types have is the designer's struct, nearly always
// behind a pointer: Game[*Nation], Card[*Nation], Rule[*Nation]. It is there so that
// a rule can write p.Stats.Treasury and the compiler knows what that is.
package cardsim
