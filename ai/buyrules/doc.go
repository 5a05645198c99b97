// Package buyrules plays Dominion from a text file of buy rules. The grammar is in
// docs/dominion.md.
//
// Everything else is fixed, such as the card that a Chapel trashes. The play is
// simple and reads only its own seat's measures and options.
package buyrules
