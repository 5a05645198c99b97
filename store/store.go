// Package store stores the logs of games. A log is an append-only list of records, numbered
// from 0. Package table defines the contents of the records.
package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// A Log stores the records of all games on a server. Any goroutine may call its methods, but
// only one goroutine at a time may append to a game.
type Log interface {
	// Append adds a record, one line of text, to the log of a game. expect is the number of
	// the new record, which equals the number of records so far. If a record with this number
	// exists, another server has taken over the game, and Append returns ErrFenced. If Append
	// returns nil, the log has stored the record. After ErrAmbiguous the log may or may not have
	// the record, and after any other error it does not have it. A game id has up to 64 lower-case
	// letters, digits and dashes.
	Append(ctx context.Context, game string, expect uint64, record []byte) error
	// Read returns the records of a game, oldest first, or ErrNotFound or ErrDamaged. Every
	// implementation except [Memory] checks their numbers and seals: see [Chain]. The caller must
	// not change the records.
	Read(ctx context.Context, game string) ([][]byte, error)
	// Finish marks a game as complete, so that a restarted server need not read its log. If a
	// server stops before it has called Finish, it calls Finish after its restart.
	Finish(ctx context.Context, game string) error
	// Games returns the ids of all games, in lexical order. If a part of the store is damaged,
	// Games, Live, [KV.Keys] and [KV.Buckets] return what they can read, and ErrDamaged.
	Games(ctx context.Context) ([]string, error)
	// Live returns the ids of the unfinished games, in lexical order.
	Live(ctx context.Context) ([]string, error)
	// Ready returns ErrFull or ErrUnavailable if an Append would fail now, and otherwise nil. It
	// waits neither for the disk nor for the network.
	Ready() error
	// Close releases the resources of the log. Later calls fail with ErrUnavailable.
	Close() error
}

// Errors that callers handle differently. Implementations wrap them.
var (
	ErrFenced      = errors.New("the record number is not the next one; another writer has appended")
	ErrAmbiguous   = errors.New("unknown whether the record was stored; read the log to find out")
	ErrUnavailable = errors.New("the log does not respond; try again")
	ErrFull        = errors.New("the log is full")
	ErrNotFound    = errors.New("there is no such game")
	ErrPermanent   = errors.New("the streams of this cluster were created by an earlier version and cannot delete games: export the cluster and import it into a new one")
	// ErrDamaged is returned when stored data is missing or has changed unexpectedly.
	// Retrying does not help. A [Damage] in its chain names the game or key.
	ErrDamaged = errors.New("the stored data is damaged")
)

// maxID is the maximum length of a game's id in bytes.
const maxID = 64

// errClosed is returned by a closed log.
var errClosed = fmt.Errorf("store: the log is closed: %w", ErrUnavailable)

// checkGame validates an id and a record. Ids have no upper-case letters, because some file systems
// ignore letter case. A record must be one line.
func checkGame(game string, record []byte) error {
	if game == "" || len(game) > maxID {
		return fmt.Errorf("store: game id of %d bytes; allowed are 1 to %d", len(game), maxID)
	}
	for _, c := range []byte(game) {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-') {
			return fmt.Errorf("store: game id %q; allowed are lower-case letters, digits and dashes", game)
		}
	}
	if bytes.IndexByte(record, '\n') >= 0 {
		return fmt.Errorf("store: game %s: a record must be one line", game)
	}
	return nil
}

func fenced(game string, expect, next uint64) error {
	return fmt.Errorf("store: cannot append record %d to game %s, which has %d records: %w", expect, game, next, ErrFenced)
}

func notFound(game string) error { return fmt.Errorf("store: game %s: %w", game, ErrNotFound) }

// hash returns the FNV-1a hash of an id. Stored data depends on it: the hash selects a game's stream.
func hash(game string) uint32 {
	h := uint32(2166136261)
	for _, c := range []byte(game) {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}
