package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// A skip is a change that an [Archive] lacks, because the queue was full or the write failed.
// [Archive.Lost] copies the change from the cluster.
type skip struct {
	number uint64        // distinguishes the skips of an item
	ended  bool          // the game ended
	value  archivedValue // without its text
}

// enqueue hands an entry to the goroutine that writes the archive. If the queue is full, it notes a skip.
func (a *Archive) enqueue(e archiveEntry) {
	if !a.archiveCopy.enqueue(e) {
		a.noteSkip(e)
	}
}

// noteSkip notes that the archive lacks an entry.
func (a *Archive) noteSkip(e archiveEntry) {
	of := item{e.bucket, cmp.Or(e.game, e.key)}
	if e.game != "" {
		a.noteIncomplete(e.game)
	}
	e.value.text = nil
	a.mu.Lock()
	defer a.mu.Unlock()
	a.skipCount++
	a.skipped[of] = skip{a.skipCount, e.game != "" && e.record == nil, e.value}
}

// skipOf returns the skip of an item, or the zero value.
func (a *Archive) skipOf(of item) skip {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.skipped[of]
}

// clearSkip deletes the skip s of an item whose change the archive has now, unless the item was
// skipped again meanwhile.
func (a *Archive) clearSkip(of item, s skip) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.skipped[of].number == s.number {
		delete(a.skipped, of)
	}
}

// Trouble returns the error of the latest write to the archive, or an error while the archive lacks changes
// that it has not copied from the cluster yet. Otherwise it returns nil.
func (a *Archive) Trouble() error {
	if err := a.archiveCopy.Trouble(); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if n := len(a.skipped); n > 0 {
		return fmt.Errorf("archive: it lacks the latest changes of %d games and values, because its disk was too slow or refused them; the server copies them from the cluster", n)
	}
	return nil
}

// fillEnd ends the skip s of a game after the archive has received the missing records. If the skip
// includes the end of the game, fillEnd notes the end in the archive.
func (a *Archive) fillEnd(ctx context.Context, game string, s skip) error {
	if s.ended {
		if err := errors.Join(a.archived.Finish(ctx, game), a.noteEnd(ctx, game)); err != nil {
			return err
		}
	}
	a.clearSkip(item{"", game}, s)
	return nil
}

// fillValues copies the skipped values from the cluster to the archive. If the cluster has lost a
// skipped value, the archive cannot restore the value, so fillValues returns a Damage for it.
func (a *Archive) fillValues(ctx context.Context) (lost []*Damage, err error) {
	a.mu.Lock()
	skipped := maps.Clone(a.skipped)
	a.mu.Unlock()
	maps.DeleteFunc(skipped, func(of item, _ skip) bool { return of.bucket == "" })
	items := slices.Collect(maps.Keys(skipped))
	found := make([]*Damage, len(items))
	filled := make([]bool, len(items))
	err = forEach(len(items), func(i int) (err error) {
		found[i], err = a.fillValue(ctx, items[i], skipped[items[i]])
		filled[i] = err == nil
		return err
	})
	if len(items) > 0 {
		if err := a.flush(ctx); err != nil {
			return nil, err
		}
	}
	for i, of := range items {
		if filled[i] {
			a.clearSkip(of, skipped[of])
		}
		if found[i] != nil {
			lost = append(lost, found[i])
		}
	}
	return lost, err
}

// fillValue reads a skipped value from the cluster and queues it for the archive. It queues nothing
// if the value was deleted: because of the tombstone, a later comparison removes the older value
// from the archive.
func (a *Archive) fillValue(ctx context.Context, of item, s skip) (*Damage, error) {
	ctx, cancel := context.WithTimeout(ctx, judgeTimeout)
	defer cancel()
	k, err := a.read(ctx, of.bucket, of.key)
	if err != nil {
		return nil, err
	}
	if k.age < s.value.age {
		t, err := a.tombstone(ctx, of.bucket, of.key)
		if err != nil {
			return nil, err
		}
		if t.Age < s.value.age {
			return &Damage{Bucket: of.bucket, Key: of.key, Reason: "the cluster has lost " + s.value.describe() + ", and the archive lacks it too", unrestorable: true}, nil
		}
	}
	if k.revision() == 0 {
		return nil, nil
	}
	select { // unlike enqueue, this waits for a slow disk
	case a.queue <- archiveEntry{bucket: of.bucket, key: of.key, value: archivedValue{k.age, k.seq, time.Now().UnixMilli(), k.text}}:
		return nil, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("archive: %w: %w", ErrUnavailable, ctx.Err())
	}
}
