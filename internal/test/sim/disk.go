package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"gamed/store"
)

// A disk contains the stored records of all writers.
type disk struct {
	records [][]byte
	full    bool
	damaged bool // reads return damaged or older data
}

// storeRecord stores a record that the log l appends.
func (w *simulation) storeRecord(l *log, expect uint64, record []byte) error {
	next := uint64(len(w.disk.records))
	if expect != next {
		return fmt.Errorf("record %d of %d: %w", expect, next, store.ErrFenced)
	}
	if l.gameRecords < next {
		w.fail("a stale owner writes: node %d knows %d of %d records", l.node.i, l.gameRecords, next)
	}
	l.gameRecords = next + 1
	record = slices.Clone(record)
	w.disk.records = append(w.disk.records, record)
	w.note("kept", l.node.i, record)
	w.oracle.add(record, l)
	return nil
}

// A log is a game's access to the disk. Its Append fails at random, as often as the plan says. Each
// log has its own random source and its own numbers for [moment], because two games may append at
// the same time.
type log struct {
	w            *simulation
	node         *node
	process      *process
	rand         *rand.Rand
	first        int // the first number for its moments
	numbers      int
	gameRecords  uint64 // number of records known to the game
	begun        time.Time
	writing      time.Time     // start of the write in progress, or zero
	waited       time.Duration // duration of the previous writes
	waitedBefore time.Duration // value of waited at the start of the current write
	unresolved   []byte        // the latest record with an unknown outcome
}

func (n *node) newLog() *log {
	w := n.w
	w.logs++
	return &log{
		w: w, node: n, process: n.process, begun: time.Now(),
		rand: rand.New(rand.NewPCG(w.seed, uint64(w.logs))), first: eventNumbers + w.logs*logNumbers%eventNumbers,
	}
}

func (l *log) chance(p float64) bool { return l.rand.Float64() < p }

func (l *log) moment(d time.Duration) time.Time {
	l.numbers++
	return moment(d, l.first+l.numbers%logNumbers)
}

var errGone = fmt.Errorf("the process has ended: %w", store.ErrUnavailable)

// Append rejects or stores a record, or leaves its outcome unknown, with delays before and
// after.
func (l *log) Append(_ context.Context, _ string, expect uint64, record []byte) error {
	l.w.mu.Lock()
	l.writing, l.waitedBefore = time.Now(), l.waited
	l.w.mu.Unlock()
	l.pause()
	l.w.mu.Lock()
	err := l.write(expect, record)
	if err != nil {
		l.w.note("not stored", l.node.i, []byte(err.Error()))
	}
	l.w.mu.Unlock()
	l.pause()
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	l.waited, l.writing = l.totalWait(), time.Time{}
	if l.process.dead {
		return errGone
	}
	return err
}

func (l *log) write(expect uint64, record []byte) error {
	w := l.w
	faulty := func(p float64) bool { return !w.calm && l.chance(p) }
	switch {
	case l.process.dead && l.chance(0.5), l.node.disconnected && l.chance(0.5), faulty(w.refused):
		return store.ErrUnavailable
	case w.disk.full:
		return store.ErrFull
	case l.process.dead, l.node.disconnected, faulty(w.unknown):
		l.unresolved = slices.Clone(record)
		switch {
		case w.lateStores && l.chance(0.3):
			ghost := *l // the game does not know the outcome
			w.after(time.Duration(l.rand.Int64N(int64(3*time.Second))), func() { _ = w.storeRecord(&ghost, expect, ghost.unresolved) })
		case l.chance(0.5):
			return errors.Join(store.ErrAmbiguous, w.storeRecord(l, expect, record))
		}
		return store.ErrAmbiguous
	}
	return w.storeRecord(l, expect, record)
}

// pause waits for the duration of a write, and while the log is unresponsive or the process
// is frozen.
func (l *log) pause() {
	w := l.w
	w.mu.Lock()
	wait := time.Duration(0)
	if !w.calm && l.chance(w.slow) {
		wait = time.Duration(l.rand.Int64N(int64(3 * time.Second)))
	}
	for {
		until := l.moment(wait)
		w.mu.Unlock()
		time.Sleep(time.Until(until))
		w.mu.Lock()
		gate := l.node.frozen
		if gate == nil {
			gate = l.node.stalled
		}
		if gate == nil || l.process.dead {
			w.mu.Unlock()
			return
		}
		w.mu.Unlock()
		<-gate
		w.mu.Lock()
		wait = 0
	}
}

// Read returns all records, unless the store is unreachable.
func (l *log) Read(context.Context, string) ([][]byte, error) {
	l.pause()
	w := l.w
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case l.process.dead:
		return nil, errGone
	case l.node.disconnected, !w.calm && l.chance(w.refused):
		return nil, store.ErrUnavailable
	case len(w.disk.records) == 0:
		return nil, store.ErrNotFound
	}
	w.oracle.checkRead(w.disk.records)
	if n := uint64(len(w.disk.records)); n == l.gameRecords+1 && bytes.Equal(w.disk.records[n-1], l.unresolved) {
		l.gameRecords = n // the log's own unresolved record, or an identical record
	}
	if w.disk.damaged && l.chance(0.7) {
		return l.readDamaged(w.disk.records)
	}
	return slices.Clone(w.disk.records), nil
}

// readDamaged returns what a store reads from a damaged or older disk. Like a store, it checks the
// chain of the records, and compares their number with the number in the heads.
func (l *log) readDamaged(records [][]byte) ([][]byte, error) {
	heads := len(records)
	records = slices.Clone(records)
	at := l.rand.IntN(len(records))
	what := "cut"
	switch l.rand.IntN(3) {
	case 0:
		what = "flipped"
		records[at] = slices.Clone(records[at])
		records[at][l.rand.IntN(len(records[at]))] ^= 1 << l.rand.IntN(8)
	case 1:
		what = "lost"
		records = slices.Delete(records, at, at+1)
	default:
		records = records[:at]
	}
	l.w.note(what, l.node.i, nil)
	if _, err := store.Verify(records); err != nil {
		return nil, err
	}
	if len(records) < heads {
		return nil, &store.Damage{Game: l.w.header.Game, Reason: "the disk has an older copy"}
	}
	l.w.fail("a read does not notice that record %d of %d is %s", at, heads, what)
	return records, nil
}

func (l *log) Games(context.Context) ([]string, error)    { return []string{l.w.header.Game}, nil }
func (l *log) Live(ctx context.Context) ([]string, error) { return l.Games(ctx) }
func (l *log) Finish(context.Context, string) error       { return nil }
func (l *log) Ready() error                               { return nil }
func (l *log) Close() error                               { return nil }
