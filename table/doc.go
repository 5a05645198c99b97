// Package table defines one game by the records of its log: the kinds of records, the inputs
// that lead to records, and the changes that records make.
//
// A game's log is a list of records. A [Table] is the fold of that list:
//
//	input ──> Decide ──> record ──> log ──> Apply ──> change ──> clients
//
// [Table.Decide] reads the table and an input from a player, a clock, a bot or an
// operator, and returns the record to append, or a refusal. [Table.Apply] is the only
// definition of a record: the live game, recovery, undo, delayed spectators,
// reconnects, replay pages and proofs all call it. [Table.Next] returns the record
// that follows without an input: an automatic answer, a draw in an endless turn, or the end.
//
// Each kind of record has a file: its fields, its part of Decide, its part of Apply.
// The list of kinds is in record.go.
//
// The package reads no clock and does no I/O. The caller passes time and presence as
// [Now]. A table must be used by one goroutine at a time.
package table
