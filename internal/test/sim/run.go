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
	"gamed/table"
)

// options configure tests of the simulation itself.
type options struct {
	open    func(*log) store.Log // wraps a game's log in a faulty one
	verbose bool                 // record the steps
}

// A result is the outcome of a simulation.
type result struct {
	history  uint64 // hash of all steps
	requests int
	steps    []string
	err      error // the first violation, or nil
}

// patience bounds the time until the game ends after the faults have stopped.
const patience = 10*time.Minute + absence

// run simulates a seed in its own synctest bubble. A leaked goroutine is also an error.
func run(t *testing.T, seed uint64, o options) (r result) {
	defer func() {
		if v := recover(); v != nil {
			r.err = errors.Join(r.err, fmt.Errorf("panic: %v", v))
		}
	}()
	synctest.Test(t, func(*testing.T) {
		w := newSimulation(seed, o)
		w.play()
		w.close()
		r = result{w.history.Sum64(), w.oracle.requests, w.steps, w.failure}
	})
	return r
}

// play runs the game, first with faults and then without. At the end it restarts the owner and
// verifies the log.
func (w *simulation) play() {
	w.mu.Lock()
	w.begin()
	w.mu.Unlock()
	w.await(w.faultTime+patience, "the game does not end after the faults", w.over)
	w.await(patience, "the clients are told of an end that the log lacks", func() bool { return w.oracle.ended })
	w.mu.Lock()
	owner := w.nodes[w.owner]
	owner.kill()
	owner.boot()
	w.mu.Unlock()
	w.await(patience, "the game does not recover after a restart", owner.serves)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.verify()
}

// over reports whether the faults have ended and every client has been informed of the end of the game.
func (w *simulation) over() bool {
	return w.calm && !slices.ContainsFunc(w.clients, func(c *client) bool { return !c.over })
}

// await advances the simulation until done returns true. If that takes longer than d, the
// simulation fails with the given problem.
func (w *simulation) await(d time.Duration, problem string, done func() bool) {
	end := time.Now().Add(d)
	w.drive(func() bool {
		if time.Now().After(end) {
			w.fail("%s", problem)
		}
		return done()
	})
}

func (w *simulation) begin() {
	for i := range w.nodes {
		w.nodes[i] = &node{w: w, i: i}
		w.after(0, w.nodes[i].boot)
	}
	for i, seat := range w.header.Seats {
		if seat.Kind != protocol.SeatBot {
			w.clients = append(w.clients, &client{w: w, seat: state.Seat(i), seated: seat.Kind != protocol.SeatOpen, chosen: map[uint32]drawnChoice{}, requested: map[string]bool{}, muted: map[int]bool{}, agreed: map[string]bool{}})
		}
	}
	if w.watched {
		w.clients = append(w.clients, &client{w: w, seat: state.Watcher, seated: true})
	}
	for _, c := range w.clients {
		w.after(w.between(0, 2*time.Second), c.dial)
		w.after(w.between(0, 5*time.Second), c.recoverLosses)
		if int(c.seat) == w.leaver {
			w.after(w.between(0, w.faultTime), c.leave)
		}
	}
	w.after(w.between(0, w.faultInterval), w.causeFault)
	w.after(w.faultTime, w.endFaults)
}

// verify replays the log and compares its position with that of the oracle.
func (w *simulation) verify() {
	if w.failure != nil {
		return
	}
	l, err := game.Load(w.disk.records, table.SameRules(w.rules))
	if err != nil {
		w.fail("the log does not replay: %w", err)
		return
	}
	if !bytes.Equal(l.Table.Machine.AppendState(nil), w.oracle.m.AppendState(nil)) {
		w.fail("the log replays to a different position: %s", table.Digest(l.Table.Machine))
	}
}

// close ends all processes.
func (w *simulation) close() {
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
