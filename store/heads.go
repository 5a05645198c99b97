package store

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// heads detect that a folder, or some of its files, were replaced by an older copy. The file of
// heads is outside of the folder if possible. The head of a game or value describes its newest
// acknowledged state. With each group of heads, the file names the current use of the folder and
// the numbers of its commits: see marks. An engine that has reached these numbers has the states
// that the heads of the group describe. If the engine has not reached them, openHeads compares each
// head of the group with the engine.
//
// The heads of one second are written together after the acknowledgement, without a sync. So no
// request waits for the file, except a deletion: see noteDeletion. The file may lag behind the
// engine but is never ahead of it.
type heads struct {
	e            *Embedded
	id           useID
	startCommits counts            // the numbers of the commits at the start of this use
	pastUses     map[useID]*counts // the numbers at the end of each earlier use, nil for the latest one
	wake         chan struct{}     // not empty if changes is not empty
	closes       chan struct{}     // closed to end the goroutine
	done         chan struct{}     // closed when the goroutine has ended

	mu        sync.Mutex
	changes   map[item]head // changes since the latest write
	lacking   map[item]head // items whose newest state the engine lacks, with this state
	inRewrite bool          // the file is being rewritten, so a write keeps changes for the new file

	rewriting sync.Mutex // held during rewrite, and locked before writing
	writing   sync.Mutex // guards file, and is locked before mu
	file      headsFile
}

// An item is a game, with an empty bucket, or a value.
type item struct{ bucket, key string }

// A head is the newest acknowledged state of an item. The zero head marks a deleted item.
type head struct {
	number uint64  // the number of records, or the revision of a value
	sum    [8]byte // the hash of the last record, or the checksum of the value
}

// A useID identifies a use of a folder, from its opening to its closing.
type useID [8]byte

// headsPause is the time for which heads are collected before they are written.
const headsPause = time.Second

// openHeads opens the file of heads of e, and compares the heads with the engine. Unless thorough
// is set, openHeads compares only the heads of writes that the engine may lack, according to the
// numbers of its commits. If the file is missing, openHeads creates it if create is set, and
// returns nil otherwise.
func openHeads(e *Embedded, names []string, create, thorough bool) (*heads, error) {
	h := &heads{
		e: e, wake: make(chan struct{}, 1), closes: make(chan struct{}), done: make(chan struct{}),
		pastUses: make(map[useID]*counts), changes: make(map[item]head), lacking: make(map[item]head),
	}
	_, _ = rand.Read(h.id[:]) // never fails
	if err := h.readPast(); err != nil {
		return nil, err
	}
	if err := h.file.open(e.space.fs, names, create); err != nil || h.file.f == nil {
		return nil, err
	}
	broken, err := h.compare(context.Background(), thorough, nil, nil)
	if err != nil {
		return nil, errors.Join(err, h.file.f.Close())
	}
	if broken {
		h.file.limit = 0
		h.wake <- struct{}{}
	}
	go h.run()
	return h, nil
}

// readPast reads the numbers of the commits and the earlier uses of the folder. It omits unreadable
// entries, so compare checks the heads from these uses one by one.
func (h *heads) readPast() error {
	for i := range h.startCommits {
		n, err := readCommit(h.e.db, i)
		if err != nil && !pebble.IsCorruptionError(err) {
			return err
		}
		h.startCommits[i] = n
	}
	err := h.e.scan([]byte{useOf}, []byte{useOf + 1}, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			var end *counts
			if text := i.Value(); len(text) > 0 {
				end = readCounts(text)
			}
			h.pastUses[useID(i.Key()[1:])] = end
		}
		return nil
	})
	if errors.Is(err, ErrDamaged) {
		return nil
	}
	return err
}

// begin adds two entries to a batch: the present use of the folder, and the commit numbers at the
// end of the previous use.
func (h *heads) begin(batch *pebble.Batch) error {
	for id, end := range h.pastUses {
		if end == nil {
			if err := batch.Set(useKey(id), appendCounts(nil, &h.startCommits), nil); err != nil {
				return err
			}
		}
	}
	return batch.Set(useKey(h.id), nil, nil)
}

func useKey(id useID) []byte { return append([]byte{useOf}, id[:]...) }

// isCovered reports whether the engine has all writes that it acknowledged in a use of the folder
// up to the given commit numbers.
func (h *heads) isCovered(id useID, at *counts) bool {
	if id == h.id {
		return true
	}
	end, known := h.pastUses[id]
	if known && end == nil {
		end = &h.startCommits
	}
	return known && end.reaches(at)
}

// An itemHead is the head of an item after an acknowledged change.
type itemHead struct {
	item item
	head head
}

// note notes the heads of items whose changes have been acknowledged. It takes the lock once for
// all items of a commit, to reduce contention between goroutines.
func (h *heads) note(all ...itemHead) {
	if h == nil {
		return
	}
	h.mu.Lock()
	first := len(h.changes) == 0
	for _, n := range all {
		h.changes[n.item] = n.head
	}
	h.mu.Unlock()
	if first {
		h.requestWrite()
	}
}

// requestWrite lets the goroutine of run write the heads after headsPause.
func (h *heads) requestWrite() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// noteDeletion writes to the file that an item is deleted, before the caller deletes the item. Without this
// entry, the deletion would look like a loss.
func (h *heads) noteDeletion(bucket, key string) {
	if h == nil {
		return
	}
	h.mu.Lock()
	delete(h.lacking, item{bucket, key})
	h.changes[item{bucket, key}] = head{}
	h.mu.Unlock()
	_ = h.write() // after a failure the next write repeats it
}

func (h *heads) run() {
	defer close(h.done)
	for {
		select {
		case <-h.wake:
		case <-h.closes:
			return
		}
		select {
		case <-time.After(headsPause):
		case <-h.closes:
			return
		}
		h.writing.Lock()
		full := h.file.full()
		h.writing.Unlock()
		if full {
			// If the rewrite fails, write appends the heads to the present file.
			_ = h.rewrite()
		}
		_ = h.write() // after a failure the next write repeats it
	}
}

// write appends the changes to the file. After a failure, the next write includes them.
func (h *heads) write() error {
	h.writing.Lock()
	defer h.writing.Unlock()
	h.mu.Lock()
	next := h.changes
	if h.inRewrite {
		next = maps.Clone(next)
	} else {
		h.changes = make(map[item]head)
	}
	h.mu.Unlock()
	if len(next) == 0 {
		return nil
	}
	w := headsWriter{to: &h.file}
	for of, now := range next {
		w.add(of, now)
	}
	w.state(h.id, h.e.marks.counts())
	err := w.flush()
	if err == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for of, now := range next {
		if _, newer := h.changes[of]; !newer {
			h.changes[of] = now
		}
	}
	h.requestWrite()
	return err
}

// rewrite replaces the file by a file without outdated heads. It reads the current heads from the
// engine.
func (h *heads) rewrite() (err error) {
	h.rewriting.Lock()
	defer h.rewriting.Unlock()
	h.mu.Lock()
	h.inRewrite = true
	h.mu.Unlock()
	fresh, err := h.file.createSibling()
	if err == nil {
		w := headsWriter{to: fresh}
		if err = errors.Join(h.eachHead(w.add), w.flush()); err == nil {
			// The engine makes a record readable before the record is on the disk, and a head must
			// not be ahead of the disk.
			err = h.e.waitSynced()
		}
		if err == nil {
			err = fresh.f.Sync()
		}
	}
	h.writing.Lock()
	defer h.writing.Unlock()
	h.mu.Lock()
	lack, next := maps.Clone(h.lacking), maps.Clone(h.changes)
	h.inRewrite = false
	h.mu.Unlock()
	if err == nil {
		w := headsWriter{to: fresh}
		w.state(h.id, h.e.marks.counts())
		for of, now := range lack {
			w.add(of, now)
		}
		w.state(useID{}, &counts{}) // no engine covers this use, so the lacking items stay fenced
		for of, now := range next {
			w.add(of, now)
		}
		w.state(h.id, h.e.marks.counts())
		err = w.flush()
	}
	if err = h.file.replaceBy(fresh, err); err == nil {
		h.mu.Lock()
		for of, now := range next {
			if h.changes[of] == now {
				delete(h.changes, of)
			}
		}
		h.mu.Unlock()
	}
	return err
}

// eachHead calls add with the head of every game in the engine, and of every value with a checksum.
func (h *heads) eachHead(add func(item, head)) error {
	games := h.e.scan([]byte{anyGame}, []byte{anyGame + 1}, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			game := string(i.Key()[1:])
			err := h.e.scan(recordKey(game, 0), key(recordOf, game, 1), func(records *pebble.Iterator) error {
				if !records.Last() {
					return nil
				}
				line, err := records.ValueAndErr()
				if err == nil {
					add(item{"", game}, head{binary.BigEndian.Uint64(records.Key()[len(records.Key())-8:]) + 1, After(line).last})
				}
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if games != nil {
		return games
	}
	return h.e.scan([]byte{sumOfKey}, []byte{sumOfKey + 1}, func(i *pebble.Iterator) error {
		for i.First(); i.Valid(); i.Next() {
			text, err := i.ValueAndErr()
			if err != nil {
				return err
			}
			of, isValue := splitKey(i.Key()[1:])
			if now, whole := decodeValueHead(text); isValue && whole {
				add(of, now)
			}
		}
		return nil
	})
}

// decodeValueHead decodes the head of a value from the text that the engine has under the value's
// sumKey.
func decodeValueHead(text []byte) (now head, ok bool) {
	if len(text) < 8 {
		return head{}, false
	}
	now.number = binary.BigEndian.Uint64(text)
	copy(now.sum[:], text[8:])
	return now, true
}

// compare reads the heads in the file, and notes in h.lacking those whose state the engine lacks.
// broken reports whether a part of the file is unreadable. If pace is not nil, compare calls it
// before each comparison, and pace may wait. If the engine has reached the commit of a head but has
// no entry of its item, the item was deleted. There is one exception: if gone is not nil and
// returns true for the item, the engine has lost it.
func (h *heads) compare(ctx context.Context, thorough bool, pace func(context.Context) error, gone func(of item) bool) (broken bool, err error) {
	h.writing.Lock()
	r, err := h.file.reader()
	h.writing.Unlock()
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, r.f.Close()) }()
	var covered []bool // by block of state, in the order of the file
	if broken, err = r.walk(func(id useID, at *counts) { covered = append(covered, h.isCovered(id, at)) }, nil); err != nil {
		return broken, err
	}
	part := 0
	_, err = r.walk(func(useID, *counts) { part++ }, func(of item, want head) error {
		if part == len(covered) { // a part without a state is not complete
			return nil
		}
		if want == (head{}) {
			h.mu.Lock()
			delete(h.lacking, of)
			h.mu.Unlock()
			return nil
		}
		if covered[part] && !thorough {
			return nil
		}
		if pace != nil {
			if err := pace(ctx); err != nil {
				return err
			}
		}
		return h.compareOne(of, want, covered[part] && (gone == nil || !gone(of)))
	})
	return broken, err
}

// compareOne notes an item in h.lacking if the engine has an older state of the item than the head
// describes. If covered is set, the engine has reached the commit of the head, so an item without
// any entry was deleted.
func (h *heads) compareOne(of item, want head, covered bool) error {
	has, some, err := h.has(of, want)
	if errors.Is(err, ErrDamaged) { // a read of the item reports the damage
		return nil
	}
	if err != nil || has || covered && !some {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if want.number > h.lacking[of].number {
		h.lacking[of] = want
	}
	return nil
}

// has reports whether the engine has the state of an item that a head describes, or a later one.
// The result some reports whether the engine has any state of the item.
func (h *heads) has(of item, want head) (has, some bool, err error) {
	if of.bucket == "" {
		line, err := h.e.rawValue(recordKey(of.key, want.number-1))
		if err != nil || line != nil {
			return After(line).last == want.sum, true, err
		}
		line, err = h.e.rawValue(recordKey(of.key, 0))
		return false, line != nil, err
	}
	text, err := h.e.rawValue(sumKey(of.bucket, of.key))
	if err != nil {
		return false, false, err
	}
	now, some := decodeValueHead(text)
	return now.number > want.number || now == want, some, nil
}

// damage returns a *[Damage] if the engine lacks the newest acknowledged state of an item.
func (h *heads) damage(of item) error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	want, lacks := h.lacking[of]
	h.mu.Unlock()
	if !lacks {
		return nil
	}
	if of.bucket != "" {
		return &Damage{Bucket: of.bucket, Key: of.key, Reason: "it is missing or older than the value that was acknowledged: " + olderCopyAdvice}
	}
	return &Damage{Game: of.key, Reason: fmt.Sprintf("it lacks some of the %d records that were acknowledged: %s", want.number, olderCopyAdvice)}
}

// olderCopyAdvice says what to do about missing writes.
const olderCopyAdvice = "the folder, or a part of it, is an older copy: put the newest one back, or accept the loss with gamed doctor --accept-loss"

// lackingKeys returns the keys of a bucket whose newest state the engine lacks, sorted. For the
// bucket "", it returns the ids of games.
func (h *heads) lackingKeys(bucket string) (keys []string) {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for of := range h.lacking {
		if of.bucket == bucket {
			keys = append(keys, of.key)
		}
	}
	slices.Sort(keys)
	return keys
}

// buckets returns the bucket of each value whose newest state the engine lacks. A bucket may occur
// several times.
func (h *heads) buckets() (names []string) {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for of := range h.lacking {
		if of.bucket != "" {
			names = append(names, of.bucket)
		}
	}
	return names
}

// close writes the collected heads, and closes the file. No goroutine may call note or noteDeletion after
// that.
func (h *heads) close() error {
	if h == nil {
		return nil
	}
	close(h.closes)
	<-h.done
	_ = h.write() // after a failure the file only lags
	return h.file.f.Close()
}

// headsNames returns the possible names of the file of heads, the preferred name first.
func headsNames(fs vfs.FS, dir, heads string) []string {
	if heads != "" {
		return []string{heads}
	}
	beside := filepath.Clean(dir)
	if whole, err := filepath.Abs(beside); err == nil && fs == vfs.Default { // the folder may be "."
		beside = whole
	}
	return []string{beside + HeadsSuffix, fs.PathJoin(dir, headsInside)}
}
