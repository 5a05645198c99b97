package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cockroachdb/pebble/v2"
)

// HeadsFile returns the name of the file of heads, or "" if the log has none. inside reports
// whether the file is in the data folder, because the process cannot write beside it. In that case
// nothing shows that the whole folder was replaced by an older copy.
func (e *Embedded) HeadsFile() (name string, inside bool) {
	if e.heads == nil {
		return "", false
	}
	return e.heads.file.name, e.heads.file.inside
}

// Lost returns a *[Damage] for each game and value of which the log lacks the newest acknowledged state,
// games before values, sorted by name. Reads of these items return ErrDamaged. If the newest writes
// are missing, the list begins with an error that states their number, because their games and
// values may be unknown.
func (e *Embedded) Lost() (all []error) {
	if e.lostWrites != nil {
		all = append(all, e.lostWrites)
	}
	if e.heads == nil {
		return all
	}
	e.heads.mu.Lock()
	items := make([]item, 0, len(e.heads.lacking))
	for of := range e.heads.lacking {
		items = append(items, of)
	}
	e.heads.mu.Unlock()
	slices.SortFunc(items, func(a, b item) int {
		return bytes.Compare([]byte(a.bucket+"\x00"+a.key), []byte(b.bucket+"\x00"+b.key))
	})
	for _, of := range items {
		if err := e.heads.damage(of); err != nil {
			all = append(all, err)
		}
	}
	return all
}

// CompareHeads compares every head with the log, so that [Embedded.Lost] includes all differences.
// CompareHeads calls pace, which may wait, before each comparison.
func (e *Embedded) CompareHeads(ctx context.Context, pace func(context.Context) error) error {
	if err := e.beginCall(nil); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	if e.heads == nil {
		return nil
	}
	if _, err := e.heads.compare(ctx, true, pace, nil); err != nil {
		return fmt.Errorf("store: compare the heads in %s: %w", e.heads.file.name, err)
	}
	return nil
}

// AcceptLoss makes the log continue without the acknowledged writes that are missing, and report
// them no longer. gamed doctor --accept-loss calls it after an older copy has been restored on
// purpose.
func (e *Embedded) AcceptLoss() error {
	if err := e.beginCall(nil); err != nil {
		return err
	}
	defer e.mu.RUnlock()
	if e.marks != nil {
		for counter := range e.marks.counters {
			if err := e.marks.write(counter); err != nil {
				return fmt.Errorf("store: accept the loss: %w", err)
			}
		}
	}
	e.lostWrites = nil
	if e.heads == nil {
		return nil
	}
	e.heads.mu.Lock()
	for of := range e.heads.lacking {
		e.heads.changes[of] = head{}
	}
	clear(e.heads.lacking)
	e.heads.mu.Unlock()
	if err := e.heads.write(); err != nil {
		return fmt.Errorf("store: accept the loss in %s: %w", e.heads.file.name, err)
	}
	return nil
}

// checkNotEmpty returns an error if the engine is empty although the file of heads lists games or values.
func (h *heads) checkNotEmpty() error {
	if h == nil || len(h.lacking) == 0 {
		return nil
	}
	i, err := h.e.db.NewIter(nil)
	if err != nil {
		return err
	}
	empty := !i.First()
	if err := i.Close(); err != nil || !empty {
		return err
	}
	return fmt.Errorf("%w: the folder is empty, but %s lists %d games and values of the folder: mount its disk, or restore a backup; to begin anew, remove that file",
		ErrDamaged, h.file.name, len(h.lacking))
}

// waitSynced waits until everything that is readable now is on the disk.
func (e *Embedded) waitSynced() error {
	if e.committer != nil {
		if err := e.committer.waitCommitted(context.Background()); err != nil {
			return err
		}
	}
	for i := range e.values.locks {
		e.values.locks[i].Lock()
		//lint:ignore SA2001 the writer that held the lock has committed
		e.values.locks[i].Unlock()
	}
	return nil
}

// rawValue returns the bytes that the engine has under a key, or nil.
func (e *Embedded) rawValue(key []byte) ([]byte, error) {
	text, closer, err := e.db.Get(key)
	switch {
	case errors.Is(err, pebble.ErrNotFound):
		return nil, nil
	case pebble.IsCorruptionError(err):
		return nil, fmt.Errorf("store: %w", damagedError(err))
	case err != nil:
		return nil, fmt.Errorf("store: %w: %w", ErrUnavailable, err)
	}
	return append([]byte{}, text...), closer.Close()
}

// splitKey returns the bucket and the key of a value from a database key without its first byte.
func splitKey(text []byte) (of item, ok bool) {
	bucket, key, ok := bytes.Cut(text, []byte{0})
	return item{string(bucket), string(key)}, ok
}
