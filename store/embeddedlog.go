package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// A shard has the lock and the cached numbers of records for a part of the games.
type shard struct {
	sync.Mutex
	lengths map[string]uint64 // cached number of records of a game
	pending int               // changes in progress, which keep lengths from being cleared
	writing map[string]int    // changes in progress by game, which delay a deletion
	// timedAppends holds, by game, a channel for each append in progress whose context can end. The
	// channel is closed when the append completes.
	timedAppends map[string]chan struct{}
}

// Append waits for the disk until ctx is done. If ctx is done first, Append returns ErrAmbiguous,
// and the caller must not change the record afterwards.
func (e *Embedded) Append(ctx context.Context, game string, expect uint64, record []byte) error {
	if err := e.beginCall(checkGame(game, record)); err != nil {
		return err
	}
	if err := e.ready(); err != nil {
		e.mu.RUnlock()
		return fmt.Errorf("store: game %s: %w", game, err)
	}
	s := e.shardOf(game)
	if err := e.reserveNext(s, game, expect); err != nil {
		e.mu.RUnlock()
		return err
	}
	if ctx.Done() == nil { // without a deadline, no goroutine is needed
		return e.keepRecord(s, game, expect, record)
	}
	kept, over := make(chan error, 1), make(chan struct{})
	s.Lock()
	s.timedAppends[game] = over
	s.Unlock()
	go func() {
		defer close(over)
		kept <- e.keepRecord(s, game, expect, record)
	}()
	select {
	case err := <-kept:
		return err
	case <-ctx.Done():
		return fmt.Errorf("store: game %s: %w: %w", game, ErrAmbiguous, ctx.Err())
	}
}

// keepRecord writes a record with the number reserved by reserveNext, and releases the lock taken
// by beginCall.
func (e *Embedded) keepRecord(s *shard, game string, n uint64, record []byte) error {
	defer e.mu.RUnlock()
	err := e.commit(game, n, record)
	s.Lock()
	defer s.Unlock()
	s.unreserve(game)
	delete(s.timedAppends, game)
	if err != nil {
		delete(s.lengths, game) // the next append counts the records again
		return fmt.Errorf("store: game %s: %w: %w", game, ErrAmbiguous, err)
	}
	return nil
}

// commit writes a record, together with the records of other games if the log syncs every record.
func (e *Embedded) commit(game string, n uint64, record []byte) error {
	if e.committer != nil {
		return e.committer.append(game, n, record)
	}
	batch := e.db.NewBatch()
	defer func() { _ = batch.Close() }()
	return errors.Join(setRecord(batch, game, n, record), batch.Commit(e.write))
}

// setRecord adds a record to a batch. The first record of a game also lists the game as unfinished.
func setRecord(batch *pebble.Batch, game string, n uint64, record []byte) error {
	op := batch.SetDeferred(recordKeyLen(game), len(record))
	appendRecordKey(op.Key[:0], game, n)
	copy(op.Value, record)
	err := op.Finish()
	if n == 0 {
		err = errors.Join(err, batch.Set(key(anyGame, game), nil, nil), batch.Set(key(liveGame, game), nil, nil))
	}
	return err
}

// reserveNext reserves a record number for an append. The error is ErrFenced if the number is not the
// game's next number.
func (e *Embedded) reserveNext(s *shard, game string, expect uint64) error {
	s.Lock()
	defer s.Unlock()
	next, known := s.lengths[game]
	if !known {
		if s.pending == 0 && len(s.lengths) >= e.lengthLimit {
			clear(s.lengths)
		}
		var err error
		if next, err = e.countRecords(game); err == nil {
			err = e.heads.damage(item{"", game})
		}
		if err != nil {
			return err
		}
		s.lengths[game] = next
	}
	if next != expect {
		return fenced(game, expect, next)
	}
	s.lengths[game] = next + 1
	s.reserve(game)
	return nil
}

// reserve notes that a change of a game has begun. The caller has locked the shard.
func (s *shard) reserve(game string) {
	s.pending++
	s.writing[game]++
}

// unreserve notes that a change of a game has ended. The caller has locked the shard.
func (s *shard) unreserve(game string) {
	s.pending--
	if s.writing[game]--; s.writing[game] == 0 {
		delete(s.writing, game)
	}
}

// countRecords returns the number of records of a game, computed from the number of the last
// record.
func (e *Embedded) countRecords(game string) (n uint64, err error) {
	err = e.scan(recordKey(game, 0), key(recordOf, game, 1), func(i *pebble.Iterator) error {
		if i.Last() {
			n = binary.BigEndian.Uint64(i.Key()[len(i.Key())-8:]) + 1
		}
		return nil
	})
	return n, err
}

func (e *Embedded) shardOf(game string) *shard { return &e.shards[hash(game)%shards] }

// If an append to the game is in progress, Read waits for it until ctx is done.
func (e *Embedded) Read(ctx context.Context, game string) (records [][]byte, err error) {
	if err := checkGame(game, nil); err != nil {
		return nil, err
	}
	s := e.shardOf(game)
	s.Lock()
	over := s.timedAppends[game]
	s.Unlock()
	if over != nil {
		select {
		case <-over:
		case <-ctx.Done():
			return nil, beingWritten(game, ctx.Err())
		}
	}
	if err := e.beginCall(nil); err != nil {
		return nil, err
	}
	defer e.mu.RUnlock()
	if err := e.heads.damage(item{"", game}); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	err = e.scan(recordKey(game, 0), key(recordOf, game, 1), func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			value, err := i.ValueAndErr()
			if err != nil {
				return err
			}
			if n := binary.BigEndian.Uint64(i.Key()[len(i.Key())-8:]); n != uint64(len(records)) {
				return fmt.Errorf("%w: the record is missing, but record %d is there", ErrDamaged, n+1)
			}
			records = append(records, slices.Clone(value))
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("store: %w", asGameDamage(game, len(records)+1, err))
	case len(records) == 0:
		return nil, e.missingError(game)
	}
	if err := checkLog(game, records); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if e.committer != nil && e.isWriting(game) {
		if err := e.committer.waitCommitted(ctx); err != nil {
			return nil, beingWritten(game, err)
		}
	}
	return records, nil
}

// missingError returns the error for a game without records: a *[Damage] if the store lists the
// game, and otherwise ErrNotFound.
func (e *Embedded) missingError(game string) error {
	_, closer, err := e.db.Get(key(anyGame, game))
	switch {
	case err == nil:
		err = &Damage{Game: game, Reason: "all its records are missing"}
		return errors.Join(fmt.Errorf("store: %w", err), closer.Close())
	case pebble.IsCorruptionError(err):
		return fmt.Errorf("store: %w", asGameDamage(game, 0, damagedError(err)))
	}
	return notFound(game)
}

func beingWritten(game string, err error) error {
	return fmt.Errorf("store: game %s: %w: a record is still being written: %w", game, ErrUnavailable, err)
}

// isWriting reports whether a change of any game in the same shard is in progress.
func (e *Embedded) isWriting(game string) bool {
	s := e.shardOf(game)
	s.Lock()
	defer s.Unlock()
	return s.pending > 0
}

func (e *Embedded) Ready() error {
	if err := e.beginCall(nil); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	return e.ready()
}

func (e *Embedded) Finish(_ context.Context, game string) error {
	if err := e.beginCall(checkGame(game, nil)); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	// This deletion need not be durable, because the log itself contains the end record.
	if err := e.db.Delete(key(liveGame, game), pebble.NoSync); err != nil {
		return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	e.archive.enqueueOrSkip(archiveEntry{game: game})
	return nil
}

// deletePoll is the interval at which a deletion checks for appends in progress.
const deletePoll = time.Millisecond

// DeleteGame waits for the appends to the game that are in progress, until ctx is done. It also
// works while the disk is almost full, because a deletion frees space.
func (e *Embedded) DeleteGame(ctx context.Context, game string) error {
	if err := e.beginCall(checkGame(game, nil)); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	if err := e.disk.refusal(); err != nil {
		return fmt.Errorf("store: game %s: %w", game, err)
	}
	s := e.shardOf(game)
	if err := s.fence(ctx, game); err != nil {
		return err
	}
	e.heads.noteDeletion("", game)
	batch := e.db.NewBatch()
	defer func() { _ = batch.Close() }()
	err := errors.Join(batch.DeleteRange(recordKey(game, 0), key(recordOf, game, 1), nil),
		batch.Delete(key(anyGame, game), nil), batch.Delete(key(liveGame, game), nil), batch.Commit(e.write))
	s.Lock()
	defer s.Unlock()
	s.unreserve(game)
	delete(s.lengths, game) // the next append counts the records again
	if err != nil {
		return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	e.archive.enqueueOrSkip(archiveEntry{game: game, deleted: true})
	return nil
}

// fence waits for the appends to a game that are in progress, until ctx is done, and then reserves
// the game. Further appends return ErrFenced until the caller has called unreserve and deleted the
// cached number of records.
func (s *shard) fence(ctx context.Context, game string) error {
	s.Lock()
	defer s.Unlock()
	for s.writing[game] > 0 {
		s.Unlock()
		select {
		case <-time.After(deletePoll):
		case <-ctx.Done():
		}
		if s.Lock(); ctx.Err() != nil {
			return beingWritten(game, ctx.Err())
		}
	}
	s.lengths[game] = math.MaxUint64
	s.reserve(game)
	return nil
}

func (e *Embedded) Games(context.Context) ([]string, error) {
	games, err := e.listKeys(nil, []byte{anyGame}, []byte{anyGame + 1}, 1)
	if errors.Is(err, ErrDamaged) { // the keys of records name more games
		games = sortedUnion(games, e.gamesWithRecords())
	}
	if lacking := e.heads.lackingKeys(""); len(lacking) > 0 {
		games = sortedUnion(games, lacking)
	}
	return games, errors.Join(err, e.lostWrites)
}

// gamesWithRecords returns the games whose records can be read.
func (e *Embedded) gamesWithRecords() (games []string) {
	keys, _ := e.listKeys(nil, []byte{recordOf}, []byte{recordOf + 1}, 1)
	for _, k := range keys {
		if game, _, ok := strings.Cut(k, "\x00"); ok && (len(games) == 0 || games[len(games)-1] != game) {
			games = append(games, game)
		}
	}
	return games
}

// sortedUnion returns the elements of both lists, sorted and without duplicates.
func sortedUnion(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

func (e *Embedded) Live(context.Context) ([]string, error) {
	return e.listKeys(nil, []byte{liveGame}, []byte{liveGame + 1}, 1)
}

// listKeys returns the database keys from low up to but excluding high. It removes prefixLen bytes
// from the start of each key. invalid is the result of checking the arguments of a call. If blocks of
// the engine are damaged, listKeys returns the readable keys and an error that wraps ErrDamaged.
func (e *Embedded) listKeys(invalid error, low, high []byte, prefixLen int) (names []string, err error) {
	if err := e.beginCall(invalid); err != nil {
		return nil, err
	}
	defer e.mu.RUnlock()
	var worst error
	for len(low) > 0 {
		last := []byte(nil)
		err = e.scan(low, high, func(i *pebble.Iterator) error {
			for i.First(); i.Valid(); i.Next() {
				names = append(names, string(i.Key()[prefixLen:]))
				last = append(last[:0], i.Key()...)
			}
			return nil
		})
		if !errors.Is(err, ErrDamaged) {
			break
		}
		worst = cmp.Or(worst, err)
		if last == nil {
			last = low
		}
		low = e.nextReadable(last, high) // greater than last, so the loop ends
	}
	return names, cmp.Or(worst, err)
}

// nextReadable returns the first readable key after a damaged block that follows the given key. It
// returns nil if no such key is below high. A seek into the damaged block would fail. So
// nextReadable replaces the last character of ever shorter prefixes of the given key by later
// characters, until a seek finds a key beyond the block. From this key it goes back to the block.
func (e *Embedded) nextReadable(key, high []byte) (low []byte) {
	key = append(slices.Clone(key), 0)
	_ = e.scan(key, high, func(i *pebble.Iterator) error {
		for n := len(key); n > 1; n-- {
			for c := key[n-1] + 1; c <= 'z'; c++ {
				if !i.SeekGE(append(slices.Clone(key[:n-1]), c)) {
					continue
				}
				low = slices.Clone(i.Key())
				for i.Prev() && bytes.Compare(i.Key(), key) > 0 {
					low = append(low[:0], i.Key()...)
				}
				return nil
			}
		}
		return nil
	})
	return low
}

// scan calls read with an iterator over the keys from low up to but excluding high.
func (e *Embedded) scan(low, high []byte, read func(*pebble.Iterator) error) error {
	i, err := e.db.NewIter(&pebble.IterOptions{LowerBound: low, UpperBound: high})
	if err == nil {
		err = cmp.Or(read(i), i.Close()) // Close returns the error of the iteration
	}
	switch {
	case pebble.IsCorruptionError(err):
		return fmt.Errorf("store: %w", damagedError(err))
	case err != nil:
		return fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	return nil
}
