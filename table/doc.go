// Package table defines a game by the records of its log. It contains the kinds of records, the
// inputs that lead to records, and the changes that records make.
//
// A game's log is a list of records. A [Table] is the fold of that list:
//
//	input ──> Decide ──> record ──> log ──> Apply ──> change ──> clients
//
// [Table.Decide] reads the table and an input from a player, a clock, a bot or an
// operator, and returns the record to append, or a refusal. [Table.Apply] alone defines what a
// record does. The live game, recovery, undo, delayed spectators, reconnects, replay pages and
// proofs all call it. [Table.Next] returns the record that follows without an input: an
// automatic answer, a draw in an endless turn, or the end.
//
// The fields of a kind of record and its parts of Decide and Apply are together in one file. The list
// of kinds is in record.go.
//
// The package reads no clock and does no I/O. The caller passes the time and the presence of
// players as [Now]. Only one goroutine at a time may use a table.
package table
