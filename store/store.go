// Package store keeps the logs of games: what cannot be computed again. A log
// is a list of records, numbered from 0, that only grows. What a record says is
// the business of package game.
package store

import (
	"context"
	"errors"
	"fmt"
)

// A Log keeps the records of all games of a server. All methods may be called
// from any goroutine; the records of one game are appended by one at a time.
type Log interface {
	// Append adds a record to a game's log. expect is the number it is to
	// have, which is how many there are: an owner that has been replaced
	// appends with a number that is taken, and fails with ErrFenced. When
	// Append returns nil the record is kept.
	Append(ctx context.Context, game string, expect uint64, record []byte) error
	// Read returns the records of a game, oldest first, or ErrNotFound.
	Read(ctx context.Context, game string) ([][]byte, error)
	// Games returns the ids of all games that have a record, in order.
	Games(ctx context.Context) ([]string, error)
	// Close releases what the log holds. Appends after it fail.
	Close() error
}

// The kinds of failure that a caller handles differently. Implementations wrap
// them.
var (
	ErrFenced      = errors.New("the record's number is not the next one: somebody else has written")
	ErrAmbiguous   = errors.New("it is not known whether the record was kept: read the log to find out")
	ErrUnavailable = errors.New("the log cannot be written now: try again")
	ErrFull        = errors.New("the log has no room left")
	ErrNotFound    = errors.New("there is no such game")
)

// maxID is how many bytes a game's id may have.
const maxID = 64

// checkID holds the ids of games to letters, digits and dashes, which mean
// nothing to any file system.
func checkID(game string) error {
	if game == "" || len(game) > maxID {
		return fmt.Errorf("store: game id of %d bytes: it has 1 to %d", len(game), maxID)
	}
	for _, c := range []byte(game) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-') {
			return fmt.Errorf("store: game id %q: it has letters, digits and dashes", game)
		}
	}
	return nil
}
