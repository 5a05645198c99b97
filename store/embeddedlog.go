package store

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/cockroachdb/pebble/v2"
)

// A shard has the lock and the cached lengths for some of the games.
type shard struct {
	sync.Mutex
	next    map[string]uint64 // cached number of records of a game
	pending int               // appends in progress, which keep next from being cleared
	// left holds a channel for each append with a deadline that is in progress, by game. The
	// channel is closed when the append completes.
	left map[string]chan struct{}
}

// Append waits for the disk until ctx is done. Then it returns ErrAmbiguous, and the caller
// must not change the record afterwards.
func (e *Embedded) Append(ctx context.Context, game string, expect uint64, record []byte) error {
	if err := e.use(check(game, record)); err != nil {
		return err
	}
	if err := e.room.left(); err != nil {
		e.mu.RUnlock()
		return fmt.Errorf("store: game %s: %w", game, err)
	}
	s := e.shardOf(game)
	if err := e.take(s, game, expect); err != nil {
		e.mu.RUnlock()
		return err
	}
	if ctx.Done() == nil { // without a deadline there is no need for a goroutine
		return e.keepRecord(s, game, expect, record)
	}
	kept, over := make(chan error, 1), make(chan struct{})
	s.Lock()
	s.left[game] = over
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

// keepRecord writes a record with the number reserved by take, and releases the lock taken by
// use.
func (e *Embedded) keepRecord(s *shard, game string, n uint64, record []byte) error {
	defer e.mu.RUnlock()
	err := e.commit(game, n, record)
	s.Lock()
	defer s.Unlock()
	s.pending--
	delete(s.left, game)
	if err != nil {
		delete(s.next, game) // the next append counts the records again
		return fmt.Errorf("store: game %s: %w: %w", game, ErrAmbiguous, err)
	}
	return nil
}

// commit writes a record.
func (e *Embedded) commit(game string, n uint64, record []byte) error {
	if e.group != nil {
		return e.group.append(game, n, record)
	}
	batch := e.db.NewBatch()
	defer func() { _ = batch.Close() }()
	return errors.Join(setRecord(batch, game, n, record), batch.Commit(e.write))
}

// setRecord adds a record to a batch.
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

// take reserves the number expect, which must be the next one of the game.
func (e *Embedded) take(s *shard, game string, expect uint64) error {
	s.Lock()
	defer s.Unlock()
	next, known := s.next[game]
	if !known {
		if s.pending == 0 && len(s.next) >= e.keep {
			clear(s.next)
		}
		var err error
		if next, err = e.count(game); err != nil {
			return err
		}
		s.next[game] = next
	}
	if next != expect {
		return fenced(game, expect, next)
	}
	s.next[game] = next + 1
	s.pending++
	return nil
}

// count returns the number of records of a game.
func (e *Embedded) count(game string) (n uint64, err error) {
	err = e.scan(recordKey(game, 0), key(recordOf, game, 1), func(i *pebble.Iterator) error {
		if i.Last() {
			n = binary.BigEndian.Uint64(i.Key()[len(i.Key())-8:]) + 1
		}
		return nil
	})
	return n, err
}

func (e *Embedded) shardOf(game string) *shard { return &e.shards[hash(game)%shards] }

// Read waits for an append in progress on the game until ctx is done.
func (e *Embedded) Read(ctx context.Context, game string) (records [][]byte, err error) {
	if err := check(game, nil); err != nil {
		return nil, err
	}
	s := e.shardOf(game)
	s.Lock()
	over := s.left[game]
	s.Unlock()
	if over != nil {
		select {
		case <-over:
		case <-ctx.Done():
			return nil, beingWritten(game, ctx.Err())
		}
	}
	if err := e.use(nil); err != nil {
		return nil, err
	}
	defer e.mu.RUnlock()
	err = e.scan(recordKey(game, 0), key(recordOf, game, 1), func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			value, err := i.ValueAndErr()
			if err != nil {
				return err
			}
			records = append(records, slices.Clone(value))
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("game %s: %w", game, err)
	case len(records) == 0:
		return nil, notFound(game)
	}
	if e.group != nil && e.writes(game) {
		if err := e.group.settle(ctx); err != nil {
			return nil, beingWritten(game, err)
		}
	}
	return records, nil
}

func beingWritten(game string, err error) error {
	return fmt.Errorf("store: game %s: %w: a record of it is still being written: %w", game, ErrUnavailable, err)
}

// writes reports whether an append to the shard of the game is in progress.
func (e *Embedded) writes(game string) bool {
	s := e.shardOf(game)
	s.Lock()
	defer s.Unlock()
	return s.pending > 0
}

func (e *Embedded) Ready() error {
	if err := e.use(nil); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	return e.room.left()
}

func (e *Embedded) Finish(_ context.Context, game string) error {
	if err := e.use(check(game, nil)); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	// This deletion need not be durable, because the log itself contains the end record.
	if err := e.db.Delete(key(liveGame, game), pebble.NoSync); err != nil {
		return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	return nil
}

func (e *Embedded) Games(context.Context) ([]string, error) {
	return e.list(nil, []byte{anyGame}, []byte{anyGame + 1}, 1)
}

func (e *Embedded) Live(context.Context) ([]string, error) {
	return e.list(nil, []byte{liveGame}, []byte{liveGame + 1}, 1)
}

// list returns the database keys from low up to but excluding high, without their first
// bytes. invalid has the same meaning as in use.
func (e *Embedded) list(invalid error, low, high []byte, first int) (names []string, err error) {
	if err := e.use(invalid); err != nil {
		return nil, err
	}
	defer e.mu.RUnlock()
	err = e.scan(low, high, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			names = append(names, string(i.Key()[first:]))
		}
		return nil
	})
	return names, err
}

// scan calls read with an iterator over the keys from low up to but excluding high.
func (e *Embedded) scan(low, high []byte, read func(*pebble.Iterator) error) error {
	i, err := e.db.NewIter(&pebble.IterOptions{LowerBound: low, UpperBound: high})
	if err == nil {
		err = cmp.Or(read(i), i.Close()) // Close returns the error of the iteration
	}
	switch {
	case pebble.IsCorruptionError(err):
		return fmt.Errorf("store: %w", damaged(err))
	case err != nil:
		return fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	return nil
}
