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

// A disk is what has been kept, whoever has written it.
type disk struct {
	records [][]byte
	full    bool
}

// keep adds a record for l.
func (w *world) keep(l *log, expect uint64, record []byte) error {
	next := uint64(len(w.disk.records))
	if expect != next {
		return fmt.Errorf("record %d of %d: %w", expect, next, store.ErrFenced)
	}
	if l.knows < next {
		w.fail("a stale owner writes: node %d knows %d records of %d", l.node.i, l.knows, next)
	}
	l.knows = next + 1
	record = slices.Clone(record)
	w.disk.records = append(w.disk.records, record)
	w.note("kept", l.node.i, record)
	w.truth.add(record, l)
	return nil
}

// A log is the disk as a game reaches it: its Append fails as the plan says. It has
// chance and numbers of its own, as two games may be at it at the same time.
type log struct {
	w       *world
	node    *node
	process *process
	rand    *rand.Rand
	first   int // of its numbers
	numbers int
	knows   uint64 // how many records the game has seen
	begun   time.Time
	writing time.Time     // since when a record is being written, the zero time if none is
	waited  time.Duration // how long records before that took
	asked   time.Duration // waited, when the present one was begun
	doubt   []byte        // the latest record of which it was not told what became of it
}

func (n *node) newLog() *log {
	w := n.w
	w.logs++
	return &log{
		w: w, node: n, process: n.process, begun: time.Now(),
		rand: rand.New(rand.NewPCG(w.seed, uint64(w.logs))), first: ofEvents + w.logs*ofLog%ofEvents,
	}
}

func (l *log) chance(p float64) bool { return l.rand.Float64() < p }

func (l *log) moment(d time.Duration) time.Time {
	l.numbers++
	return moment(d, l.first+l.numbers%ofLog)
}

var errGone = fmt.Errorf("the process is gone: %w", store.ErrUnavailable)

// Append is refused, kept, or in doubt, each with or without a wait before and after.
func (l *log) Append(_ context.Context, _ string, expect uint64, record []byte) error {
	l.w.mu.Lock()
	l.writing, l.asked = time.Now(), l.waited
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
	l.waited, l.writing = l.wait(), time.Time{}
	if l.process.dead {
		return errGone
	}
	return err
}

func (l *log) write(expect uint64, record []byte) error {
	w := l.w
	faulty := func(p float64) bool { return !w.calm && l.chance(p) }
	switch {
	case l.process.dead && l.chance(0.5), l.node.cut && l.chance(0.5), faulty(w.refused):
		return store.ErrUnavailable
	case w.disk.full:
		return store.ErrFull
	case l.process.dead, l.node.cut, faulty(w.doubted):
		l.doubt = slices.Clone(record)
		switch {
		case w.late && l.chance(0.3):
			ghost := *l // the game is not told
			w.after(time.Duration(l.rand.Int64N(int64(3*time.Second))), func() { _ = w.keep(&ghost, expect, ghost.doubt) })
		case l.chance(0.5):
			return errors.Join(store.ErrAmbiguous, w.keep(l, expect, record))
		}
		return store.ErrAmbiguous
	}
	return w.keep(l, expect, record)
}

// pause waits as long as the log takes, and for as long as it is silent or the
// process frozen.
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
			gate = l.node.silent
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

// Read returns what there is, unless the store is out of reach.
func (l *log) Read(context.Context, string) ([][]byte, error) {
	l.pause()
	w := l.w
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case l.process.dead:
		return nil, errGone
	case l.node.cut, !w.calm && l.chance(w.refused):
		return nil, store.ErrUnavailable
	case len(w.disk.records) == 0:
		return nil, store.ErrNotFound
	}
	w.truth.intact(w.disk.records)
	if n := uint64(len(w.disk.records)); n == l.knows+1 && bytes.Equal(w.disk.records[n-1], l.doubt) {
		l.knows = n // its own, or another's that says the same
	}
	return slices.Clone(w.disk.records), nil
}

func (l *log) Games(context.Context) ([]string, error)    { return []string{l.w.header.Game}, nil }
func (l *log) Live(ctx context.Context) ([]string, error) { return l.Games(ctx) }
func (l *log) Finish(context.Context, string) error       { return nil }
func (l *log) Close() error                               { return nil }
