package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/cockroachdb/pebble/v2"
)

// Read waits for a record of the game that is being written, until ctx is done.
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
	if err := e.use(); err != nil {
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

// writes reports whether a record of the game, or of another one of its shard, is being
// written.
func (e *Embedded) writes(game string) bool {
	s := e.shardOf(game)
	s.Lock()
	defer s.Unlock()
	return s.pending > 0
}

func (e *Embedded) Finish(_ context.Context, game string) error {
	if err := check(game, nil); err != nil {
		return err
	}
	if err := e.use(); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	// Nothing is lost if this is: the end is in the log itself.
	if err := e.db.Delete(key(liveGame, game), pebble.NoSync); err != nil {
		return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	return nil
}

func (e *Embedded) Games(context.Context) ([]string, error) { return e.list(anyGame) }
func (e *Embedded) Live(context.Context) ([]string, error)  { return e.list(liveGame) }

// list returns the ids that stand under a prefix.
func (e *Embedded) list(prefix byte) (games []string, err error) {
	if err := e.use(); err != nil {
		return nil, err
	}
	defer e.mu.RUnlock()
	err = e.scan([]byte{prefix}, []byte{prefix + 1}, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			games = append(games, string(i.Key()[1:]))
		}
		return nil
	})
	return games, err
}

// scan calls read with what lies from key low to before key high.
func (e *Embedded) scan(low, high []byte, read func(*pebble.Iterator) error) error {
	i, err := e.db.NewIter(&pebble.IterOptions{LowerBound: low, UpperBound: high})
	if err == nil {
		err = cmp.Or(read(i), i.Close()) // an iterator keeps its error until then
	}
	switch {
	case pebble.IsCorruptionError(err):
		return fmt.Errorf("store: %w", damaged(err))
	case err != nil:
		return fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	return nil
}
