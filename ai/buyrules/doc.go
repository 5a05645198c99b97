// Package buyrules holds a bot that plays Dominion by a text file of buy rules. The grammar is in
// docs/dominion.md.
//
// The file decides only which cards to buy or gain, and in which order to play Actions. All other
// decisions, such as which card a Chapel trashes, follow fixed rules. The rules of the file and the
// fixed rules use only the measures and options of the bot's own seat.
package buyrules
