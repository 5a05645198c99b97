package sim

import (
	"context"
	"time"
)

// causeFault causes a fault and schedules the next fault.
func (w *simulation) causeFault() {
	if w.calm {
		return
	}
	if len(w.faultKinds) > 0 {
		w.faultKinds[w.rand.IntN(len(w.faultKinds))](w)
	}
	w.after(w.between(w.faultInterval/10, 2*w.faultInterval), w.causeFault)
}

// pickNode returns a random node, usually the owner.
func (w *simulation) pickNode() *node {
	if w.chance(0.7) {
		return w.nodes[w.owner]
	}
	return w.nodes[1-w.owner]
}

// crash kills a process and restarts it later. In the meantime another node may take over.
func (w *simulation) crash() {
	n := w.pickNode()
	n.kill()
	w.after(w.between(10*time.Millisecond, 10*time.Second), n.boot)
	w.replace(n)
}

// replace lets the other node take over from a failed owner, with probability one half.
func (w *simulation) replace(n *node) {
	if n.i == w.owner && w.chance(0.5) {
		w.after(w.between(time.Second, 6*time.Second), func() { w.move(1 - n.i) })
	}
}

// closeGate closes a gate of node n for a while. Goroutines that arrive at a closed gate wait until it
// opens. closeGate returns false if the gate is already closed or the node runs no process.
func (w *simulation) closeGate(n *node, gate *chan struct{}, most time.Duration, begin, end string) bool {
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

// startFault makes a fault true for up to ten seconds.
func (w *simulation) startFault(fault *bool) {
	*fault = true
	w.after(w.between(100*time.Millisecond, 10*time.Second), func() { *fault = false })
}

// freeze suspends a process for a while. Its connections stay open.
func (w *simulation) freeze() {
	if n := w.pickNode(); w.closeGate(n, &n.frozen, 15*time.Second, "freeze", "wake") {
		w.replace(n)
	}
}

// stallStore makes the store unresponsive for a node for a while, as during a leader election.
func (w *simulation) stallStore() {
	n := w.pickNode()
	w.closeGate(n, &n.stalled, 10*time.Second, "silent", "answers")
}

// disconnectStore disconnects a node from the store for a while.
func (w *simulation) disconnectStore() {
	n := w.pickNode()
	w.note("cut", n.i, nil)
	w.startFault(&n.disconnected)
}

// fillDisk makes the disk full for a while.
func (w *simulation) fillDisk() {
	w.note("full", -1, nil)
	w.startFault(&w.disk.full)
}

// damageReads makes reads of the disk return damaged or older data for a while.
func (w *simulation) damageReads() {
	w.note("lies", -1, nil)
	w.startFault(&w.disk.damaged)
}

// unload unloads the game from memory if the game is idle.
func (w *simulation) unload() {
	g := w.nodes[w.owner].game
	if g == nil {
		return
	}
	w.note("sleep", w.owner, nil)
	w.group.Go(func() { _, _ = g.Sleep(context.Background(), 0) })
}

// takeOver lets the other node take over the game of a healthy owner.
func (w *simulation) takeOver() { w.move(1 - w.owner) }

// isolate disconnects a node from everything except the store for a while.
func (w *simulation) isolate() {
	n := w.pickNode()
	w.note("isolated", n.i, nil)
	n.breakAll()
	w.startFault(&n.isolated)
}

// move makes the node with the given number the owner of the game. The new owner reads the log.
// The old owner learns of the change up to 15 seconds later.
func (w *simulation) move(to int) {
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
func (w *simulation) endFaults() {
	w.note("calm", -1, nil)
	w.calm, w.disk.full, w.disk.damaged = true, false, false
	for _, n := range w.nodes {
		n.disconnected, n.isolated = false, false
		n.release()
		w.after(0, n.boot)
	}
	w.nodes[1-w.owner].drop()
}
