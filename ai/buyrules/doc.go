// Package buyrules plays Dominion by a text file that says what to buy. The
// grammar is in docs/dominion.md.
//
// What a file does not say is the same for all of them: which card a Chapel
// trashes, which ones a Militia takes. Such play is simple, and knows no more than
// the seat does: it reads the measures of its seat and the options that it has.
package buyrules
