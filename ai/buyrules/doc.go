// Package buyrules plays Dominion from a text file of buy rules. The grammar is in
// docs/dominion.md.
//
// All other decisions, such as which card a Chapel trashes, follow fixed rules. They use only
// the measures and options of the bot's own seat.
package buyrules
