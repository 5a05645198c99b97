package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// A FolderArchive is a data folder's log together with an archive of it: a second folder, meant for
// another disk, with a copy of what the log has acknowledged. [FolderArchive.Lost] compares the two,
// and [FolderArchive.Restore] writes back what the log lacks.
//
// The archive is written after the acknowledgement and synced a second later, so no request waits for it. It
// may lag behind the log but holds nothing that the log has not acknowledged. An error of the archive
// never fails a request: see [FolderArchive.Trouble]. Any goroutine may call the methods, but only one
// at a time may call Lost or Restore.
//
// The archive names the uses of the log from which it has entries, with the numbers of their commits,
// as the file of heads does: see heads. A log that has reached these numbers has deleted what it lacks.
// Another log has lost it, because it is an older copy or a new folder.
type FolderArchive struct {
	*archiveCopy
	log        *Embedded
	missing    bool         // the log has not reached the numbers in the archive
	reaches    bool         // the archive has all commits that the file of marks counts
	look       bool         // Lost does not change the archive
	torn       bool         // Lost could not read a list of the archive
	unreadable bool         // Lost has found damage, perhaps of a file of the engine
	stuck      bool         // the engine did not let damage be removed in time: see errStuck
	partial    atomic.Bool  // the archive may lack some of what the log has
	gaps       atomic.Int64 // times that an entry was not written

	writing sync.Mutex // held for changes of the archive
	at      counts     // the numbers of the commits that the archive has
	begun   bool       // the log has a commit of this use
}

// ErrArchive is returned if the folder of an archive is the reason why a log does not open.
var ErrArchive = errors.New("the archive cannot be used")

// OpenArchived opens the log as [Folder.Open] does with [SyncAlways], and the archive of it in folder
// dir, which it creates if none exists. It first restores from the archive what the log lacks. So it
// also opens a folder that is empty or lacks its newest writes, if the archive has them. It calls done
// for each game and value that the log lacks, with an error if the archive cannot restore it. Above limit
// bytes the archive drops the games that ended first. Each of the two folders uses buffers for f.Memory bytes.
func (f Folder) OpenArchived(ctx context.Context, dir string, limit int64, done func(d *Damage, err error)) (*FolderArchive, error) {
	log, err := openPlace(f, SyncAlways, vfs.Default, false)
	if err != nil {
		return nil, f.wayBack(dir, err)
	}
	a, err := newFolderArchive(log, Folder{Dir: dir, Memory: f.Memory}, limit, false)
	if err != nil {
		return nil, f.wayBack(dir, err)
	}
	a.start(a.write)
	if a.missing && (log.lost == nil || a.reaches) {
		var lost []*Damage
		if lost, err = a.Lost(ctx, true, noPace); err == nil {
			err = a.restore(ctx, lost, done)
		}
	}
	unknown := cmp.Or(a.log.lost, log.heads.lostAll()) // the archive does not have it either
	if err = cmp.Or(err, unknown); err == nil {
		err = a.begin()
	}
	if err != nil {
		all := errors.Join(fmt.Errorf("store: folder %s: %w", f.Dir, err), a.Close())
		if unknown != nil {
			return nil, all
		}
		return nil, f.wayBack(dir, all)
	}
	log.archive, log.group.archive = a, a
	return a, nil
}

// FindArchived opens the log as [Folder.Find] does, and an existing archive of it. It changes neither
// until Restore is called.
func (f Folder) FindArchived(dir string) (*FolderArchive, error) {
	log, err := f.Find(SyncAlways)
	if err != nil {
		return nil, f.wayBack(dir, err)
	}
	a, err := newFolderArchive(log, Folder{Dir: dir, Memory: f.Memory}, 0, true)
	if err != nil {
		return nil, f.wayBack(dir, err)
	}
	return a, nil
}

// wayBack adds to the error of a damaged folder how to restore all of it from an existing archive.
func (f Folder) wayBack(dir string, err error) error {
	if _, missing := os.Stat(dir); missing != nil || !errors.Is(err, ErrDamaged) || errors.Is(err, ErrArchive) {
		return err
	}
	return fmt.Errorf("%w\nThe archive has its games and values: move the folder aside (mv %s %s.damaged) and start the server again with --archive %s. The server restores them into a new folder", err, f.Dir, f.Dir, dir)
}

// noPace is a pace that never waits.
func noPace(ctx context.Context) error { return ctx.Err() }

// newFolderArchive opens the archive of a log. It closes the log after an error.
func newFolderArchive(log *Embedded, place Folder, limit int64, look bool) (*FolderArchive, error) {
	copied, err := openArchiveCopy(place, limit)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrArchive, err), log.Close())
	}
	a := &FolderArchive{archiveCopy: copied, log: log, look: look, at: *log.marks.counts()}
	if err := a.relate(); errors.Is(err, errUnnamed) {
		return nil, errors.Join(fmt.Errorf("store: folder %s: %w", log.room.dir, err), a.Close())
	} else if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: folder %s: %w", ErrArchive, place.Dir, err), a.Close())
	}
	return a, nil
}

// Log returns the log. [FolderArchive.Close] closes it.
func (a *FolderArchive) Log() *Embedded { return a.log }

// Close closes the log, writes what waits for the disk, and closes the archive.
func (a *FolderArchive) Close() error {
	err := a.log.Close()
	a.stop()
	return errors.Join(err, a.kept.Close())
}

// A past is what an archive knows of a use of its log. Without numbers, the log has what the archive
// has of that use.
type past struct {
	whole   bool // the archive lacked no commit
	numbers *counts
}

func (p past) append() []byte {
	flag := byte(0)
	if p.whole {
		flag = 1
	}
	return appendCounts([]byte{flag}, p.numbers)
}

// uses returns what an archive knows of the uses of its log. The archive of a cluster knows none.
func (e *Embedded) uses() (map[openID]past, error) {
	known := make(map[openID]past)
	err := e.scan([]byte{opens}, []byte{opens + 1}, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			var p past
			if text := i.Value(); len(text) > 0 {
				p = past{text[0] == 1, readCounts(text[1:])}
			}
			known[openID(i.Key()[1:])] = p
		}
		return nil
	})
	return known, err
}

// relate compares the uses of the log that the two folders name. It returns an error for the archive of
// another log. Otherwise it adds the uses of the log to the archive.
func (a *FolderArchive) relate() error {
	known, err := a.kept.uses()
	if err != nil {
		return err
	}
	uses := a.log.heads
	if uses == nil { // a command has found no file of heads
		uses = &heads{e: a.log, past: make(map[openID]*counts)}
		if err := uses.readPast(); err != nil {
			return err
		}
	}
	bare, err := a.log.isBare()
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	fresh, err := a.kept.isBare()
	if err != nil {
		return err
	}
	related, unnamed, err := a.sharesGames()
	if err != nil {
		return err
	}
	a.missing = related // the log does not tell what it has reached
	for id, p := range known {
		_, shared := uses.past[id]
		related = related || shared
		a.missing = a.missing || p.numbers != nil && !uses.covered(id, p.numbers)
		a.reaches = a.reaches || p.whole && p.numbers.reaches(&a.log.marks.known)
	}
	switch {
	case unnamed && !related && !bare:
		return errUnnamed
	case len(known) == 0 && !fresh:
		return errors.New("it is the archive of a server in a cluster: name another folder")
	case len(known) > 0 && !related && !bare:
		return errors.New("it is the archive of another data folder, and this one is not empty: name the archive of this data folder, or a new folder")
	}
	a.missing = a.missing || len(known) > 0 && !related
	latest := *a.log.marks.counts()
	a.partial.Store(!bare || !fresh)
	for id, p := range known {
		if _, shared := uses.past[id]; shared && p.whole && *p.numbers == latest {
			a.partial.Store(false)
		}
	}
	if a.missing || a.look {
		return nil // restore notes the uses
	}
	return a.noteUses(nil)
}

// errUnnamed is returned for a log of which the archive may be another one's.
var errUnnamed = fmt.Errorf("%w: a file is damaged, and with it the names that tell which archive belongs to the folder", ErrDamaged)

// sharesGames reports whether the log has a game of the archive, if it cannot name all its uses because a
// file is damaged. unnamed reports whether it cannot.
func (a *FolderArchive) sharesGames() (shared, unnamed bool, err error) {
	err = a.log.scan([]byte{opens}, []byte{opens + 1}, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
		}
		return nil
	})
	if !errors.Is(err, ErrDamaged) {
		return false, false, err
	}
	games, err := a.log.Games(context.Background())
	if err != nil && !errors.Is(err, ErrDamaged) {
		return false, true, err
	}
	kept, err := a.kept.Games(context.Background())
	return slices.ContainsFunc(games, func(game string) bool {
		_, both := slices.BinarySearch(kept, game)
		return both
	}), true, err
}

// noteUses adds the uses of the log to the archive, and removes the numbers from those in reset. A log
// and its archive must have a use in common, even after a power cut, so it syncs the archive.
func (a *FolderArchive) noteUses(reset []openID) error {
	if a.log.heads == nil {
		return nil
	}
	batch := a.kept.db.NewBatch()
	defer func() { _ = batch.Close() }()
	for _, id := range append(reset, a.log.heads.id) {
		if err := batch.Set(openKey(id), nil, nil); err != nil {
			return err
		}
	}
	for id := range a.log.heads.past {
		_, closer, err := a.kept.db.Get(openKey(id))
		if err == nil {
			err = closer.Close()
		} else if errors.Is(err, pebble.ErrNotFound) {
			err = batch.Set(openKey(id), nil, nil)
		}
		if err != nil {
			return err
		}
	}
	return batch.Commit(pebble.Sync)
}

// begin makes sure that the log names this use of it, and the archive has the numbers of its commits.
func (a *FolderArchive) begin() error {
	batch := a.log.db.NewBatch()
	defer func() { _ = batch.Close() }()
	if err := a.log.commitRestored(batch, 0); err != nil {
		return err
	}
	a.writing.Lock()
	defer a.writing.Unlock()
	a.at, a.begun = *a.log.marks.counts(), true
	return a.kept.db.Set(openKey(a.log.heads.id), past{!a.partial.Load(), &a.at}.append(), pebble.NoSync)
}

// isBare reports whether a folder has no games and no values, as a log or as an archive.
func (e *Embedded) isBare() (bool, error) {
	bare := true
	for _, kind := range []byte{anyGame, recordOf, valueOf, archived} {
		err := e.scan([]byte{kind}, []byte{kind + 1}, func(i *pebble.Iterator) error {
			bare = bare && !i.First()
			return nil
		})
		if err != nil {
			return false, err
		}
	}
	return bare, nil
}

// follow hands the entries of a commit to the archive. The caller prevents concurrent commits in the
// slot.
func (a *FolderArchive) follow(slot int, entries ...archiveEntry) {
	if a == nil || len(entries) == 0 {
		return
	}
	last := &entries[len(entries)-1]
	last.slot, last.commit = slot, a.log.marks.slot[slot].Load()
	for _, e := range entries {
		a.offer(e)
	}
}

// offer hands an entry to the archive. If the disk is too slow for it, Lost copies it later.
func (a *FolderArchive) offer(e archiveEntry) {
	if a != nil && !a.keep(e) {
		a.lag()
	}
}

// lag notes that an entry was not written.
func (a *FolderArchive) lag() {
	a.gaps.Add(1)
	a.partial.Store(true)
}

// write writes entries in one batch with the numbers of their commits, so that the numbers are right
// after a crash too.
func (a *FolderArchive) write(some []archiveEntry) error {
	a.writing.Lock()
	defer a.writing.Unlock()
	if err := a.kept.ready(); err != nil {
		a.lag()
		return fmt.Errorf("archive: %w", err)
	}
	var all []error
	w := &archiveBatch{of: a.archiveCopy, batch: a.kept.db.NewBatch()}
	for _, e := range some {
		all = append(all, w.add(e))
		if e.commit > 0 {
			a.at[e.slot], a.begun = e.commit, true
		}
	}
	if a.begun && a.log.heads != nil {
		now := past{!a.partial.Load() && !w.gap && errors.Join(all...) == nil, &a.at}
		all = append(all, w.batch.Set(openKey(a.log.heads.id), now.append(), nil))
	}
	err := errors.Join(append(all, w.commit())...)
	if err != nil || w.gap {
		a.lag()
	}
	return err
}

// An archiveBatch collects entries for the archive of a folder.
type archiveBatch struct {
	of    *archiveCopy
	batch *pebble.Batch
	taken []string // games with reserved records
	gap   bool     // the archive lacks a record before one of the batch
}

func (w *archiveBatch) add(e archiveEntry) error {
	switch {
	case e.bucket != "":
		before, err := w.of.kept.archivedAt(e.bucket, e.key)
		if err != nil || before.age > e.value.age { // Lost has copied a later value
			return err
		}
		if e.deleted {
			return w.batch.Delete(archivedKey(e.bucket, e.key), nil)
		}
		return w.batch.Set(archivedKey(e.bucket, e.key), appendArchived(e.bucket, e.key, e.value), nil)
	case e.record == nil: // it changes the archive outside of the batch
		if err := w.commit(); err != nil {
			return err
		}
		w.batch = w.of.kept.db.NewBatch()
		if e.deleted {
			return w.of.forgetGame(context.Background(), e.game)
		}
		return errors.Join(w.of.kept.Finish(context.Background(), e.game), w.of.noteEnd(context.Background(), e.game))
	}
	err := w.of.kept.take(w.of.kept.shardOf(e.game), e.game, e.n)
	if errors.Is(err, ErrFenced) {
		n, err := w.of.kept.count(e.game)
		w.gap = w.gap || n < e.n // else Lost has copied the record
		return err
	}
	if err != nil {
		return err
	}
	w.taken = append(w.taken, e.game)
	return setRecord(w.batch, e.game, e.n, e.record)
}

// commit writes what the batch has, and closes it.
func (w *archiveBatch) commit() error {
	err := errors.Join(w.batch.Commit(pebble.NoSync), w.batch.Close())
	for _, game := range w.taken {
		s := w.of.kept.shardOf(game)
		s.Lock()
		s.unreserve(game)
		if err != nil {
			delete(s.next, game)
		}
		s.Unlock()
	}
	w.taken = w.taken[:0]
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}

// copyGame adds the records to the archive that it lacks of a game.
func (a *FolderArchive) copyGame(game string, kept int, lines [][]byte) error {
	if a.look {
		return nil
	}
	a.writing.Lock()
	defer a.writing.Unlock()
	live, err := a.log.raw(key(liveGame, game))
	keptLive, wrong := a.kept.raw(key(liveGame, game))
	if err := errors.Join(err, wrong); err != nil {
		return err
	}
	if kept == len(lines) && (live != nil || keptLive == nil) {
		return nil
	}
	if kept == 0 {
		mark, _, err := a.kept.Get(context.Background(), finishedBucket, game)
		if err == nil && string(mark) == dropped {
			return nil
		}
	}
	for n := kept; n < len(lines); n++ {
		if err := a.kept.Append(context.Background(), game, uint64(n), lines[n]); err != nil && !errors.Is(err, ErrFenced) {
			return fmt.Errorf("archive: %w", err)
		}
	}
	if live == nil {
		return errors.Join(a.kept.Finish(context.Background(), game), a.noteEnd(context.Background(), game))
	}
	return nil
}

// copyValue adds a value to the archive unless it has a later one.
func (a *FolderArchive) copyValue(bucket, name string, text []byte, revision uint64) error {
	if a.look {
		return nil
	}
	a.writing.Lock()
	defer a.writing.Unlock()
	v, err := a.kept.archivedAt(bucket, name)
	if err != nil || v.age >= revision {
		return err
	}
	return a.kept.archiveValue(bucket, name, archivedValue{revision, revision, time.Now().UnixMilli(), text})
}

// dropped replaces the time of the end of a game that the archive no longer has for its age or size, so
// that Lost does not copy the game again.
const dropped = "dropped"

func (a *FolderArchive) dropGame(ctx context.Context, game string) error {
	a.writing.Lock()
	defer a.writing.Unlock()
	_, revision, err := a.kept.Get(ctx, finishedBucket, game)
	if err == nil {
		_, err = a.kept.Put(ctx, finishedBucket, game, []byte(dropped), revision)
	}
	if err != nil {
		return err
	}
	return a.kept.DeleteGame(ctx, game)
}

// startsWith reports whether lines begin with the records of before.
func startsWith(lines, before [][]byte) bool {
	return len(before) <= len(lines) && slices.EqualFunc(before, lines[:len(before)], bytes.Equal)
}
