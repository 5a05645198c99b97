package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// dataFolder is the name of the log in the Reason of a [Damage].
const dataFolder = "the data folder"

// Lost compares the archive with the log. It returns the games and values that the log lacks,
// cannot read, or has in another version than the archive. [FolderArchive.Restore] takes the
// result. Lost also copies newer records and values of the log to the archive. It removes from the
// archive the items that the log has deleted and, if nothing is lost, the games that pruneGames
// selects.
//
// Lost reads everything in both folders, so it ignores its second argument. It calls pace, which may wait,
// before each game and value.
func (a *FolderArchive) Lost(ctx context.Context, _ bool, pace func(context.Context) error) (lost []*Damage, err error) {
	if !a.readOnly {
		if err := a.flush(ctx); err != nil {
			return nil, err
		}
	}
	gaps := a.skipCount.Load()
	note := func(d *Damage, err error) error {
		if d != nil {
			lost = append(lost, d)
		}
		return err
	}
	a.unreadable = false
	games, err := a.games(ctx)
	if err != nil {
		return nil, err
	}
	for _, game := range games {
		if err := pace(ctx); err != nil {
			return lost, err
		}
		if err := note(a.compareGame(ctx, game)); err != nil && !a.noteTorn(err) {
			return lost, err
		}
	}
	values, err := a.values(ctx)
	if err != nil {
		return lost, err
	}
	for _, of := range values {
		if err := pace(ctx); err != nil {
			return lost, err
		}
		if err := note(a.compareValue(ctx, of)); err != nil && !a.noteTorn(err) {
			return lost, err
		}
	}
	if a.unreadable && len(lost) == 0 {
		lost = append(lost, &Damage{Reason: "a list of games or keys: a file of the data folder is damaged"})
	}
	if a.listUnreadable && a.logBehind {
		lost = append(lost, &Damage{Reason: "a list of games or keys: a file of the archive is damaged, so the data folder may lack items of the list", unrestorable: true})
	}
	if !a.readOnly && !a.logBehind && !a.unreadable {
		a.filledCount.Store(gaps)
	}
	if a.readOnly || a.logBehind || len(lost) > 0 {
		return lost, nil
	}
	a.partial.Store(false)
	if a.skipCount.Load() != gaps {
		a.partial.Store(true)
	}
	_, err = a.pruneGames(ctx, time.Now(), a.dropGame)
	return nil, err
}

// games returns the games that the archive or the log has. It omits games in an unreadable part of either.
func (a *FolderArchive) games(ctx context.Context) ([]string, error) {
	kept, err := a.archived.Games(ctx)
	if a.listUnreadable = errors.Is(err, ErrDamaged); err != nil && !a.listUnreadable {
		return nil, err
	}
	games, err := a.log.Games(ctx)
	if err = a.noteUnreadable(err); err != nil {
		return nil, err
	}
	return sortedUnion(kept, games), nil
}

// values returns the keys of the values that the archive or the log has.
func (a *FolderArchive) values(ctx context.Context) (all []item, err error) {
	names, err := a.archived.listKeys(nil, []byte{archivedOf}, []byte{archivedOf + 1}, 1)
	if errors.Is(err, ErrDamaged) {
		a.listUnreadable = true
	} else if err != nil {
		return nil, err
	}
	buckets, err := a.log.Buckets(ctx)
	if err = a.noteUnreadable(err); err != nil {
		return nil, err
	}
	for _, bucket := range buckets {
		keys, err := a.log.Keys(ctx, bucket, "")
		if err = a.noteUnreadable(err); err != nil {
			return nil, err
		}
		for _, key := range keys {
			names = append(names, bucket+"\x00"+key)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if of, is := splitKey([]byte(name)); is {
			all = append(all, of)
		}
	}
	return all, nil
}

// If err wraps ErrDamaged, noteUnreadable notes that a part of the log is unreadable. It returns
// every other error.
func (a *FolderArchive) noteUnreadable(err error) error {
	if errors.Is(err, ErrDamaged) {
		a.unreadable = true
		return nil
	}
	return err
}

// noteTorn reports whether err wraps [ErrDamaged]: a damaged file then kept the archive from copying
// an item of the log. If so, it notes that the archive is incomplete.
func (a *FolderArchive) noteTorn(err error) bool {
	torn := errors.Is(err, ErrDamaged)
	if torn {
		a.setTrouble(err)
		a.noteSkip()
	}
	return torn
}

// compareGame compares the records of a game, and copies records that only the log has to the
// archive. The error wraps [ErrDamaged] only if the archive is damaged.
func (a *FolderArchive) compareGame(ctx context.Context, game string) (lost *Damage, err error) {
	kept, torn := a.archived.Read(ctx, game) // read before the log, which may grow
	lines, err := a.log.Read(ctx, game)
	switch {
	case torn == nil || errors.Is(torn, ErrNotFound):
	case !errors.Is(torn, ErrDamaged):
		return nil, torn
	case a.logBehind:
		return &Damage{Game: game, Reason: "the archive's copy is damaged, so " + dataFolder + " may lack records", unrestorable: true}, nil
	case !a.readOnly && (err == nil || errors.Is(err, ErrNotFound)): // the log has everything
		if err := a.forgetGame(ctx, game); err != nil && !a.noteTorn(err) {
			return nil, err
		}
	}
	switch {
	case errors.Is(err, ErrNotFound) && len(kept) == 0:
		return nil, nil
	case errors.Is(err, ErrNotFound):
		return a.judgeAbsent(ctx, game)
	case errors.Is(err, ErrDamaged):
		a.unreadable = true
		d := &Damage{Game: game, Reason: damageReason(err), unrestorable: len(kept) == 0}
		if is := (*Damage)(nil); errors.As(err, &is) {
			d.Record = is.Record
		}
		return d, nil
	case err != nil:
		return nil, err
	case startsWith(lines, kept):
		return nil, a.copyGame(game, len(kept), lines)
	case startsWith(kept, lines):
		return &Damage{Game: game, Record: len(lines) + 1, Reason: fmt.Sprintf("%s has lost records: %d of %d are there", dataFolder, len(lines), len(kept))}, nil
	}
	n := 0
	for bytes.Equal(kept[n], lines[n]) {
		n++
	}
	return &Damage{Game: game, Record: n + 1, Reason: dataFolder + " and the archive have different versions of this record", unrestorable: true}, nil
}

// judgeAbsent handles a game that only the archive has. It returns a *[Damage] if the log has lost
// the game. If the log has deleted the game, judgeAbsent removes it from the archive.
func (a *FolderArchive) judgeAbsent(ctx context.Context, game string) (*Damage, error) {
	deleted, err := a.isDeleted(ctx, game)
	if errors.Is(err, ErrDamaged) { // the answer is known once the list of deleted games is restored
		a.unreadable = true
		return &Damage{Game: game, Reason: damageReason(err)}, nil
	}
	if err != nil {
		return nil, err
	}
	if a.logBehind && !deleted {
		return &Damage{Game: game, Reason: dataFolder + " has lost all its records"}, nil
	}
	if a.readOnly {
		return nil, nil
	}
	return nil, a.forgetGame(ctx, game)
}

// isDeleted reports whether a server has noted that it deletes a game.
func (a *FolderArchive) isDeleted(ctx context.Context, game string) (bool, error) {
	v, err := a.archived.archivedAt(DeletedBucket, game)
	if err != nil || v.age > 0 {
		return v.age > 0, err
	}
	_, _, err = a.log.Get(ctx, DeletedBucket, game)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// compareValue compares the values of a key in the data folder and in the archive. It returns a
// *[Damage] if the folder has lost or changed the value. It copies a newer value of the folder to
// the archive, and removes a deleted value from the archive.
func (a *FolderArchive) compareValue(ctx context.Context, of item) (*Damage, error) {
	v, err := a.archived.archivedAt(of.bucket, of.key) // read before the log, where the value may change
	if err != nil {
		return nil, err
	}
	text, revision, err := a.log.Get(ctx, of.bucket, of.key)
	if v.age == 0 && a.logBehind {
		damaged, wrong := a.archived.rawValue(archivedKey(of.bucket, of.key))
		if damaged != nil || errors.Is(wrong, ErrDamaged) {
			return &Damage{Bucket: of.bucket, Key: of.key, Reason: "the archive's copy is damaged, so " + dataFolder + " may lack a revision", unrestorable: true}, nil
		}
		if wrong != nil {
			return nil, wrong
		}
	}
	switch {
	case errors.Is(err, ErrNotFound) && v.age == 0:
		return nil, nil
	case errors.Is(err, ErrNotFound) && a.logBehind:
		return &Damage{Bucket: of.bucket, Key: of.key, Reason: fmt.Sprintf("%s has lost revision %d", dataFolder, v.age)}, nil
	case errors.Is(err, ErrNotFound) && a.readOnly:
		return nil, nil
	case errors.Is(err, ErrNotFound):
		return nil, a.forgetValue(of, v.age)
	case errors.Is(err, ErrDamaged):
		a.unreadable = true
		stored, wrong := a.log.revisionOf(of)
		return &Damage{Bucket: of.bucket, Key: of.key, Reason: damageReason(err), unrestorable: v.age == 0 || stored > v.age}, wrong
	case err != nil:
		return nil, err
	case revision > v.age:
		return nil, a.copyValue(of.bucket, of.key, text, revision)
	case revision < v.age:
		return &Damage{Bucket: of.bucket, Key: of.key, Reason: fmt.Sprintf("%s has revision %d and has lost revision %d", dataFolder, revision, v.age)}, nil
	case !bytes.Equal(text, v.text):
		return &Damage{Bucket: of.bucket, Key: of.key, Reason: dataFolder + " and the archive have different values of the same revision", unrestorable: true}, nil
	}
	return nil, nil
}

// forgetValue removes a deleted value of the given age from the archive, unless the archive has a later value
// now.
func (a *FolderArchive) forgetValue(of item, age uint64) error {
	a.writing.Lock()
	defer a.writing.Unlock()
	v, err := a.archived.archivedAt(of.bucket, of.key)
	if err != nil || v.age > age {
		return err
	}
	return a.archived.archiveValue(of.bucket, of.key, archivedValue{})
}

// revisionOf returns the highest revision that is stored with a damaged value or its checksum, or
// 0.
func (e *Embedded) revisionOf(of item) (revision uint64, err error) {
	for _, key := range [][]byte{valueKey(of.bucket, of.key), sumKey(of.bucket, of.key)} {
		text, err := e.rawValue(key)
		if err != nil && !errors.Is(err, ErrDamaged) {
			return 0, err
		}
		if len(text) >= 8 {
			revision = max(revision, binary.BigEndian.Uint64(text))
		}
	}
	return revision, nil
}

// Restore writes the games and values that Lost found back to the log. It calls done with the
// result for each item, one call at a time, from several goroutines. If the error is a *[Damage],
// the archive cannot restore the item.
func (a *FolderArchive) Restore(ctx context.Context, lost []*Damage, done func(d *Damage, err error)) {
	if err := a.restore(ctx, lost, done); err != nil {
		a.setTrouble(err)
	}
}

// restore does the work of Restore. If it has restored everything, it notes in the archive that the
// log is complete again.
func (a *FolderArchive) restore(ctx context.Context, lost []*Damage, done func(d *Damage, err error)) error {
	if a.log.lostWrites != nil && !a.hasMarked { // new writes would hide how many writes are missing
		return a.log.lostWrites
	}
	if a.logBehind { // a revision must not be used twice
		if err := errors.Join(a.noteUses(nil), a.skipRevisions()); err != nil {
			return err
		}
	}
	var unhealed error
	switch {
	case a.unreadable && a.removalStuck:
		unhealed = errStuck
	case a.unreadable:
		unhealed = a.heal(ctx, lost)
	}
	var failed error
	restoreEach(ctx, lost, restorers, func(d *Damage) error {
		switch {
		case d.Game != "":
			return a.restoreGame(ctx, d.Game)
		case d.Key == "": // a list is damaged
			return unhealed
		}
		return a.restoreValue(item{d.Bucket, d.Key})
	}, func(d *Damage, err error) {
		if err != nil && !errors.Is(err, ErrDamaged) {
			failed = errors.Join(failed, err)
		}
		if err != nil {
			err = errors.Join(err, unhealed)
		}
		done(d, err)
	})
	if failed != nil || unhealed != nil || !a.logBehind {
		return failed
	}
	a.logBehind = false
	if a.hasMarked && a.log.lostWrites != nil {
		for counter := range a.log.marks.counters {
			if err := a.log.marks.write(counter); err != nil {
				return fmt.Errorf("store: %w", err)
			}
		}
		a.log.lostWrites = nil
	}
	return a.resetUses()
}

// resetUses notes in the archive that the log lacks nothing that the archive has.
func (a *FolderArchive) resetUses() error {
	known, err := a.archived.knownUses()
	if err != nil {
		return err
	}
	return a.noteUses(slices.Collect(maps.Keys(known)))
}

// skipRevisions makes all further revisions of the log greater than all revisions in the archive.
func (a *FolderArchive) skipRevisions() error {
	var newest uint64
	err := a.archived.eachValue(func(_, _ string, v archivedValue) error {
		newest = max(newest, v.age)
		return nil
	})
	if err != nil {
		return err
	}
	_, starts, err := a.log.get([]byte{startCount})
	if err != nil || starts >= newest>>revisionBits {
		return err
	}
	return a.log.db.Set([]byte{startCount}, binary.BigEndian.AppendUint64(nil, newest>>revisionBits), a.log.write)
}

// restoreGame writes the missing records of a game to the log.
func (a *FolderArchive) restoreGame(ctx context.Context, game string) error {
	kept, err := a.archived.Read(ctx, game)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	there, err := a.log.intactRecords(game)
	if err != nil {
		return err
	}
	all, err := mergeRecords(dataFolder, game, kept, there)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return &Damage{Game: game, Reason: "the archive does not have it either"}
	}
	_, _, ended := a.archived.Get(ctx, finishedBucket, game)
	return a.log.writeGame(ctx, game, there, all, ended != nil)
}

// intactRecords returns the intact records that the log has of a game. The error is a *[Damage] if
// the engine cannot read a part of the file with these records, because the engine could not read
// new records there either.
func (e *Embedded) intactRecords(game string) (there []recordMessage, err error) {
	if err := e.beginCall(checkGame(game, nil)); err != nil {
		return nil, err
	}
	defer e.mu.RUnlock()
	err = e.scan(recordKey(game, 0), key(recordOf, game, 1), func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			line, err := i.ValueAndErr()
			if err != nil {
				return err
			}
			if isIntact(line) {
				there = append(there, recordMessage{number: binary.BigEndian.Uint64(i.Key()[len(i.Key())-8:]), record: slices.Clone(line)})
			}
		}
		return nil
	})
	if errors.Is(err, ErrDamaged) {
		return nil, &Damage{Game: game, Reason: "a file of the data folder is damaged, so nothing can be written in its place: " + newFolderAdvice}
	}
	return there, err
}

// newFolderAdvice says how to restore a folder with a damaged file.
const newFolderAdvice = "stop the server, move the folder aside, and start the server with the same archive: it restores the archive into a new folder"

// isIntact reports whether the checksum of a sealed record is right. It accepts a record of a format
// without seals.
func isIntact(line []byte) bool {
	if !isSealed(line) {
		return true
	}
	at := len(line) - sealLen
	return bytes.Equal(line[at+summed:], appendSum(nil, line[:at+summed]))
}

// writeGame replaces the records that the log has of a game by other records. If live is set, the log
// then lists the game as unfinished.
func (e *Embedded) writeGame(ctx context.Context, game string, replaced []recordMessage, records [][]byte, live bool) error {
	if err := e.beginCall(checkGame(game, nil)); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	if err := e.ready(); err != nil {
		return fmt.Errorf("store: game %s: %w", game, err)
	}
	s := e.shardOf(game)
	if err := s.fence(ctx, game); err != nil {
		return err
	}
	defer func() {
		s.Lock()
		defer s.Unlock()
		s.unreserve(game)
		delete(s.lengths, game)
	}()
	has := make(map[uint64]bool, len(replaced))
	batch := e.db.NewBatch()
	defer func() { _ = batch.Close() }()
	for _, m := range replaced {
		if m.number < uint64(len(records)) {
			has[m.number] = bytes.Equal(m.record, records[m.number])
		} else if err := batch.Delete(recordKey(game, m.number), nil); err != nil {
			return err
		}
	}
	for n, record := range records {
		if has[uint64(n)] {
			continue
		}
		if err := batch.Set(recordKey(game, uint64(n)), record, nil); err != nil {
			return err
		}
	}
	err := batch.Set(key(anyGame, game), nil, nil)
	if live {
		err = errors.Join(err, batch.Set(key(liveGame, game), nil, nil))
	}
	if err == nil {
		err = e.commitRestored(batch, int(hash(game)%shards))
	}
	if err != nil {
		return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	return e.heads.noteRestored(item{"", game}, head{uint64(len(records)), After(records[len(records)-1]).last})
}

// commitRestored commits a batch while it holds the lock of a counter.
func (e *Embedded) commitRestored(batch *pebble.Batch, counter int) error {
	lock := &e.values.locks[counter]
	lock.Lock()
	defer lock.Unlock()
	return e.marks.commit(batch, counter)
}

// restoreValue writes a value of the archive to the log, with its revision.
func (a *FolderArchive) restoreValue(of item) error {
	v, err := a.archived.archivedAt(of.bucket, of.key)
	if err != nil {
		return err
	}
	if v.age == 0 {
		return &Damage{Bucket: of.bucket, Key: of.key, Reason: "the archive does not have it either"}
	}
	e := a.log
	if err := e.beginCall(nil); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	if err := e.ready(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	counter := int(hash(of.bucket+"/"+of.key) % shards)
	lock := &e.values.locks[counter]
	lock.Lock()
	defer lock.Unlock()
	if _, is, err := e.get(valueKey(of.bucket, of.key)); err == nil && is > v.age { // the value has changed since
		return nil
	}
	text, sum := storedValue(of.bucket, of.key, v.text, v.age)
	batch := e.db.NewBatch()
	defer func() { _ = batch.Close() }()
	err = errors.Join(batch.Set(valueKey(of.bucket, of.key), text, nil), batch.Set(sumKey(of.bucket, of.key), sum, nil))
	if err == nil {
		err = e.marks.commit(batch, counter)
	}
	if err != nil {
		return fmt.Errorf("store: key %s in %s: %w: %w", of.key, of.bucket, ErrUnavailable, err)
	}
	now, _ := decodeValueHead(sum)
	return e.heads.noteRestored(of, now)
}

// noteRestored notes the head of a restored item. If the item has not reached its newest
// acknowledged state, it stays fenced, and noteRestored returns a *[Damage].
func (h *heads) noteRestored(of item, now head) error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	want, lacks := h.lacking[of]
	h.mu.Unlock()
	if lacks {
		if has, _, err := h.has(of, want); err != nil || !has {
			return errors.Join(err, h.damage(of))
		}
		h.mu.Lock()
		delete(h.lacking, of)
		h.mu.Unlock()
	}
	h.note(itemHead{of, now})
	return nil
}
