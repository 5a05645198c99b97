package sim

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
)

// options are for tests of the simulation itself.
type options struct {
	open    func(*log) store.Log // the log of a game, with a fault of its own
	verbose bool                 // keeps the steps
}

// A result is what became of a simulation.
type result struct {
	history  uint64 // a hash of all that has happened
	requests int
	steps    []string
	err      error // what must not happen, nil if nothing did
}

// patience is how long a game may take once the faults have stopped.
const patience = 10*time.Minute + absence

// run simulates what a seed stands for, in a bubble of its own. A goroutine that is
// left is an error, too.
func run(t *testing.T, seed uint64, o options) (r result) {
	defer func() {
		if v := recover(); v != nil {
			r.err = errors.Join(r.err, fmt.Errorf("panic: %v", v))
		}
	}()
	synctest.Test(t, func(*testing.T) {
		w := newWorld(seed, o)
		w.play()
		w.close()
		r = result{w.history.Sum64(), w.truth.requests, w.steps, w.failure}
	})
	return r
}

// play has the game played, with faults and then without.
func (w *world) play() {
	w.mu.Lock()
	w.begin()
	w.mu.Unlock()
	w.await(w.faults+patience, "the game does not end without faults", w.over)
	w.await(patience, "everybody is told of the end, and the log has no record of it", func() bool { return w.truth.ended })
	w.mu.Lock()
	owner := w.nodes[w.owner]
	owner.kill()
	owner.boot()
	w.mu.Unlock()
	w.await(patience, "the game does not come back after a restart", owner.serves)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.verify()
}

// over reports whether the faults are over, and everybody has been told that the game is.
func (w *world) over() bool {
	return w.calm && !slices.ContainsFunc(w.clients, func(c *client) bool { return !c.over })
}

// await drives the world until done, and fails if that takes longer than d.
func (w *world) await(d time.Duration, otherwise string, done func() bool) {
	end := time.Now().Add(d)
	w.drive(func() bool {
		if time.Now().After(end) {
			w.fail("%s", otherwise)
		}
		return done()
	})
}

func (w *world) begin() {
	for i := range w.nodes {
		w.nodes[i] = &node{w: w, i: i}
		w.after(0, w.nodes[i].boot)
	}
	for i, seat := range w.header.Seats {
		if seat.Kind != protocol.SeatBot {
			w.clients = append(w.clients, &client{w: w, seat: state.Seat(i), seated: seat.Kind != protocol.SeatOpen, chosen: map[uint32]int{}, wanted: map[string]bool{}, muted: map[int]bool{}, agreed: map[string]bool{}})
		}
	}
	if w.watched {
		w.clients = append(w.clients, &client{w: w, seat: state.Watcher, seated: true})
	}
	for _, c := range w.clients {
		w.after(w.between(0, 2*time.Second), c.dial)
		w.after(w.between(0, 5*time.Second), c.watch)
		if int(c.seat) == w.leaver {
			w.after(w.between(0, w.faults), c.leave)
		}
	}
	w.after(w.between(0, w.every), w.trouble)
	w.after(w.faults, w.heal)
}

// verify runs the log again and compares it with what was kept when.
func (w *world) verify() {
	if w.failure != nil {
		return
	}
	c, err := w.replay(w.disk.records)
	if err != nil {
		w.fail("the log cannot be run again: %w", err)
		return
	}
	if !bytes.Equal(c.Machine.AppendState(nil), w.truth.m.AppendState(nil)) {
		w.fail("the log leads to another position than it did: %s", game.Digest(c.Machine))
	}
}

// close ends what is left of the processes.
func (w *world) close() {
	w.mu.Lock()
	for _, n := range w.nodes {
		n.kill()
	}
	for _, c := range w.clients {
		if c.conn != nil {
			c.conn.leave()
		}
	}
	w.mu.Unlock()
	w.group.Wait()
}
