package store

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// A committer writes the records of many games as one batch with one sync: those that
// come while one is under way go together with the next. Pebble's own writers share
// their syncs as well, but each takes its way through the engine alone, which costs half
// as much again for each record.
type committer struct {
	db   *pebble.DB
	wake chan struct{} // has room for one: next is not empty
	done chan struct{} // closed when the goroutine has ended

	mu   sync.Mutex
	next *group
	last *group // the one that was begun last, nil before the first
}

// A group is what is committed together.
type group struct {
	batch *pebble.Batch
	done  chan struct{} // closed when it is known what has become of it
	err   error         // set before done is closed
}

// pace is how long there is from one commit of several records to the next, at least. A
// sync costs a processor as much as three or four requests do, however much is in it.
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

// append writes a record, and returns when it is on the disk or cannot be.
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
	crowded := false // the last group was of more than one record
	for range c.wake {
		if crowded {
			time.Sleep(pace - time.Since(begun))
		}
		runtime.Gosched() // games that can run at once may have records for this group
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

// settle waits until it is known what has become of all that can be read by now: the engine
// shows a record before it is on the disk.
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

// close waits for the last group. Nobody may call append any more.
func (c *committer) close() {
	close(c.wake)
	<-c.done
}
