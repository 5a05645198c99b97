package sim

import (
	"context"
	"time"
)

// trouble causes a fault and plans the next.
func (w *world) trouble() {
	if w.calm {
		return
	}
	if len(w.kinds) > 0 {
		w.kinds[w.rand.IntN(len(w.kinds))](w)
	}
	w.after(w.between(w.every/10, 2*w.every), w.trouble)
}

// either returns a node, usually the owner.
func (w *world) either() *node {
	if w.chance(0.7) {
		return w.nodes[w.owner]
	}
	return w.nodes[1-w.owner]
}

// crash kills a process. It restarts, or another node takes over.
func (w *world) crash() {
	n := w.either()
	n.kill()
	w.after(w.between(10*time.Millisecond, 10*time.Second), n.boot)
	if n.i == w.owner && w.chance(0.5) {
		w.after(w.between(time.Second, 6*time.Second), func() { w.move(1 - n.i) })
	}
}

// freeze suspends a process for a while. Its connections stay open.
func (w *world) freeze() {
	n := w.either()
	if n.frozen != nil || n.process == nil {
		return
	}
	w.note("freeze", n.i, nil)
	gate := make(chan struct{})
	n.frozen = gate
	w.after(w.between(100*time.Millisecond, 15*time.Second), func() {
		if n.frozen == gate {
			w.note("wake", n.i, nil)
			close(gate)
			n.frozen = nil
		}
	})
	if n.i == w.owner && w.chance(0.5) {
		w.after(w.between(time.Second, 6*time.Second), func() { w.move(1 - n.i) })
	}
}

// silence suspends the store for a while, as during an election.
func (w *world) silence() {
	n := w.either()
	if n.silent != nil || n.process == nil {
		return
	}
	w.note("silent", n.i, nil)
	gate := make(chan struct{})
	n.silent = gate
	w.after(w.between(100*time.Millisecond, 10*time.Second), func() {
		if n.silent == gate {
			w.note("answers", n.i, nil)
			close(gate)
			n.silent = nil
		}
	})
}

// cut disconnects a node from the store.
func (w *world) cut() {
	n := w.either()
	w.note("cut", n.i, nil)
	n.cut = true
	w.after(w.between(100*time.Millisecond, 10*time.Second), func() { n.cut = false })
}

// fill makes the store full for a while.
func (w *world) fill() {
	w.note("full", -1, nil)
	w.disk.full = true
	w.after(w.between(100*time.Millisecond, 10*time.Second), func() { w.disk.full = false })
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

// isolate disconnects a node from everything but the store.
func (w *world) isolate() {
	n := w.either()
	w.note("isolated", n.i, nil)
	n.isolated = true
	n.breakAll()
	w.after(w.between(100*time.Millisecond, 10*time.Second), func() { n.isolated = false })
}

// move makes another node the owner. The new owner reads the log; the old one learns of it
// much later.
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

// heal ends all faults.
func (w *world) heal() {
	w.note("calm", -1, nil)
	w.calm, w.disk.full = true, false
	for _, n := range w.nodes {
		n.cut, n.isolated = false, false
		n.release()
		w.after(0, n.boot)
	}
	w.nodes[1-w.owner].drop()
}
