package sim

import (
	"context"
	"time"
)

// causeFault causes a fault and schedules the next one.
func (w *world) causeFault() {
	if w.calm {
		return
	}
	if len(w.kinds) > 0 {
		w.kinds[w.rand.IntN(len(w.kinds))](w)
	}
	w.after(w.between(w.every/10, 2*w.every), w.causeFault)
}

// pickNode returns a random node, usually the owner.
func (w *world) pickNode() *node {
	if w.chance(0.7) {
		return w.nodes[w.owner]
	}
	return w.nodes[1-w.owner]
}

// crash kills a process and restarts it later. In the meantime another node may take over.
func (w *world) crash() {
	n := w.pickNode()
	n.kill()
	w.after(w.between(10*time.Millisecond, 10*time.Second), n.boot)
	w.replace(n)
}

// replace lets the other node take over from a failed owner, with probability one half.
func (w *world) replace(n *node) {
	if n.i == w.owner && w.chance(0.5) {
		w.after(w.between(time.Second, 6*time.Second), func() { w.move(1 - n.i) })
	}
}

// block closes a node's gate for a while. It returns false if the gate is already closed or the node runs no
// process.
func (w *world) block(n *node, gate *chan struct{}, most time.Duration, begin, end string) bool {
	if *gate != nil || n.process == nil {
		return false
	}
	w.note(begin, n.i, nil)
	closed := make(chan struct{})
	*gate = closed
	w.after(w.between(100*time.Millisecond, most), func() {
		if *gate == closed {
			w.note(end, n.i, nil)
			close(closed)
			*gate = nil
		}
	})
	return true
}

// activate sets a fault for a while.
func (w *world) activate(fault *bool) {
	*fault = true
	w.after(w.between(100*time.Millisecond, 10*time.Second), func() { *fault = false })
}

// freeze suspends a process for a while. Its connections stay open.
func (w *world) freeze() {
	if n := w.pickNode(); w.block(n, &n.frozen, 15*time.Second, "freeze", "wake") {
		w.replace(n)
	}
}

// silence makes the store unresponsive for a node for a while, as during a leader election.
func (w *world) silence() {
	n := w.pickNode()
	w.block(n, &n.silent, 10*time.Second, "silent", "answers")
}

// cut disconnects a node from the store for a while.
func (w *world) cut() {
	n := w.pickNode()
	w.note("cut", n.i, nil)
	w.activate(&n.cut)
}

// fill makes the disk full for a while.
func (w *world) fill() {
	w.note("full", -1, nil)
	w.activate(&w.disk.full)
}

// deceive makes reads of the disk return damaged or older data for a while.
func (w *world) deceive() {
	w.note("lies", -1, nil)
	w.activate(&w.disk.lies)
}

// sleep unloads the game from memory if it is idle.
func (w *world) sleep() {
	g := w.nodes[w.owner].game
	if g == nil {
		return
	}
	w.note("sleep", w.owner, nil)
	w.group.Go(func() { _, _ = g.Sleep(context.Background(), 0) })
}

// usurp lets another node take over the game of a healthy owner.
func (w *world) usurp() { w.move(1 - w.owner) }

// isolate disconnects a node from everything except the store for a while.
func (w *world) isolate() {
	n := w.pickNode()
	w.note("isolated", n.i, nil)
	n.breakAll()
	w.activate(&n.isolated)
}

// move makes another node the owner. The new owner reads the log. The old owner may learn of
// the change much later.
func (w *world) move(to int) {
	if w.owner == to || w.calm {
		return
	}
	w.note("owner", to, nil)
	w.owner = to
	w.nodes[to].drop()
	old := w.nodes[1-to]
	l := old.log
	w.after(w.between(0, 15*time.Second), func() {
		if w.owner == to && old.log == l {
			old.drop()
		}
	})
}

// endFaults ends all faults and closes the game of the node that is not the owner.
func (w *world) endFaults() {
	w.note("calm", -1, nil)
	w.calm, w.disk.full, w.disk.lies = true, false, false
	for _, n := range w.nodes {
		n.cut, n.isolated = false, false
		n.release()
		w.after(0, n.boot)
	}
	w.nodes[1-w.owner].drop()
}
