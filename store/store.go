// Package store stores the logs of games. A log is an append-only list of records, numbered
// from 0. Package game defines their contents.
package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// A Log stores the records of all games of a server. Any goroutine may call its methods;
// one goroutine at a time appends to a game.
type Log interface {
	// Append adds a record, one line of text, to the log of a game. expect is its number,
	// which is the count of records so far. A replaced owner appends a number that is
	// taken, and fails with ErrFenced. The record is stored if Append returns nil, and is
	// not after any error but ErrAmbiguous. The id of a game has up to 64 lower-case
	// letters, digits and dashes.
	Append(ctx context.Context, game string, expect uint64, record []byte) error
	// Read returns the records of a game, oldest first, or ErrNotFound, or ErrDamaged. They
	// must not be changed.
	Read(ctx context.Context, game string) ([][]byte, error)
	// Finish marks a game as complete, so that a restart need not read its log. A server
	// that stops before Finish calls it after its restart.
	Finish(ctx context.Context, game string) error
	// Games returns the ids of all games, in order.
	Games(ctx context.Context) ([]string, error)
	// Live returns the ids of the games without Finish, in order.
	Live(ctx context.Context) ([]string, error)
	// Close releases the resources of the log. Later calls fail with ErrUnavailable.
	Close() error
}

// The failures that callers handle differently. Implementations wrap them.
var (
	ErrFenced      = errors.New("the record number is not the next one; another writer has appended")
	ErrAmbiguous   = errors.New("unknown whether the record was stored; read the log to find out")
	ErrUnavailable = errors.New("the log does not respond; try again")
	ErrFull        = errors.New("the log is full")
	ErrNotFound    = errors.New("there is no such game")
	// ErrDamaged is returned when stored data has changed or is missing. Trying again does
	// not help.
	ErrDamaged = errors.New("the stored data is damaged")
)

// maxID is the maximum length of a game's id in bytes.
const maxID = 64

// errClosed is the error of a log that has been closed.
var errClosed = fmt.Errorf("store: the log is closed: %w", ErrUnavailable)

// check validates an id, which must mean the same in every file system, and a record, which
// must be one line.
func check(game string, record []byte) error {
	if game == "" || len(game) > maxID {
		return fmt.Errorf("store: game id of %d bytes: it has 1 to %d", len(game), maxID)
	}
	for _, c := range []byte(game) {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-') {
			return fmt.Errorf("store: game id %q: it has lower-case letters, digits and dashes", game)
		}
	}
	if bytes.IndexByte(record, '\n') >= 0 {
		return fmt.Errorf("store: game %s: a record is one line", game)
	}
	return nil
}

func fenced(game string, expect, next uint64) error {
	return fmt.Errorf("store: record %d of game %s, which has %d: %w", expect, game, next, ErrFenced)
}

func notFound(game string) error { return fmt.Errorf("store: game %s: %w", game, ErrNotFound) }

// hash returns the FNV-1a hash of an id. Stored logs depend on it.
func hash(game string) uint32 {
	h := uint32(2166136261)
	for _, c := range []byte(game) {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}
