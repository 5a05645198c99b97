package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// A gap is a range of keys that includes an unreadable part, because a block of a file is damaged.
// The range goes from the key in the field from up to but excluding the key in the field to. It
// begins with readable keys.
type gap struct {
	from, to []byte
	before   []byte   // the key before from, or nil
	keys     [][]byte // the readable keys, set by cut
	values   [][]byte // the values of keys
}

// gapMargin is the number of readable keys before a damaged block at which the function gaps tries
// to begin a gap, the last key first.
const gapMargin = 64

// gaps reads all keys and returns the gaps of the engine, in the order of the keys. The engine can
// remove the keys of a gap without reading the damaged block.
func (e *Embedded) gaps() (all []gap, err error) {
	if err := e.beginCall(nil); err != nil {
		return nil, err
	}
	defer e.mu.RUnlock()
	high := []byte{0xff}
	for low := []byte{0}; low != nil; {
		var latest [][]byte // readable keys
		err := e.scan(low, high, func(i *pebble.Iterator) error {
			for i.First(); i.Valid(); i.Next() {
				if len(latest) > gapMargin {
					latest = latest[1:]
				}
				latest = append(latest, slices.Clone(i.Key()))
			}
			return nil
		})
		if !errors.Is(err, ErrDamaged) {
			return all, err
		}
		last := low
		if len(latest) > 0 {
			last = latest[len(latest)-1]
		}
		g := gap{to: high}
		if low = e.nextReadable(last, high); low != nil {
			g.to = low
		}
		if g.from, g.before = e.cutBefore(latest); g.from == nil {
			return nil, fmt.Errorf("%w: the engine cannot remove the damaged part after key %q: "+newFolderAdvice, ErrDamaged, last)
		}
		all = append(all, g)
	}
	return all, nil
}

// cutBefore returns the last of the given keys at which a gap can begin, and the engine's key before
// that key. If no gap can begin at any of the keys, cutBefore returns nil for both. If the list of
// keys is empty, the gap begins at the start of the engine.
func (e *Embedded) cutBefore(keys [][]byte) (from, before []byte) {
	if len(keys) == 0 {
		return []byte{0}, nil
	}
	for _, from := range slices.Backward(keys) {
		if before, err := e.neighbour(from, false); err == nil {
			return from, before
		}
	}
	return nil, nil
}

// neighbour returns the engine's last key below the given key or, if up is set, its first key that
// is not below. It returns nil if no such key exists.
func (e *Embedded) neighbour(key []byte, up bool) (found []byte, err error) {
	err = e.scan(nil, nil, func(i *pebble.Iterator) error {
		if up && i.SeekGE(key) || !up && i.SeekLT(key) {
			found = slices.Clone(i.Key())
		}
		return nil
	})
	return found, err
}

// cut removes the keys of a gap from the engine, and keeps the readable ones in g. The error wraps ErrDamaged
// if the engine has also removed keys outside of the gap.
func (g *gap) cut(ctx context.Context, e *Embedded) error {
	err := e.scan(g.from, g.to, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			value, err := i.ValueAndErr()
			if err != nil {
				return err
			}
			g.keys, g.values = append(g.keys, slices.Clone(i.Key())), append(g.values, slices.Clone(value))
		}
		return nil
	})
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	if err := e.db.Excise(ctx, pebble.KeyRange{Start: g.from, End: g.to}); err != nil {
		return err
	}
	before, err := e.neighbour(g.from, false)
	after, wrong := e.neighbour(g.to, true)
	if err := errors.Join(err, wrong); err != nil {
		return err
	}
	if !bytes.Equal(before, g.before) || after != nil && !bytes.Equal(after, g.to) || after == nil && g.to[0] != 0xff {
		return fmt.Errorf("%w: the engine has lost more than the keys from %q to %q", ErrDamaged, g.from, g.to)
	}
	return nil
}

// These constants limit the time for the removal of all gaps. The engine removes no gap while it
// compacts the damaged file, and it repeats the compaction after each failure. The log accepts no
// write in this time. So a server that serves players gives up earlier than a starting server, and
// its next start repairs the file.
const (
	healServing  = 5 * time.Second
	healStarting = 2 * time.Minute
)

// errStuck is returned if the engine did not remove a gap in time.
var errStuck = fmt.Errorf("%w: the engine keeps a damaged file in use: restart the server, which repairs it before it serves; if that does not help, %s", ErrDamaged, newFolderAdvice)

// An excision removes the gaps from the engine, and writes the archive's entries with keys in the
// gaps. If a gap stayed, the engine could not read new records with keys in the gap.
type excision struct {
	archive *FolderArchive
	gaps    []gap
	batch   *pebble.Batch
}

// within reports whether a key is in a gap.
func (x *excision) within(key []byte) bool {
	return slices.ContainsFunc(x.gaps, func(g gap) bool { return bytes.Compare(g.from, key) <= 0 && bytes.Compare(key, g.to) < 0 })
}

func (x *excision) set(key, value []byte) error {
	if !x.within(key) {
		return nil
	}
	return x.batch.Set(key, value, nil)
}

// heal restores the items that the engine cannot read. Items in the list lost that the archive also
// lacks stay fenced. heal locks the log while it replaces the gaps.
func (a *FolderArchive) heal(ctx context.Context, lost []*Damage) error {
	if a.log.heads == nil { // without a file of heads, the lost items would not stay fenced
		return nil
	}
	gaps, err := a.log.gaps()
	if err != nil || len(gaps) == 0 {
		return err
	}
	// The use useID{} has commit numbers that no log reaches. So if the process crashes after the
	// removal of the gaps and before the write, the next start finds the log behind the archive and
	// restores the missing items.
	doubt := useKey(useID{})
	if err := a.archived.db.Set(doubt, copiedUse{false, readCounts(nil)}.encode(), pebble.Sync); err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	a.logBehind = true
	limit := healServing
	if a.log.archive == nil { // the server is starting, or a command runs
		limit = healStarting
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	x := &excision{archive: a, gaps: gaps}
	err = x.exchange(ctx, lost)
	if errors.Is(err, context.DeadlineExceeded) {
		a.removalStuck = true
		return errStuck
	}
	if err != nil {
		return fmt.Errorf("store: restore a damaged file: %w", err)
	}
	// The archive may have older versions of the items in the gaps. A comparison with the heads
	// finds these items.
	if err := a.log.heads.write(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if _, err := a.log.heads.compare(ctx, true, nil, x.touches); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := a.log.heads.rewrite(); err != nil { // fenced items stay fenced after a restart
		return fmt.Errorf("store: %w", err)
	}
	return a.archived.db.Delete(doubt, pebble.NoSync)
}

func (x *excision) exchange(ctx context.Context, lost []*Damage) error {
	e := x.archive.log
	e.mu.Lock() // waits for all writes
	defer e.mu.Unlock()
	if e.closed {
		return errClosed
	}
	if !x.archive.readOnly {
		if err := x.archive.flush(ctx); err != nil {
			return err
		}
	}
	x.batch = e.db.NewBatch()
	defer func() { _ = x.batch.Close() }()
	for i := range x.gaps {
		if err := x.gaps[i].cut(ctx, e); err != nil {
			return err
		}
	}
	if err := errors.Join(x.addGames(ctx), x.addValues(), x.addNumbers()); err != nil {
		return err
	}
	for _, g := range x.gaps {
		for i, key := range g.keys { // written last, because these entries may be newer than the archive's
			if err := x.set(key, g.values[i]); err != nil {
				return err
			}
		}
	}
	if err := e.marks.commit(x.batch, 0); err != nil {
		return err
	}
	for i := range e.shards {
		clear(e.shards[i].lengths)
	}
	for _, d := range lost {
		if err := x.fence(d); err != nil {
			return err
		}
	}
	return nil
}

// addGames adds to the batch the archive's entries of games whose keys are in a gap.
func (x *excision) addGames(ctx context.Context) error {
	games, err := x.archive.archived.Games(ctx)
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	for _, game := range games {
		lines, err := x.archive.archived.Read(ctx, game)
		if errors.Is(err, ErrDamaged) {
			continue
		}
		if err == nil {
			err = x.set(key(anyGame, game), nil)
		}
		if _, _, ended := x.archive.archived.Get(ctx, finishedBucket, game); ended != nil && err == nil {
			err = x.set(key(liveGame, game), nil)
		}
		for n := 0; n < len(lines) && err == nil; n++ {
			err = x.set(recordKey(game, uint64(n)), lines[n])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addValues adds to the batch the archive's values whose keys are in a gap.
func (x *excision) addValues() error {
	return x.archive.archived.eachValue(func(bucket, name string, v archivedValue) error {
		text, sum := storedValue(bucket, name, v.text, v.age)
		return errors.Join(x.set(valueKey(bucket, name), text), x.set(sumKey(bucket, name), sum))
	})
}

// addNumbers adds to the batch the commit numbers and the uses of the log whose keys are in a gap.
func (x *excision) addNumbers() error {
	e := x.archive.log
	now := e.marks.counts()
	for counter, n := range now {
		if err := x.set(commitKey(counter), binary.BigEndian.AppendUint64(nil, n)); err != nil {
			return err
		}
	}
	for id, end := range e.heads.pastUses {
		if end == nil {
			end = &e.heads.startCommits
		}
		if err := x.set(useKey(id), appendCounts(nil, end)); err != nil {
			return err
		}
	}
	if x.within([]byte{startCount}) {
		var newest uint64
		if err := x.archive.archived.eachValue(func(_, _ string, v archivedValue) error {
			newest = max(newest, v.age)
			return nil
		}); err != nil {
			return err
		}
		e.values.mu.Lock()
		newest = max(newest, e.values.last)
		e.values.mu.Unlock()
		if err := x.set([]byte{startCount}, binary.BigEndian.AppendUint64(nil, newest>>revisionBits)); err != nil {
			return err
		}
	}
	return x.set(useKey(e.heads.id), nil)
}

// touches reports whether an entry of an item was in a gap.
func (x *excision) touches(of item) bool {
	if of.bucket != "" {
		return x.within(valueKey(of.bucket, of.key)) || x.within(sumKey(of.bucket, of.key))
	}
	return slices.ContainsFunc(x.gaps, func(g gap) bool {
		return bytes.Compare(g.from, key(recordOf, of.key, 1)) < 0 && bytes.Compare(recordKey(of.key, 0), g.to) < 0
	})
}

// fence notes that the log lacks the newest state of an item that was in a gap and that the archive
// cannot restore. The log then refuses to serve the item.
func (x *excision) fence(d *Damage) error {
	e := x.archive.log
	of := item{d.Bucket, d.Key}
	want := head{number: math.MaxUint64}
	if d.Game != "" {
		of = item{"", d.Game}
		n, err := e.countRecords(d.Game)
		if err != nil {
			return err
		}
		want.number = n + 1
	}
	if d.unrestorable && of.key != "" && x.touches(of) {
		e.heads.mu.Lock()
		e.heads.lacking[of] = want
		e.heads.mu.Unlock()
	}
	return nil
}
