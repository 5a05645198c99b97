package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// An Archive is the store of a cluster for one of its servers. The server also keeps, in a local
// folder, every record and value that the cluster has acknowledged to it. If NATS servers lose
// some of them, [Archive.Lost] finds them and [Archive.Restore] writes them back.
//
// The folder is written after the acknowledgement and is not synced, so it costs a request no
// waiting time. It may lag behind the cluster but holds nothing that the cluster has not
// acknowledged. An error of the folder never fails a request: see [Archive.Trouble].
type Archive struct {
	*JetStream
	kept  *Embedded
	limit int64 // bytes on the disk

	queue chan archiveEntry
	fill  chan struct{} // holds a token if behind may not be empty

	mu      sync.Mutex
	behind  map[string]bool // games of which the archive lacks records
	losses  []archiveEntry  // values in place of which this server stored others, unless they were deleted
	trouble error           // of the latest write, or nil
	pruned  time.Time

	stop  context.CancelFunc
	group sync.WaitGroup
}

// An archiveEntry is something that the cluster has acknowledged: a record, the end of a game, or
// a value. An entry with done asks for the entries before it to be written.
type archiveEntry struct {
	done        chan struct{}
	game        string
	n           uint64 // number of the record
	record      []byte // nil at the end of the game
	bucket, key string // of a value, or ""
	value       archivedValue
	after       uint64 // revision that the value replaced
	begun       int64  // time in ms since 1970 at which the cluster was asked to store the value
}

// An archivedValue is a value as the cluster has it.
type archivedValue struct {
	age  uint64 // 0 for a key that was deleted
	seq  uint64 // sequence, which is also the revision
	at   int64  // time of the acknowledgement in ms since 1970
	text []byte
}

const (
	// archiveQueue is the maximum number of entries that wait for the disk. The archive reads
	// further records from the cluster later.
	archiveQueue = 1 << 14
	// archiveAge is the time that the archive keeps finished games, and values that do not change.
	archiveAge = 90 * 24 * time.Hour
	// pruneEvery is the minimum time between two removals of old games and values.
	pruneEvery = time.Hour
	// finishedBucket holds the time in ms at which each game in the archive was finished.
	finishedBucket = "finished"
)

// OpenArchive opens the archive of a server in folder dir, or creates it. Above limit bytes it drops
// the games that ended first. The caller must close the result instead of j.
func OpenArchive(j *JetStream, dir string, limit int64) (*Archive, error) {
	kept, err := OpenEmbedded(dir, SyncNever)
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	a := &Archive{JetStream: j, kept: kept, limit: limit, queue: make(chan archiveEntry, archiveQueue), fill: make(chan struct{}, 1), behind: make(map[string]bool), stop: stop}
	a.group.Go(func() { a.write(ctx) })
	a.group.Go(func() { a.fillOften(ctx) })
	return a, nil
}

// Close writes what waits for the disk, and closes the archive and the store of the cluster.
func (a *Archive) Close() error {
	a.stop()
	a.group.Wait()
	return errors.Join(a.JetStream.Close(), a.kept.Close())
}

// Append restores the records that precede the new one, if the cluster has lost them.
func (a *Archive) Append(ctx context.Context, game string, expect uint64, record []byte) error {
	err := a.JetStream.Append(ctx, game, expect, record)
	if errors.Is(err, ErrFenced) && a.isShort(ctx, game, expect) {
		if _, failed := a.reconcile(ctx, game, false); failed == nil {
			err = a.JetStream.Append(ctx, game, expect, record)
		}
	}
	if err == nil {
		a.keep(archiveEntry{game: game, n: expect, record: slices.Clone(record)})
	}
	return err
}

// isShort reports whether the cluster has fewer records of a game than n although this server has
// kept n.
func (a *Archive) isShort(ctx context.Context, game string, n uint64) bool {
	there, err := a.count(ctx, game)
	if err != nil || there >= n {
		return false
	}
	if a.flush(ctx) != nil {
		return false
	}
	kept, err := a.kept.records(game)
	return err == nil && kept >= n
}

// flush waits until all entries in the queue are written.
func (a *Archive) flush(ctx context.Context) error {
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

// Read restores records that the cluster has lost. It returns a *[Damage] if the cluster and the
// archive contradict each other.
func (a *Archive) Read(ctx context.Context, game string) ([][]byte, error) {
	records, err := a.JetStream.Read(ctx, game)
	if err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrDamaged) {
		return nil, err
	}
	if same, wrong := a.kept.begins(game, records); wrong != nil || same {
		return records, err
	}
	if n, wrong := a.reconcile(ctx, game, false); wrong != nil {
		return nil, fmt.Errorf("store: %w", wrong)
	} else if n == 0 {
		return records, err
	}
	return a.JetStream.Read(ctx, game)
}

// readGames compares each game with the archive, as Read does.
func (a *Archive) readGames(ctx context.Context, games []string, do func(game string, records [][]byte, err error) error) error {
	return a.JetStream.readGames(ctx, games, func(game string, records [][]byte, err error) error {
		if same, wrong := a.kept.begins(game, records); err != nil || wrong == nil && !same {
			records, err = a.Read(ctx, game)
		}
		return do(game, records, err)
	})
}

func (a *Archive) Finish(ctx context.Context, game string) error {
	err := a.JetStream.Finish(ctx, game)
	if err == nil {
		a.keep(archiveEntry{game: game})
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

// forgetGame removes a game from the archive.
func (a *Archive) forgetGame(ctx context.Context, game string) error {
	_, revision, err := a.kept.Get(ctx, finishedBucket, game)
	if err == nil {
		err = a.kept.Delete(ctx, finishedBucket, game, revision)
	}
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrDamaged) {
		err = nil
	}
	return errors.Join(err, a.kept.DeleteGame(ctx, game))
}

func (a *Archive) Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error) {
	begun := time.Now().UnixMilli()
	now, err := a.put(ctx, bucket, key, value, revision)
	if err == nil {
		a.keep(archiveEntry{bucket: bucket, key: key, after: revision, begun: begun, value: archivedValue{now.age, now.seq, time.Now().UnixMilli(), slices.Clone(value)}})
	}
	return now.seq, err
}

// Delete first stores a tombstone. Without it, other servers could not distinguish the deletion from
// a loss, and would restore the value.
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
		a.keep(archiveEntry{bucket: bucket, key: key})
	}
	return err
}

// A tombstone remains of a deleted value for some time.
type tombstone struct {
	Age uint64 `json:"revision"` // of the value; earlier versions store its revision
	At  int64  `json:"at"`       // in ms since 1970
}

// tombstones is the bucket of tombstones.
const tombstones = "tombstones"

// tombstoneKey returns a hash, because a key may be personal.
func tombstoneKey(bucket, key string) string {
	sum := sha256.Sum256([]byte(bucket + "/" + key))
	return hex.EncodeToString(sum[:16])
}

// keep hands an entry to the goroutine that writes the archive. If the disk is too slow, the
// archive reads the game from the cluster later. A value is then missing in it until it changes.
func (a *Archive) keep(e archiveEntry) {
	select {
	case a.queue <- e:
	default:
		a.note(fmt.Errorf("archive: the disk is slower than the cluster: %w", ErrUnavailable))
		a.mu.Lock()
		defer a.mu.Unlock()
		if e.game != "" {
			a.behind[e.game] = true
		}
	}
}

// Trouble returns the error of the latest write to the archive, or nil.
func (a *Archive) Trouble() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.trouble
}

func (a *Archive) note(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.trouble = err
}

// write writes entries until ctx is done and none is left.
func (a *Archive) write(ctx context.Context) {
	for {
		select {
		case e := <-a.queue:
			a.note(a.writeOne(e))
			continue
		case <-ctx.Done():
		}
		select {
		case e := <-a.queue:
			a.note(a.writeOne(e))
		default:
			return
		}
	}
}

func (a *Archive) writeOne(e archiveEntry) error {
	ctx := context.Background()
	switch {
	case e.done != nil:
		close(e.done)
		return a.Trouble()
	case e.bucket != "" && e.value.age > 0:
		before, err := a.kept.archivedAt(e.bucket, e.key)
		if err != nil {
			return err
		}
		if before.age >= e.value.age && before.seq != e.after {
			// Goroutines that change a value in turn may arrive here in another order. But the
			// cluster had acknowledged a value before it was asked to store an older one only if it
			// lost the former in between.
			if e.begun <= before.at {
				return nil
			}
			a.mu.Lock()
			a.losses = append(a.losses, archiveEntry{bucket: e.bucket, key: e.key, value: before})
			a.mu.Unlock()
		}
		return a.kept.archiveValue(e.bucket, e.key, e.value)
	case e.bucket != "":
		return a.kept.archiveValue(e.bucket, e.key, e.value)
	case e.record == nil:
		return errors.Join(a.kept.Finish(ctx, e.game), a.noteEnd(ctx, e.game))
	}
	err := a.kept.Append(ctx, e.game, e.n, e.record)
	if err == nil {
		return nil
	}
	a.mu.Lock()
	a.behind[e.game] = true
	a.mu.Unlock()
	select {
	case a.fill <- struct{}{}:
	default:
	}
	if errors.Is(err, ErrFenced) { // the server has taken over the game
		return nil
	}
	return fmt.Errorf("archive: %w", err)
}

func (a *Archive) noteEnd(ctx context.Context, game string) error {
	_, err := a.kept.Put(ctx, finishedBucket, game, binary.BigEndian.AppendUint64(nil, uint64(time.Now().UnixMilli())), 0)
	if errors.Is(err, ErrConflict) {
		err = nil
	}
	return err
}

// fillOften reads the games from the cluster of which the archive lacks records.
func (a *Archive) fillOften(ctx context.Context) {
	for {
		select {
		case <-a.fill:
		case <-ctx.Done():
			return
		}
		for _, game := range a.takeBehind() {
			if _, err := a.reconcile(ctx, game, false); err != nil { // Lost reports it
				a.mu.Lock()
				a.behind[game] = true
				a.mu.Unlock()
			}
		}
	}
}

func (a *Archive) takeBehind() (games []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for game := range a.behind {
		games = append(games, game)
	}
	clear(a.behind)
	slices.Sort(games)
	return games
}

// prune removes the games that ended too long ago or do not fit, and values that have not changed
// for as long.
func (a *Archive) prune(ctx context.Context) error {
	now := time.Now()
	a.mu.Lock()
	due := now.Sub(a.pruned) >= pruneEvery
	if due {
		a.pruned = now
	}
	a.mu.Unlock()
	if !due {
		return nil
	}
	type ended struct {
		game string
		at   uint64
	}
	var all []ended
	games, err := a.kept.Keys(ctx, finishedBucket, "")
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	for _, game := range games {
		if text, _, err := a.kept.Get(ctx, finishedBucket, game); err == nil && len(text) == 8 {
			all = append(all, ended{game, binary.BigEndian.Uint64(text)})
		}
	}
	slices.SortFunc(all, func(x, y ended) int { return int(int64(x.at) - int64(y.at)) })
	oldest := uint64(now.Add(-archiveAge).UnixMilli())
	excess := 0
	if size := a.kept.size(); size > a.limit { // the oldest tenth more than the share that does not fit
		excess = int(math.Ceil(float64(len(all)) * (float64(size-a.limit)/float64(size) + 0.1)))
	}
	for i, e := range all {
		if i >= excess && e.at >= oldest {
			break
		}
		if err := a.forgetGame(ctx, e.game); err != nil {
			return err
		}
	}
	err = a.kept.eachValue(func(bucket, name string, v archivedValue) error {
		if v.at >= int64(oldest) {
			return nil
		}
		return a.kept.archiveValue(bucket, name, archivedValue{})
	})
	if err != nil {
		return err
	}
	// No archive has values any more that are older than these tombstones.
	names, err := a.Keys(ctx, tombstones, "")
	for _, name := range names {
		var t tombstone
		if revision, failed := ReadValue(ctx, a, tombstones, name, &t); failed == nil && t.At < int64(oldest) {
			err = errors.Join(err, a.JetStream.Delete(ctx, tombstones, name, revision))
		}
	}
	return err
}

// records returns the number of records of a game.
func (e *Embedded) records(game string) (uint64, error) {
	if err := e.use(check(game, nil)); err != nil {
		return 0, err
	}
	defer e.mu.RUnlock()
	return e.count(game)
}

// begins reports whether records begin with the kept records of a game, judging by the last of
// them.
func (e *Embedded) begins(game string, records [][]byte) (bool, error) {
	if err := e.use(check(game, nil)); err != nil {
		return false, err
	}
	defer e.mu.RUnlock()
	n, err := e.count(game)
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

// size returns the number of bytes on the disk.
func (e *Embedded) size() int64 {
	if e.use(nil) != nil {
		return 0
	}
	defer e.mu.RUnlock()
	return int64(e.db.Metrics().DiskSpaceUsage())
}

// An archived value is stored under its own kind of key: the age, the sequence, the time and a checksum of
// eight bytes each, and the text.
const archivedHead = 32

// archiveValue stores a value of the cluster, or removes one whose age is 0.
func (e *Embedded) archiveValue(bucket, name string, v archivedValue) error {
	if err := e.use(checkKey(bucket, name)); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	at := append(key(archived, bucket, 0), name...)
	if v.age == 0 {
		return e.db.Delete(at, pebble.NoSync)
	}
	if err := e.ready(); err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	text := binary.BigEndian.AppendUint64(make([]byte, 0, archivedHead+len(v.text)), v.age)
	text = binary.BigEndian.AppendUint64(text, v.seq)
	text = binary.BigEndian.AppendUint64(text, uint64(v.at))
	text = binary.BigEndian.AppendUint64(text, uint64(sumOf(bucket, name, v.text)))
	return e.db.Set(at, append(text, v.text...), pebble.NoSync)
}

// archivedAt returns a value of the archive. Its age is 0 if the archive has no such value,
// or only a damaged one.
func (e *Embedded) archivedAt(bucket, name string) (v archivedValue, err error) {
	if err := e.use(checkKey(bucket, name)); err != nil {
		return v, err
	}
	defer e.mu.RUnlock()
	text, closer, err := e.db.Get(append(key(archived, bucket, 0), name...))
	if errors.Is(err, pebble.ErrNotFound) || pebble.IsCorruptionError(err) {
		return v, nil
	}
	if err != nil {
		return v, fmt.Errorf("archive: %w: %w", ErrUnavailable, err)
	}
	return readArchived(bucket, name, text), closer.Close()
}

func readArchived(bucket, name string, text []byte) archivedValue {
	if len(text) < archivedHead || binary.BigEndian.Uint64(text[24:]) != uint64(sumOf(bucket, name, text[archivedHead:])) {
		return archivedValue{}
	}
	return archivedValue{binary.BigEndian.Uint64(text), binary.BigEndian.Uint64(text[8:]), int64(binary.BigEndian.Uint64(text[16:])), slices.Clone(text[archivedHead:])}
}

// eachValue calls do for every undamaged value of the archive, in order.
func (e *Embedded) eachValue(do func(bucket, name string, v archivedValue) error) error {
	names, err := e.list(nil, []byte{archived}, []byte{archived + 1}, 1)
	if err != nil && !errors.Is(err, ErrDamaged) {
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
