package store

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// A committer writes the records of many games as one batch with one sync. Records that
// arrive during a commit form the next batch. Pebble groups the syncs of its writers as
// well, but then each record passes through the engine alone, at half the cost again.
type committer struct {
	db   *pebble.DB
	wake chan struct{} // has room for one: next is not empty
	done chan struct{} // closed when the goroutine has ended

	mu   sync.Mutex
	next *group
	last *group // the latest to commit, nil before the first
}

// A group is a batch of records to commit together.
type group struct {
	batch *pebble.Batch
	done  chan struct{} // closed after the commit
	err   error         // set before done is closed
}

// pace is the minimum time between commits of several records. A sync costs as much
// processor time as three or four requests, whatever the size of the batch.
const pace = 500 * time.Microsecond

func newCommitter(db *pebble.DB) *committer {
	c := &committer{db: db, wake: make(chan struct{}, 1), done: make(chan struct{})}
	c.next = c.newGroup()
	go c.run()
	return c
}

func (c *committer) newGroup() *group {
	return &group{batch: c.db.NewBatch(), done: make(chan struct{})}
}

// append writes a record, and returns when it is on the disk or has failed.
func (c *committer) append(game string, n uint64, record []byte) error {
	c.mu.Lock()
	g := c.next
	first := g.batch.Empty()
	err := setRecord(g.batch, game, n, record)
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
			time.Sleep(pace - time.Since(begun))
		}
		runtime.Gosched() // let other games add records to this group
		c.mu.Lock()
		g := c.next
		c.next, c.last = c.newGroup(), g
		c.mu.Unlock()
		begun, crowded = time.Now(), g.batch.Count() > 1
		g.err = g.batch.Commit(pebble.Sync)
		close(g.done)
		_ = g.batch.Close()
	}
}

// settle waits for the commits of all records that are readable now: the engine shows a
// record before it is on the disk.
func (c *committer) settle(ctx context.Context) error {
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

// close waits for the last group. No goroutine may call append any more.
func (c *committer) close() {
	close(c.wake)
	<-c.done
}
