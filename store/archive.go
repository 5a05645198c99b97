package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// An Archive is the store of a cluster together with a local folder of one gamed server. The folder
// gets each record and value that the cluster acknowledges to this server. If NATS servers lose
// records or values, [Archive.Lost] finds them and [Archive.Restore] writes them back.
//
// The server writes to the folder after the acknowledgement and syncs the folder a second later, so
// no request waits for the folder. The folder may lag behind the cluster but holds nothing that the
// cluster has not acknowledged. No request fails because of an error of the folder: see
// [Archive.Trouble].
type Archive struct {
	*JetStream
	*archiveCopy
	fill chan struct{} // not empty if incomplete may have games

	mu          sync.Mutex
	overwritten []archiveEntry // values that the cluster lost before it stored newer ones, unless a tombstone shows a deletion
	skipCount   uint64         // number of skips so far
	skipped     map[item]skip
}

// OpenArchive opens the archive of a server in folder dir, or creates it. If the folder has more
// than limit bytes, the archive drops finished games, the oldest first. The caller must close the
// result instead of j.
func OpenArchive(j *JetStream, dir string, limit int64) (*Archive, error) {
	copied, err := openArchiveCopy(Folder{Dir: dir}, limit)
	if err != nil {
		return nil, err
	}
	if uses, err := copied.archived.knownUses(); len(uses) > 0 || err != nil {
		if err == nil {
			err = fmt.Errorf("folder %s is the archive of a data folder: name another folder", dir)
		}
		return nil, errors.Join(fmt.Errorf("archive: %w", err), copied.archived.Close())
	}
	a := newArchive(j, copied)
	copied.start(a.write)
	copied.writers.Go(func() { a.fillIncomplete(copied.closing) })
	return a, nil
}

func newArchive(j *JetStream, copied *archiveCopy) *Archive {
	return &Archive{JetStream: j, archiveCopy: copied, fill: make(chan struct{}, 1), skipped: make(map[item]skip)}
}

// Close writes the queued entries to the archive, and closes the archive and the store of the cluster.
func (a *Archive) Close() error {
	a.archiveCopy.stop()
	return errors.Join(a.JetStream.Close(), a.archived.Close())
}

// Append also restores earlier records of the game that the cluster has lost and the archive has.
func (a *Archive) Append(ctx context.Context, game string, expect uint64, record []byte) error {
	err := a.JetStream.Append(ctx, game, expect, record)
	if errors.Is(err, ErrFenced) && a.isShort(ctx, game, expect) {
		if _, failed := a.reconcile(ctx, game, false); failed == nil {
			err = a.JetStream.Append(ctx, game, expect, record)
		}
	}
	if err == nil {
		a.enqueue(archiveEntry{game: game, number: expect, record: slices.Clone(record)})
	}
	return err
}

// isShort reports whether the cluster has fewer than n records of a game, and the archive at least n.
func (a *Archive) isShort(ctx context.Context, game string, n uint64) bool {
	there, err := a.countRecords(ctx, game)
	if err != nil || there >= n {
		return false
	}
	if a.flush(ctx) != nil {
		return false
	}
	kept, err := a.archived.recordCount(game)
	return err == nil && kept >= n
}

// Read also restores records that the cluster has lost. The error wraps a *[Damage] if the cluster and the
// archive contradict each other.
func (a *Archive) Read(ctx context.Context, game string) ([][]byte, error) {
	records, err := a.JetStream.Read(ctx, game)
	if err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrDamaged) {
		return nil, err
	}
	if same, wrong := a.archived.isStartOf(game, records); wrong != nil || same {
		return records, err
	}
	if n, wrong := a.reconcile(ctx, game, false); wrong != nil {
		return nil, fmt.Errorf("store: %w", wrong)
	} else if n == 0 {
		return records, err
	}
	return a.JetStream.Read(ctx, game)
}

// readGames reads games and, like Read, restores the records that the cluster has lost.
func (a *Archive) readGames(ctx context.Context, games []string, do func(game string, records [][]byte, err error) error) error {
	return a.JetStream.readGames(ctx, games, func(game string, records [][]byte, err error) error {
		if same, wrong := a.archived.isStartOf(game, records); err != nil || wrong == nil && !same {
			records, err = a.Read(ctx, game)
		}
		return do(game, records, err)
	})
}

func (a *Archive) Finish(ctx context.Context, game string) error {
	err := a.JetStream.Finish(ctx, game)
	if err == nil {
		a.enqueue(archiveEntry{game: game})
	}
	return err
}

func (a *Archive) DeleteGame(ctx context.Context, game string) error {
	err := a.JetStream.DeleteGame(ctx, game)
	if err == nil {
		err = a.forgetGame(ctx, game)
	}
	return err
}

func (a *Archive) Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error) {
	begun := time.Now().UnixMilli()
	now, err := a.put(ctx, bucket, key, value, revision)
	if err == nil {
		a.enqueue(archiveEntry{bucket: bucket, key: key, replaces: revision, requestedAt: begun, value: archivedValue{now.age, now.seq, time.Now().UnixMilli(), slices.Clone(value)}})
	}
	return now.seq, err
}

// Delete first stores a tombstone, unless revision is 0. Without the tombstone, other servers could not
// distinguish the deletion from a loss, and would restore the value.
func (a *Archive) Delete(ctx context.Context, bucket, key string, revision uint64) error {
	if revision > 0 {
		if _, err := ChangeValue(ctx, a, tombstones, tombstoneKey(bucket, key), func(t *tombstone) bool {
			*t = tombstone{max(t.Age, a.ageOf(a.bucketSubject(bucket, key), revision)), time.Now().UnixMilli()}
			return true
		}); err != nil {
			return err
		}
	}
	err := a.JetStream.Delete(ctx, bucket, key, revision)
	if err == nil {
		a.enqueue(archiveEntry{bucket: bucket, key: key})
	}
	return err
}

// A tombstone shows that a value was deleted. The cluster keeps the tombstone for archiveAge. By
// then every archive has removed the value.
type tombstone struct {
	Age       uint64 `json:"revision"` // age of the deleted value; earlier versions store the revision here
	DeletedAt int64  `json:"at"`       // time of the deletion in ms since 1970
}

// tombstones is the bucket with a tombstone for each deleted value, under its tombstoneKey.
const tombstones = "tombstones"

// tombstoneKey returns a hash of the value's bucket and key, because a key may be personal data.
func tombstoneKey(bucket, key string) string {
	sum := sha256.Sum256([]byte(bucket + "/" + key))
	return hex.EncodeToString(sum[:16])
}

// write writes entries, and notes a skip for each failed write.
func (a *Archive) write(some []archiveEntry) (err error) {
	for _, e := range some {
		if failed := a.writeOne(e); failed != nil {
			a.noteSkip(e)
			err = failed
		}
	}
	return err
}

func (a *Archive) writeOne(e archiveEntry) error {
	ctx := context.Background()
	switch {
	case e.bucket != "" && e.value.age > 0:
		before, err := a.archived.archivedAt(e.bucket, e.key)
		if err != nil {
			return err
		}
		if before.age >= e.value.age && before.seq != e.replaces {
			// The archive has another value, which e did not replace and which is at least as new
			// as e. Either concurrent writers have queued their entries in another order, or the
			// cluster has lost that value. It was lost if the request for e began after the value
			// was acknowledged.
			if e.requestedAt <= before.acknowledgedAt {
				return nil
			}
			a.mu.Lock()
			a.overwritten = append(a.overwritten, archiveEntry{bucket: e.bucket, key: e.key, value: before})
			a.mu.Unlock()
		}
		return a.archived.archiveValue(e.bucket, e.key, e.value)
	case e.bucket != "":
		return a.archived.archiveValue(e.bucket, e.key, e.value)
	case e.record == nil:
		return errors.Join(a.archived.Finish(ctx, e.game), a.noteEnd(ctx, e.game))
	}
	err := a.archived.Append(ctx, e.game, e.number, e.record)
	if err == nil {
		return nil
	}
	a.noteIncomplete(e.game)
	select {
	case a.fill <- struct{}{}:
	default:
	}
	if errors.Is(err, ErrFenced) { // this server has taken over the game, so its archive has a gap
		return nil
	}
	return fmt.Errorf("archive: %w", err)
}

// fillIncomplete copies to the archive the records that it lacks, until ctx is done.
func (a *Archive) fillIncomplete(ctx context.Context) {
	for {
		select {
		case <-a.fill:
		case <-ctx.Done():
			return
		}
		for game, n := range a.incompleteGames() {
			if _, err := a.reconcile(ctx, game, false); err == nil { // else Lost tries again
				a.noteComplete(game, n)
			}
		}
	}
}

// prune removes from the archive the games that pruneGames selects and the values that have not changed for
// archiveAge. It also removes from the cluster the tombstones that are older than archiveAge. If
// the previous run began less than pruneEvery ago, prune does nothing.
func (a *Archive) prune(ctx context.Context) error {
	now := time.Now()
	due, err := a.pruneGames(ctx, now, a.forgetGame)
	if !due || err != nil {
		return err
	}
	oldest := now.Add(-archiveAge).UnixMilli()
	err = a.archived.eachValue(func(bucket, name string, v archivedValue) error {
		if v.acknowledgedAt >= oldest {
			return nil
		}
		return a.archived.archiveValue(bucket, name, archivedValue{})
	})
	if err != nil {
		return err
	}
	// Every archive has removed the values of these tombstones, so no archive can restore them.
	names, err := a.Keys(ctx, tombstones, "")
	for _, name := range names {
		var t tombstone
		if revision, failed := ReadValue(ctx, a, tombstones, name, &t); failed == nil && t.DeletedAt < oldest {
			err = errors.Join(err, a.JetStream.Delete(ctx, tombstones, name, revision))
		}
	}
	return err
}
