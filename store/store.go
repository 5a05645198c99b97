// Package store keeps the logs of games: what cannot be computed again. A log
// is a list of records, numbered from 0, that only grows. What a record says is
// the business of package game.
package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// A Log keeps the records of all games of a server. All methods may be called
// from any goroutine; the records of one game are appended by one at a time.
type Log interface {
	// Append adds a record, one line of text, to a game's log. expect is the
	// number it is to have, which is how many there are: an owner that has been
	// replaced appends with a number that is taken, and fails with ErrFenced.
	// When Append returns nil the record is kept; after any error but
	// ErrAmbiguous it is not. A game's id has up to 64 lower-case letters,
	// digits and dashes.
	Append(ctx context.Context, game string, expect uint64, record []byte) error
	// Read returns the records of a game, oldest first, or ErrNotFound, or ErrDamaged. They
	// must not be changed.
	Read(ctx context.Context, game string) ([][]byte, error)
	// Finish notes that a game's last record has been appended, so that a restart
	// need not look at its log. Who has not come to it does it again then.
	Finish(ctx context.Context, game string) error
	// Games returns the ids of all games, in order.
	Games(ctx context.Context) ([]string, error)
	// Live returns the ids of those that have not been finished, in order.
	Live(ctx context.Context) ([]string, error)
	// Close releases what the log holds. What is called after it fails with
	// ErrUnavailable.
	Close() error
}

// The kinds of failure that a caller handles differently. Implementations wrap
// them.
var (
	ErrFenced      = errors.New("the record's number is not the next one: somebody else has written")
	ErrAmbiguous   = errors.New("it is not known whether the record was kept: read the log to find out")
	ErrUnavailable = errors.New("the log does not answer now: try again")
	ErrFull        = errors.New("the log has no room left")
	ErrNotFound    = errors.New("there is no such game")
	// ErrDamaged is returned when stored data has changed or is missing. Trying again does
	// not help.
	ErrDamaged = errors.New("the stored data is damaged")
)

// maxID is how many bytes a game's id may have.
const maxID = 64

// errClosed is the error of a log that has been closed.
var errClosed = fmt.Errorf("store: the log is closed: %w", ErrUnavailable)

// check holds ids to what means the same to every file system, and records to
// one line.
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

// hash spreads games: it is the FNV-1a hash of an id, and part of where logs are.
func hash(game string) uint32 {
	h := uint32(2166136261)
	for _, c := range []byte(game) {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}
