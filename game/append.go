package game

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gamed/protocol"
	"gamed/store"
)

// append writes the next record. When it is not known whether that was done,
// the log itself is asked. When somebody else has written, the game is run
// elsewhere by now: this one closes, and its agents are sent away.
func (a *actor) append(r *Record) error {
	ctx := context.Background() // a record that is begun is written
	err := appendRecord(ctx, a.log, a.g.id, a.records, r)
	if errors.Is(err, store.ErrAmbiguous) {
		err = a.ascertain(ctx, r)
	}
	if errors.Is(err, store.ErrFenced) {
		a.close()
		a.tellAll(&protocol.Bye{Reason: "the game goes on elsewhere: connect again"})
	}
	if err != nil {
		return err
	}
	a.records++
	if r.last() {
		// Without it the next start looks at the log once more.
		_ = a.log.Finish(ctx, a.g.id)
	}
	return nil
}

// ascertain finds out what has become of r.
func (a *actor) ascertain(ctx context.Context, r *Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("game %s: record %d: %w", a.g.id, a.records, err)
	}
	records, err := a.log.Read(ctx, a.g.id)
	switch n := uint64(len(records)); {
	case err != nil:
		return fmt.Errorf("game %s: record %d: %w: %w", a.g.id, a.records, store.ErrUnavailable, err)
	case n == a.records:
		return fmt.Errorf("game %s: record %d was not kept: %w", a.g.id, a.records, store.ErrUnavailable)
	case n == a.records+1 && bytes.Equal(records[n-1], line):
		return nil
	}
	return fmt.Errorf("game %s: record %d is another one: %w", a.g.id, a.records, store.ErrFenced)
}

func appendRecord(ctx context.Context, log store.Log, game string, n uint64, r *Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("game %s: record %d: %w", game, n, err)
	}
	if err := log.Append(ctx, game, n, line); err != nil {
		return fmt.Errorf("game %s: record %d: %w", game, n, err)
	}
	return nil
}
