package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// An archiveCopy is the folder of an archive, with a queue of entries to write to it. Both kinds of
// archive use this type: [Archive] and [FolderArchive].
type archiveCopy struct {
	archived *Embedded
	limit    int64 // size in bytes above which the archive drops finished games
	queue    chan archiveEntry
	closing  context.Context // ends the goroutines
	cancel   context.CancelFunc
	writers  sync.WaitGroup

	mu         sync.Mutex
	incomplete map[string]int // games of which the archive lacks records, with the number of times that this was noted
	trouble    error          // of the latest write or of a full queue, or nil
	pruned     time.Time
}

// An archiveEntry is a change that the store has acknowledged: a record, the end of a game, a value, or
// a deletion. An entry with done has no change: done is closed when the entries before it are written.
type archiveEntry struct {
	done        chan struct{}
	game        string
	number      uint64 // number of the record
	record      []byte // nil for the end of the game or its deletion
	bucket, key string // of a value, or ""
	value       archivedValue
	replaces    uint64 // revision that the value replaced
	requestedAt int64  // time of the request to store the value, in ms since 1970

	// Only the archive of a data folder uses these fields.
	deleted bool   // the game or value was deleted
	counter int    // counter of the commit
	commit  uint64 // number of the commit in the last entry of a commit, 0 in its other entries
}

// An archivedValue is a value as the store has acknowledged it. For the archive of a data folder,
// age and sequence are both the revision of the value.
type archivedValue struct {
	age            uint64 // 0 for a key that was deleted
	seq            uint64 // sequence, which is also the revision
	acknowledgedAt int64  // time of the acknowledgement in ms since 1970
	text           []byte
}

const (
	// archiveQueueLen is the maximum number of entries that wait for the disk. Later the archive reads
	// the entries that did not fit from the store.
	archiveQueueLen = 1 << 14
	// archiveAge is the time that the archive keeps finished games, and values that do not change.
	archiveAge = 90 * 24 * time.Hour
	// pruneEvery is the minimum time between two removals of old games and values.
	pruneEvery = time.Hour
	// finishedBucket holds, for each finished game, the time in ms since 1970 at which the archive
	// noted its end, or [dropped].
	finishedBucket = "finished"
)

func openArchiveCopy(place Folder, limit int64) (*archiveCopy, error) {
	kept, err := place.Open(SyncNever)
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	c := &archiveCopy{archived: kept, limit: limit, queue: make(chan archiveEntry, archiveQueueLen), incomplete: make(map[string]int)}
	c.closing, c.cancel = context.WithCancel(context.Background())
	return c, nil
}

// start starts the goroutine that writes entries.
func (a *archiveCopy) start(write func(some []archiveEntry) error) {
	a.writers.Go(func() { a.drain(write) })
}

// stop writes the queued entries, and ends the goroutines. After that, the caller closes a.archived.
func (a *archiveCopy) stop() {
	a.cancel()
	a.writers.Wait()
}

// maxEntries is the maximum number of entries that are written together.
const maxEntries = 256

// archiveSyncPause is the time after which a written entry is synced. The engine keeps up to 32 KiB
// of unsynced entries in memory, where a kill loses them. A quiet server takes hours to fill this
// memory.
const archiveSyncPause = time.Second

// drain writes entries until the archive closes and the queue is empty.
func (a *archiveCopy) drain(write func(some []archiveEntry) error) {
	var some []archiveEntry
	var due <-chan time.Time // nil if everything is synced
	for {
		var e archiveEntry
		select {
		case e = <-a.queue:
		case <-due:
			due = nil
			if err := a.sync(); err != nil {
				a.setTrouble(err)
				due = time.After(archiveSyncPause)
			}
			continue
		case <-a.closing.Done():
			select {
			case e = <-a.queue:
			default:
				return
			}
		}
		some = some[:0]
		for e.done == nil {
			if some = append(some, e); len(some) == maxEntries {
				break
			}
			select {
			case e = <-a.queue:
				continue
			default:
			}
			break
		}
		if len(some) > 0 {
			if a.setTrouble(write(some)); due == nil {
				due = time.After(archiveSyncPause)
			}
		}
		if e.done != nil {
			close(e.done)
		}
	}
}

// sync puts all written entries on the disk.
func (a *archiveCopy) sync() error {
	err := a.archived.ready()
	if err == nil {
		err = a.archived.db.LogData(nil, pebble.Sync)
	}
	if err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return nil
}

// flush waits until the archive has written all entries in the queue.
func (a *archiveCopy) flush(ctx context.Context) error {
	done := make(chan struct{})
	select {
	case a.queue <- archiveEntry{done: done}:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enqueue hands an entry to the goroutine that writes the archive. It returns false if the queue is
// full because the disk is too slow. Later the archive reads the missing entry from the store.
func (a *archiveCopy) enqueue(e archiveEntry) bool {
	select {
	case a.queue <- e:
		return true
	default:
	}
	a.setTrouble(fmt.Errorf("archive: the disk is slower than the store: %w", ErrUnavailable))
	return false
}

// Trouble returns the error of the latest write to the archive, or nil. An entry that did not fit
// into the queue counts as a failed write.
func (a *archiveCopy) Trouble() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.trouble
}

func (a *archiveCopy) setTrouble(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.trouble = err
}

// forgetGame removes a game from the archive.
func (a *archiveCopy) forgetGame(ctx context.Context, game string) error {
	_, revision, err := a.archived.Get(ctx, finishedBucket, game)
	if err == nil {
		err = a.archived.Delete(ctx, finishedBucket, game, revision)
	}
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrDamaged) {
		err = nil
	}
	return errors.Join(err, a.archived.DeleteGame(ctx, game))
}

func (a *archiveCopy) noteEnd(ctx context.Context, game string) error {
	_, err := a.archived.Put(ctx, finishedBucket, game, binary.BigEndian.AppendUint64(nil, uint64(time.Now().UnixMilli())), 0)
	if errors.Is(err, ErrConflict) {
		err = nil
	}
	return err
}

// noteIncomplete notes that the archive lacks records of a game.
func (a *archiveCopy) noteIncomplete(game string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.incomplete[game]++
}

// incompleteGames returns the games of which the archive lacks records, with the number of times that
// this was noted. A game remains in the list until its records are there, so that [Archive.Lost] does not
// miss a game that the goroutine of fillIncomplete is still copying.
func (a *archiveCopy) incompleteGames() map[string]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return maps.Clone(a.incomplete)
}

// noteComplete notes that the archive has the records of a game that it lacked when its lack had been
// noted n times.
func (a *archiveCopy) noteComplete(game string, n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.incomplete[game] == n {
		delete(a.incomplete, game)
	}
}

// pruneGames calls drop for the games that ended more than archiveAge ago. If the folder exceeds
// a.limit, pruneGames also calls drop for the finished games that ended first. The result due is
// false if the previous pruning began less than pruneEvery ago.
func (a *archiveCopy) pruneGames(ctx context.Context, now time.Time, drop func(ctx context.Context, game string) error) (due bool, err error) {
	a.mu.Lock()
	due = now.Sub(a.pruned) >= pruneEvery
	if due {
		a.pruned = now
	}
	a.mu.Unlock()
	if !due {
		return false, nil
	}
	type ended struct {
		game string
		at   uint64
	}
	var all []ended
	games, err := a.archived.Keys(ctx, finishedBucket, "")
	if err != nil && !errors.Is(err, ErrDamaged) {
		return true, err
	}
	for _, game := range games {
		if text, _, err := a.archived.Get(ctx, finishedBucket, game); err == nil && len(text) == 8 {
			all = append(all, ended{game, binary.BigEndian.Uint64(text)})
		}
	}
	slices.SortFunc(all, func(x, y ended) int { return int(int64(x.at) - int64(y.at)) })
	oldest := uint64(now.Add(-archiveAge).UnixMilli())
	excess := 0
	if size := a.archived.size(); size > a.limit { // the share of the games that does not fit, and a tenth of the games
		excess = int(math.Ceil(float64(len(all)) * (float64(size-a.limit)/float64(size) + 0.1)))
	}
	for i, e := range all {
		if i >= excess && e.at >= oldest {
			break
		}
		if err := drop(ctx, e.game); err != nil {
			return true, err
		}
	}
	return true, nil
}

// recordCount returns the number of records of a game.
func (e *Embedded) recordCount(game string) (uint64, error) {
	if err := e.beginCall(checkGame(game, nil)); err != nil {
		return 0, err
	}
	defer e.mu.RUnlock()
	return e.countRecords(game)
}

// isStartOf reports whether the given list begins with the records that e has of a game. The result
// is true if e has none. isStartOf compares only the last record in e.
func (e *Embedded) isStartOf(game string, records [][]byte) (bool, error) {
	if err := e.beginCall(checkGame(game, nil)); err != nil {
		return false, err
	}
	defer e.mu.RUnlock()
	n, err := e.countRecords(game)
	if err != nil || n == 0 {
		return true, err
	}
	if n > uint64(len(records)) {
		return false, nil
	}
	last, closer, err := e.db.Get(recordKey(game, n-1))
	if err != nil {
		return false, fmt.Errorf("archive: %w", err)
	}
	return bytes.Equal(last, records[n-1]), closer.Close()
}

// size returns the number of bytes that the engine uses on the disk.
func (e *Embedded) size() int64 {
	if e.beginCall(nil) != nil {
		return 0
	}
	defer e.mu.RUnlock()
	return int64(e.db.Metrics().DiskSpaceUsage())
}

// archivedPrefixLen is the length of the part before the text of a stored archivedValue: the age, the sequence,
// the time and a checksum, of eight bytes each.
const archivedPrefixLen = 32

// archiveValue stores a value in the archive, or removes the stored value if v.age is 0.
func (e *Embedded) archiveValue(bucket, name string, v archivedValue) error {
	if err := e.beginCall(checkKey(bucket, name)); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	if v.age == 0 {
		return e.db.Delete(archivedKey(bucket, name), pebble.NoSync)
	}
	if err := e.ready(); err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	return e.db.Set(archivedKey(bucket, name), encodeArchived(bucket, name, v), pebble.NoSync)
}

// archivedKey returns the database key for a value of the archive.
func archivedKey(bucket, name string) []byte { return append(key(archivedOf, bucket, 0), name...) }

func encodeArchived(bucket, name string, v archivedValue) []byte {
	text := binary.BigEndian.AppendUint64(make([]byte, 0, archivedPrefixLen+len(v.text)), v.age)
	text = binary.BigEndian.AppendUint64(text, v.seq)
	text = binary.BigEndian.AppendUint64(text, uint64(v.acknowledgedAt))
	text = binary.BigEndian.AppendUint64(text, uint64(sumOf(bucket, name, v.text)))
	return append(text, v.text...)
}

// archivedAt returns a value of the archive. Its age is 0 if the archive has no such value,
// or only a damaged one.
func (e *Embedded) archivedAt(bucket, name string) (v archivedValue, err error) {
	if err := e.beginCall(checkKey(bucket, name)); err != nil {
		return v, err
	}
	defer e.mu.RUnlock()
	text, closer, err := e.db.Get(archivedKey(bucket, name))
	if errors.Is(err, pebble.ErrNotFound) || pebble.IsCorruptionError(err) {
		return v, nil
	}
	if err != nil {
		return v, fmt.Errorf("archive: %w: %w", ErrUnavailable, err)
	}
	return decodeArchived(bucket, name, text), closer.Close()
}

func decodeArchived(bucket, name string, text []byte) archivedValue {
	if len(text) < archivedPrefixLen || binary.BigEndian.Uint64(text[24:]) != uint64(sumOf(bucket, name, text[archivedPrefixLen:])) {
		return archivedValue{}
	}
	return archivedValue{binary.BigEndian.Uint64(text), binary.BigEndian.Uint64(text[8:]), int64(binary.BigEndian.Uint64(text[16:])), slices.Clone(text[archivedPrefixLen:])}
}

// eachValue calls do for every undamaged value of the archive, in the order of the keys.
func (e *Embedded) eachValue(do func(bucket, name string, v archivedValue) error) error {
	names, err := e.archivedNames()
	if err != nil {
		return err
	}
	for _, at := range names {
		bucket, name, _ := strings.Cut(at, "\x00")
		v, err := e.archivedAt(bucket, name)
		if err == nil && v.age > 0 {
			err = do(bucket, name, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// archivedBuckets returns the buckets of which the archive has values, sorted by name.
func (e *Embedded) archivedBuckets() (buckets []string, err error) {
	names, err := e.archivedNames()
	for _, at := range names {
		if bucket, _, _ := strings.Cut(at, "\x00"); len(buckets) == 0 || buckets[len(buckets)-1] != bucket {
			buckets = append(buckets, bucket)
		}
	}
	return buckets, err
}

// archivedNames returns the bucket and the key of each value of the archive, separated by a zero byte, in
// lexical order.
func (e *Embedded) archivedNames() ([]string, error) {
	names, err := e.listKeys(nil, []byte{archivedOf}, []byte{archivedOf + 1}, 1)
	if errors.Is(err, ErrDamaged) {
		err = nil
	}
	return names, err
}
