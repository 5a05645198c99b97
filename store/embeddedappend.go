package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/cockroachdb/pebble/v2"
)

// A shard is the lock of some games, with their lengths.
type shard struct {
	sync.Mutex
	next    map[string]uint64 // records of a game, once they have been counted
	pending int               // appends under way: what they have counted must not be forgotten
	// left maps games to appends whose callers have given up. The channel is closed when
	// the append has ended.
	left map[string]chan struct{}
}

// Append waits for a disk that does not answer until ctx is done, when it is not known
// whether the record will be kept. The record must not be changed after that.
func (e *Embedded) Append(ctx context.Context, game string, expect uint64, record []byte) error {
	if err := check(game, record); err != nil {
		return err
	}
	if err := e.use(); err != nil {
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
	if ctx.Done() == nil { // a game waits as long as it takes
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

// keepRecord writes a record whose number has been taken, and ends what use has begun.
func (e *Embedded) keepRecord(s *shard, game string, n uint64, record []byte) error {
	defer e.mu.RUnlock()
	err := e.commit(game, n, record)
	s.Lock()
	defer s.Unlock()
	s.pending--
	delete(s.left, game)
	if err != nil {
		delete(s.next, game) // count again
		return fmt.Errorf("store: game %s: %w: %w", game, ErrAmbiguous, err)
	}
	return nil
}

// commit writes a record, which is the next one.
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

// take makes sure that expect is the next number of a game, and takes it.
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

// count returns how many records a game has.
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
