package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
)

// Branches are two versions of a game: the store and its archive have different records at the same
// place. This happens when the store loses acknowledged records and then acknowledges others.
type Branches struct {
	Game    string
	Common  int      // number of records at the start that both have
	Store   [][]byte // all records of the store
	Archive [][]byte // all records of the archive
}

// ErrNoBranches is returned for a game in which a store and its archive do not contradict each other.
var ErrNoBranches = errors.New("the store and the archive do not contradict each other")

// branchesOf reads the versions of a game from a store and its archive.
func branchesOf(ctx context.Context, game string, log, archived Log) (*Branches, error) {
	kept, err := archived.Read(ctx, game)
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	lines, err := log.Read(ctx, game)
	if err != nil {
		return nil, err
	}
	n := 0
	for n < len(lines) && n < len(kept) && bytes.Equal(lines[n], kept[n]) {
		n++
	}
	if n == len(lines) || n == len(kept) {
		return nil, fmt.Errorf("game %s: %w", game, ErrNoBranches)
	}
	return &Branches{game, n, lines, kept}, nil
}

// Branches returns the log's and the archive's version of a game, or [ErrNoBranches]. Both versions
// must be undamaged.
func (a *FolderArchive) Branches(ctx context.Context, game string) (*Branches, error) {
	return branchesOf(ctx, game, a.log, a.archived)
}

// KeepArchive replaces the log's version of a game by the archive's. No server may use the log
// meanwhile.
func (a *FolderArchive) KeepArchive(ctx context.Context, b *Branches) error {
	there := make([]recordMessage, len(b.Store))
	for n, line := range b.Store {
		there[n] = recordMessage{number: uint64(n), record: line}
	}
	_, _, ended := a.archived.Get(ctx, finishedBucket, b.Game)
	err := a.log.writeGame(ctx, b.Game, there, b.Archive, ended != nil)
	if err == nil && a.log.heads != nil { // the heads of the replaced version would count as lost
		err = a.log.heads.rewrite()
	}
	return err
}

// KeepStore replaces the archive's version of a game by the log's. No server may use the archive
// meanwhile.
func (a *FolderArchive) KeepStore(ctx context.Context, b *Branches) error {
	a.writing.Lock()
	defer a.writing.Unlock()
	live, err := a.log.rawValue(key(liveGame, b.Game))
	if err == nil {
		err = a.forgetGame(ctx, b.Game)
	}
	for n := 0; n < len(b.Store) && err == nil; n++ {
		err = a.archived.Append(ctx, b.Game, uint64(n), b.Store[n])
	}
	if err == nil && live == nil {
		err = errors.Join(a.archived.Finish(ctx, b.Game), a.noteEnd(ctx, b.Game))
	}
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return a.sync()
}

// Branches returns the cluster's and the archive's version of a game, or [ErrNoBranches]. Both
// versions must be undamaged.
func (a *Archive) Branches(ctx context.Context, game string) (*Branches, error) {
	return branchesOf(ctx, game, a.JetStream, a.archived)
}

// KeepArchive replaces the cluster's version of a game by the archive's. If a server runs the game,
// its further appends return ErrFenced. KeepArchive returns [ErrBusy] while another program repairs
// or restores the game's stream. If the program stops before the end, [Archive.Restore] later
// writes the missing records.
func (a *Archive) KeepArchive(ctx context.Context, b *Branches) error {
	return a.withStream(ctx, a.logStream(a.streamOf(b.Game)), func(ctx context.Context) error {
		_, leader, err := a.allMessages(ctx, b.Game)
		if err == nil {
			err = a.removeRecords(ctx, b.Game, leader.seq)
		}
		if err != nil {
			return fmt.Errorf("store: game %s: %w: %w", b.Game, ErrUnavailable, err)
		}
		_, err = a.reconcile(ctx, b.Game, true)
		return err
	})
}

// KeepStore replaces the archive's version of a game by the cluster's. It returns [ErrBusy] while
// another program repairs or restores the game's stream.
func (a *Archive) KeepStore(ctx context.Context, b *Branches) error {
	return a.withStream(ctx, a.logStream(a.streamOf(b.Game)), func(ctx context.Context) error {
		err := a.forgetGame(ctx, b.Game)
		if err == nil {
			_, err = a.reconcile(ctx, b.Game, false)
		}
		return err
	})
}
