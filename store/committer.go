package store

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// A committer writes the records of many games in one batch with one sync. Records that arrive
// during a commit form the next batch. Pebble can also share a sync among several writers, but it
// processes their records separately, which takes 50 % more time.
type committer struct {
	db      *pebble.DB
	marks   *marks         // nil if commits are not counted
	heads   *heads         // nil without a file of heads
	archive *FolderArchive // nil without an archive
	wake    chan struct{}  // not empty if next is not empty
	done    chan struct{}  // closed when the goroutine has ended

	mu   sync.Mutex
	next *group
	last *group // the latest group to commit, or nil before the first
}

// A group is a batch of records to commit together.
type group struct {
	batch          *pebble.Batch
	heads          []itemHead     // the heads after the commit
	archiveEntries []archiveEntry // entries for the archive, queued after the commit
	done           chan struct{}  // closed after the commit
	err            error          // set before done is closed
}

// commitSpacing is the minimum time between two commits if the first contained several records. A sync
// costs as much processor time as three or four requests, regardless of the batch size.
const commitSpacing = 500 * time.Microsecond

func newCommitter(db *pebble.DB, marks *marks) *committer {
	c := &committer{db: db, marks: marks, wake: make(chan struct{}, 1), done: make(chan struct{})}
	c.next = c.newGroup()
	go c.run()
	return c
}

func (c *committer) newGroup() *group {
	return &group{batch: c.db.NewBatch(), done: make(chan struct{})}
}

// append writes a record. It returns once the record is on the disk or the write has failed.
func (c *committer) append(game string, n uint64, record []byte) error {
	note := itemHead{item: item{"", game}}
	if c.heads != nil {
		note.head = head{n + 1, After(record).last}
	}
	entry := archiveEntry{game: game, number: n}
	if c.archive != nil { // the caller may change the record afterwards
		entry.record = slices.Clone(record)
	}
	c.mu.Lock()
	g := c.next
	first := g.batch.Empty()
	err := setRecord(g.batch, game, n, record)
	if c.heads != nil {
		g.heads = append(g.heads, note)
	}
	if c.archive != nil {
		g.archiveEntries = append(g.archiveEntries, entry)
	}
	c.mu.Unlock()
	if first {
		c.wake <- struct{}{}
	}
	<-g.done
	return errors.Join(err, g.err)
}

func (c *committer) run() {
	defer close(c.done)
	var begun time.Time
	crowded := false // the last group had several records
	for range c.wake {
		if crowded {
			time.Sleep(commitSpacing - time.Since(begun))
		}
		runtime.Gosched() // let other games add records to this group
		c.mu.Lock()
		g := c.next
		c.next, c.last = c.newGroup(), g
		c.mu.Unlock()
		begun, crowded = time.Now(), g.batch.Count() > 1
		if g.err = c.marks.commit(g.batch, groupCounter); g.err == nil {
			c.heads.note(g.heads...) // before a reader of done may delete a game
			c.archive.enqueueCommit(groupCounter, g.archiveEntries...)
		}
		close(g.done)
		_ = g.batch.Close()
	}
}

// waitCommitted waits until all records that are readable now are on the disk. The engine makes a
// record readable before the record is on the disk.
func (c *committer) waitCommitted(ctx context.Context) error {
	c.mu.Lock()
	g := c.last
	c.mu.Unlock()
	if g == nil {
		return nil
	}
	select {
	case <-g.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close waits for the last group. No goroutine may call append after that.
func (c *committer) close() {
	close(c.wake)
	<-c.done
}
