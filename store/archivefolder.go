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

// A FolderArchive is a data folder's log together with its archive. The archive is a second folder,
// preferably on another disk, with a copy of all records and values that the log has acknowledged.
// [FolderArchive.Lost] compares the two folders, and [FolderArchive.Restore] writes the missing
// items back to the log.
//
// The server writes to the archive after the acknowledgement and syncs the archive a second later,
// so no request waits for the archive. The archive may lag behind the log but holds nothing that
// the log has not acknowledged. No request fails because of an error of the archive: see
// [FolderArchive.Trouble]. Any goroutine may call the methods, but only one at a time may call Lost
// or Restore.
//
// If the archive has an item that the log lacks, the log has deleted or lost the item. To tell
// which, the archive stores how far it has copied the log: the numbers of the latest copied
// commits. A use of the log lasts from its opening to its closing: see heads. The archive stores
// the numbers for each use. A log that has reached these numbers has deleted the item. Otherwise
// the log is an older copy or a new folder, and has lost the item.
type FolderArchive struct {
	*archiveCopy
	log            *Embedded
	logBehind      bool         // the log has not reached the numbers of commits in the archive
	hasMarked      bool         // the archive has all commits that the log's file of marks counts
	readOnly       bool         // Lost does not change the archive
	listUnreadable bool         // Lost could not read a list of the archive
	unreadable     bool         // Lost has found damage of the log, perhaps of a file of the engine
	removalStuck   bool         // the engine did not let damage be removed in time: see errStuck
	partial        atomic.Bool  // the archive may lack changes that the log has
	skipCount      atomic.Int64 // number of times that changes were not written to the archive
	filledCount    atomic.Int64 // number of those times after which Lost has copied the changes

	writing       sync.Mutex // held for changes of the archive
	copiedCommits counts     // the numbers of the commits that the archive has
	hasCommits    bool       // the log has a commit of this use
}

// ErrArchive is returned when a data folder does not open because of its archive.
var ErrArchive = errors.New("the archive cannot be used")

// OpenArchived opens the log as [Folder.Open] does with [SyncAlways], and its archive in folder
// dir. It creates a missing archive. If the log is behind the archive, OpenArchived first restores
// the missing items. So it also opens a folder that is empty or lacks its newest writes, if the
// archive has them. OpenArchived calls done for each lost game, value or list of games or keys,
// with an error if the archive cannot restore it. If the archive has more than limit bytes, it
// drops finished games, the oldest first. Each of the two folders has its own buffers, whose size
// depends on f.Memory: see [Buffers].
func (f Folder) OpenArchived(ctx context.Context, dir string, limit int64, done func(d *Damage, err error)) (*FolderArchive, error) {
	log, err := openPlace(f, SyncAlways, vfs.Default, false)
	if err != nil {
		return nil, f.adviseRestore(dir, err)
	}
	a, err := newFolderArchive(log, Folder{Dir: dir, Memory: f.Memory}, limit, false)
	if err != nil {
		return nil, f.adviseRestore(dir, err)
	}
	a.start(a.write)
	if a.logBehind && (log.lostWrites == nil || a.hasMarked) {
		var lost []*Damage
		if lost, err = a.Lost(ctx, true, noPace); err == nil {
			err = a.restore(ctx, lost, done)
		}
	}
	unknown := cmp.Or(a.log.lostWrites, log.heads.checkNotEmpty()) // writes that the archive could not restore
	if err = cmp.Or(err, unknown); err == nil {
		err = a.begin()
	}
	if err != nil {
		all := errors.Join(fmt.Errorf("store: folder %s: %w", f.Dir, err), a.Close())
		if unknown != nil {
			return nil, all
		}
		return nil, f.adviseRestore(dir, all)
	}
	log.archive, log.committer.archive = a, a
	return a, nil
}

// FindArchived opens the log as [Folder.Find] does, and its archive. Both stay unchanged until Restore is
// called.
func (f Folder) FindArchived(dir string) (*FolderArchive, error) {
	log, err := f.Find(SyncAlways)
	if err != nil {
		return nil, f.adviseRestore(dir, err)
	}
	a, err := newFolderArchive(log, Folder{Dir: dir, Memory: f.Memory}, 0, true)
	if err != nil {
		return nil, f.adviseRestore(dir, err)
	}
	return a, nil
}

// adviseRestore adds advice to the error of a damaged folder: how to restore the whole folder from
// an existing archive.
func (f Folder) adviseRestore(dir string, err error) error {
	if _, missing := os.Stat(dir); missing != nil || !errors.Is(err, ErrDamaged) || errors.Is(err, ErrArchive) {
		return err
	}
	return fmt.Errorf("%w\nThe archive has the folder's games and values: move the folder aside (mv %s %s.damaged) and start the server again with --archive %s. The server restores them into a new folder", err, f.Dir, f.Dir, dir)
}

// noPace is a pace that never waits.
func noPace(ctx context.Context) error { return ctx.Err() }

// newFolderArchive opens the archive of a log. It closes the log after an error.
func newFolderArchive(log *Embedded, place Folder, limit int64, readOnly bool) (*FolderArchive, error) {
	copied, err := openArchiveCopy(place, limit)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrArchive, err), log.Close())
	}
	a := &FolderArchive{archiveCopy: copied, log: log, readOnly: readOnly, copiedCommits: *log.marks.counts()}
	if err := a.compareUses(); errors.Is(err, errUnnamed) {
		return nil, errors.Join(fmt.Errorf("store: folder %s: %w", log.space.dir, err), a.Close())
	} else if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: folder %s: %w", ErrArchive, place.Dir, err), a.Close())
	}
	return a, nil
}

// Log returns the log. [FolderArchive.Close] closes it.
func (a *FolderArchive) Log() *Embedded { return a.log }

// Close closes the log, writes the queued entries to the archive, and closes the archive.
func (a *FolderArchive) Close() error {
	err := a.log.Close()
	a.stop()
	return errors.Join(err, a.archived.Close())
}

// A copiedUse describes a use of the log to its archive. If commits is nil, the log has all changes
// that the archive has copied from that use.
type copiedUse struct {
	complete bool    // the archive lacks no commit of this use
	commits  *counts // of the commits that the archive has
}

func (p copiedUse) encode() []byte {
	flag := byte(0)
	if p.complete {
		flag = 1
	}
	return appendCounts([]byte{flag}, p.commits)
}

// knownUses returns the uses of the log that are stored in its archive. The archive of a server in
// a cluster has none.
func (e *Embedded) knownUses() (map[useID]copiedUse, error) {
	known := make(map[useID]copiedUse)
	err := e.scan([]byte{useOf}, []byte{useOf + 1}, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			var p copiedUse
			if text := i.Value(); len(text) > 0 {
				p = copiedUse{text[0] == 1, readCounts(text[1:])}
			}
			known[useID(i.Key()[1:])] = p
		}
		return nil
	})
	return known, err
}

// compareUses compares the uses that are stored in the log with those in the archive. It returns an
// error if the archive belongs to another log. It adds the uses of the log to the archive, unless
// restore does so later.
func (a *FolderArchive) compareUses() error {
	known, err := a.archived.knownUses()
	if err != nil {
		return err
	}
	logHeads := a.log.heads
	if logHeads == nil { // a command has found no file of heads
		logHeads = &heads{e: a.log, pastUses: make(map[useID]*counts)}
		if err := logHeads.readPast(); err != nil {
			return err
		}
	}
	bare, err := a.log.isEmpty()
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	fresh, err := a.archived.isEmpty()
	if err != nil {
		return err
	}
	related, unnamed, err := a.sharesGames()
	if err != nil {
		return err
	}
	a.logBehind = related // damage hides the numbers that the log has reached
	for id, p := range known {
		_, shared := logHeads.pastUses[id]
		related = related || shared
		a.logBehind = a.logBehind || p.commits != nil && !logHeads.isCovered(id, p.commits)
		a.hasMarked = a.hasMarked || p.complete && p.commits.reaches(&a.log.marks.fileCounts)
	}
	switch {
	case unnamed && !related && !bare:
		return errUnnamed
	case len(known) == 0 && !fresh:
		return errors.New("it is the archive of a server in a cluster: name another folder")
	case len(known) > 0 && !related && !bare:
		return errors.New("it is the archive of another data folder, and this one is not empty: name the archive of this data folder, or a new folder")
	}
	a.logBehind = a.logBehind || len(known) > 0 && !related
	latest := *a.log.marks.counts()
	a.partial.Store(!bare || !fresh)
	for id, p := range known {
		if _, shared := logHeads.pastUses[id]; shared && p.complete && *p.commits == latest {
			a.partial.Store(false)
		}
	}
	if a.logBehind || a.readOnly {
		return nil // restore adds the uses later
	}
	return a.noteUses(nil)
}

// errUnnamed is returned if damage hides whether the archive belongs to the log.
var errUnnamed = fmt.Errorf("%w: a damaged file hides which archive belongs to the folder", ErrDamaged)

// sharesGames compares the games of the log and the archive if damage hides uses of the log.
// unnamed reports whether damage hides uses. If so, shared reports whether log and archive have a
// game in common.
func (a *FolderArchive) sharesGames() (shared, unnamed bool, err error) {
	err = a.log.scan([]byte{useOf}, []byte{useOf + 1}, func(i *pebble.Iterator) error {
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
	kept, err := a.archived.Games(context.Background())
	return slices.ContainsFunc(games, func(game string) bool {
		_, both := slices.BinarySearch(kept, game)
		return both
	}), true, err
}

// noteUses adds the uses of the log to the archive, and removes the commit numbers of the uses in
// the list reset. It syncs the archive, because a log and its archive must have a use in common even
// after a power cut.
func (a *FolderArchive) noteUses(reset []useID) error {
	if a.log.heads == nil {
		return nil
	}
	batch := a.archived.db.NewBatch()
	defer func() { _ = batch.Close() }()
	for _, id := range append(reset, a.log.heads.id) {
		if err := batch.Set(useKey(id), nil, nil); err != nil {
			return err
		}
	}
	for id := range a.log.heads.pastUses {
		_, closer, err := a.archived.db.Get(useKey(id))
		if err == nil {
			err = closer.Close()
		} else if errors.Is(err, pebble.ErrNotFound) {
			err = batch.Set(useKey(id), nil, nil)
		}
		if err != nil {
			return err
		}
	}
	return batch.Commit(pebble.Sync)
}

// begin stores the present use of the log in the log and, with the numbers of the commits, in the
// archive.
func (a *FolderArchive) begin() error {
	batch := a.log.db.NewBatch()
	defer func() { _ = batch.Close() }()
	if err := a.log.commitRestored(batch, 0); err != nil {
		return err
	}
	a.writing.Lock()
	defer a.writing.Unlock()
	a.copiedCommits, a.hasCommits = *a.log.marks.counts(), true
	return a.archived.db.Set(useKey(a.log.heads.id), copiedUse{!a.partial.Load(), &a.copiedCommits}.encode(), pebble.NoSync)
}

// isEmpty reports whether a data folder or an archive has no games and no values.
func (e *Embedded) isEmpty() (bool, error) {
	bare := true
	for _, kind := range []byte{anyGame, recordOf, valueOf, archivedOf} {
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

// enqueueCommit hands the entries of a commit to the archive. The caller prevents concurrent commits of
// the counter.
func (a *FolderArchive) enqueueCommit(counter int, entries ...archiveEntry) {
	if a == nil || len(entries) == 0 {
		return
	}
	last := &entries[len(entries)-1]
	last.counter, last.commit = counter, a.log.marks.counters[counter].Load()
	for _, e := range entries {
		a.enqueueOrSkip(e)
	}
}

// enqueueOrSkip hands an entry to the archive. If the queue is full because the disk is too slow, it
// skips the entry, and [FolderArchive.Lost] copies the change from the log later.
func (a *FolderArchive) enqueueOrSkip(e archiveEntry) {
	if a != nil && !a.enqueue(e) {
		a.noteSkip()
	}
}

// noteSkip notes that an entry, or a batch of entries, was not written.
func (a *FolderArchive) noteSkip() {
	a.skipCount.Add(1)
	a.partial.Store(true)
}

// Trouble returns the error of the latest write to the archive, or an error while the archive lacks changes
// that it has not copied from the data folder yet. Otherwise it returns nil.
func (a *FolderArchive) Trouble() error {
	if err := a.archiveCopy.Trouble(); err != nil {
		return err
	}
	if a.skipCount.Load() != a.filledCount.Load() {
		return errors.New("archive: it lacks some of the latest changes, because its disk was too slow, was damaged or refused them; the server copies them from the data folder")
	}
	return nil
}

// write writes entries and then the numbers of their commits, in one batch where possible. So after
// a crash, the archive never has the number of a commit that it lacks.
func (a *FolderArchive) write(some []archiveEntry) error {
	a.writing.Lock()
	defer a.writing.Unlock()
	if err := a.archived.ready(); err != nil {
		a.noteSkip()
		return fmt.Errorf("archive: %w", err)
	}
	var all []error
	w := &archiveBatch{archive: a.archiveCopy, batch: a.archived.db.NewBatch()}
	for _, e := range some {
		all = append(all, w.add(e))
		if e.commit > 0 {
			a.copiedCommits[e.counter], a.hasCommits = e.commit, true
		}
	}
	if a.hasCommits && a.log.heads != nil {
		now := copiedUse{!a.partial.Load() && !w.hasGap && errors.Join(all...) == nil, &a.copiedCommits}
		all = append(all, w.batch.Set(useKey(a.log.heads.id), now.encode(), nil))
	}
	err := errors.Join(append(all, w.commit())...)
	if err != nil || w.hasGap {
		a.noteSkip()
	}
	return err
}

// An archiveBatch collects entries for the archive of a folder.
type archiveBatch struct {
	archive  *archiveCopy
	batch    *pebble.Batch
	reserved []string // games whose next record is reserved
	hasGap   bool     // the archive lacks a record before one of the batch
}

func (w *archiveBatch) add(e archiveEntry) error {
	switch {
	case e.bucket != "":
		before, err := w.archive.archived.archivedAt(e.bucket, e.key)
		if err != nil || before.age > e.value.age { // Lost has copied a later value
			return err
		}
		if e.deleted {
			return w.batch.Delete(archivedKey(e.bucket, e.key), nil)
		}
		return w.batch.Set(archivedKey(e.bucket, e.key), encodeArchived(e.bucket, e.key, e.value), nil)
	case e.record == nil: // Finish and forgetGame write outside of the batch
		if err := w.commit(); err != nil {
			return err
		}
		w.batch = w.archive.archived.db.NewBatch()
		if e.deleted {
			return w.archive.forgetGame(context.Background(), e.game)
		}
		return errors.Join(w.archive.archived.Finish(context.Background(), e.game), w.archive.noteEnd(context.Background(), e.game))
	}
	err := w.archive.archived.reserveNext(w.archive.archived.shardOf(e.game), e.game, e.number)
	if errors.Is(err, ErrFenced) {
		n, err := w.archive.archived.countRecords(e.game)
		w.hasGap = w.hasGap || n < e.number // else Lost has copied the record
		return err
	}
	if err != nil {
		return err
	}
	w.reserved = append(w.reserved, e.game)
	return setRecord(w.batch, e.game, e.number, e.record)
}

// commit writes and closes the batch, and ends the reservations of its games.
func (w *archiveBatch) commit() error {
	err := errors.Join(w.batch.Commit(pebble.NoSync), w.batch.Close())
	for _, game := range w.reserved {
		s := w.archive.archived.shardOf(game)
		s.Lock()
		s.unreserve(game)
		if err != nil {
			delete(s.lengths, game)
		}
		s.Unlock()
	}
	w.reserved = w.reserved[:0]
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}

// copyGame adds to the archive the records of a game that it lacks. kept is the number of records that the
// archive has, and lines are all records of the log.
func (a *FolderArchive) copyGame(game string, kept int, lines [][]byte) error {
	if a.readOnly {
		return nil
	}
	a.writing.Lock()
	defer a.writing.Unlock()
	live, err := a.log.rawValue(key(liveGame, game))
	if errors.Is(err, ErrDamaged) { // the game may have ended
		return a.noteUnreadable(err)
	}
	keptLive, wrong := a.archived.rawValue(key(liveGame, game))
	if err := errors.Join(err, wrong); err != nil {
		return err
	}
	if kept == len(lines) && (live != nil || keptLive == nil) {
		return nil
	}
	if kept == 0 {
		mark, _, err := a.archived.Get(context.Background(), finishedBucket, game)
		if err == nil && string(mark) == dropped {
			return nil
		}
	}
	for n := kept; n < len(lines); n++ {
		if err := a.archived.Append(context.Background(), game, uint64(n), lines[n]); err != nil && !errors.Is(err, ErrFenced) {
			return fmt.Errorf("archive: %w", err)
		}
	}
	if live == nil {
		return errors.Join(a.archived.Finish(context.Background(), game), a.noteEnd(context.Background(), game))
	}
	return nil
}

// copyValue adds a value to the archive, unless the archive has the same revision or a later one.
func (a *FolderArchive) copyValue(bucket, name string, text []byte, revision uint64) error {
	if a.readOnly {
		return nil
	}
	a.writing.Lock()
	defer a.writing.Unlock()
	v, err := a.archived.archivedAt(bucket, name)
	if err != nil || v.age >= revision {
		return err
	}
	return a.archived.archiveValue(bucket, name, archivedValue{revision, revision, time.Now().UnixMilli(), text})
}

// dropped replaces the end time of a game that pruneGames has removed from the archive. It keeps Lost from
// copying the game again.
const dropped = "dropped"

func (a *FolderArchive) dropGame(ctx context.Context, game string) error {
	a.writing.Lock()
	defer a.writing.Unlock()
	_, revision, err := a.archived.Get(ctx, finishedBucket, game)
	if err == nil {
		_, err = a.archived.Put(ctx, finishedBucket, game, []byte(dropped), revision)
	}
	if err != nil {
		return err
	}
	return a.archived.DeleteGame(ctx, game)
}

// startsWith reports whether the first records of a log are those in prefix.
func startsWith(lines, prefix [][]byte) bool {
	return len(prefix) <= len(lines) && slices.EqualFunc(prefix, lines[:len(prefix)], bytes.Equal)
}
