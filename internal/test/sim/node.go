package sim

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// A node is a server that may own the game. It runs one process at a time.
type node struct {
	w       *simulation
	i       int
	process *process
	log     *log       // of game
	game    *game.Game // or nil if not loaded
	opening bool
	conns   []*conn

	frozen       chan struct{} // closed when the process is thawed; nil while it runs
	stalled      chan struct{} // closed when the store responds again; nil while it responds
	disconnected bool          // disconnected from the store
	isolated     bool          // disconnected from everything except the store
}

func (n *node) name() string { return fmt.Sprintf("node-%d", n.i) }

// A process runs until it is killed. After that, only its pending writes to the store may
// still take effect.
type process struct {
	timers *game.Timers
	dead   bool
}

// boot starts a process, unless one is running.
func (n *node) boot() {
	if n.process == nil {
		n.w.note("boot", n.i, nil)
		n.process = &process{timers: game.NewTimers()}
	}
}

// kill ends the process. Its goroutines continue to run until their game is closed.
func (n *node) kill() {
	p, g := n.process, n.game
	if p == nil {
		return
	}
	n.w.note("kill", n.i, nil)
	p.dead = true
	n.release()
	n.process, n.game, n.opening = nil, nil, false
	n.breakAll()
	n.w.group.Go(func() {
		if g != nil {
			_ = g.Close(context.Background())
		}
		p.timers.Close()
	})
}

// release wakes all goroutines that wait for the node.
func (n *node) release() {
	for _, gate := range []*chan struct{}{&n.frozen, &n.stalled} {
		if *gate != nil {
			close(*gate)
			*gate = nil
		}
	}
}

// drop closes the game, as a server does when it learns that another server owns the game.
func (n *node) drop() {
	g := n.game
	if g == nil {
		return
	}
	n.w.note("drop", n.i, nil)
	n.game = nil
	n.breakAll()
	n.w.group.Go(func() { _ = g.Close(context.Background()) })
}

func (n *node) breakAll() {
	for _, c := range n.conns {
		c.breakOff()
	}
	n.conns = nil
}

// serves reports whether the node serves the game.
func (n *node) serves() bool {
	if n.game == nil {
		return false
	}
	select {
	case <-n.game.Done():
		return false
	default:
		return true
	}
}

// loadAtOwner loads the game at its owner, as a hub does. It must be called when nothing else runs.
// Otherwise goroutine scheduling would decide whether a game has closed.
func (w *simulation) loadAtOwner() {
	n := w.nodes[w.owner]
	if n.process == nil || n.opening || n.serves() {
		return
	}
	n.opening, n.game = true, nil
	l := n.newLog()
	w.group.Go(func() { n.open(l) })
}

// open loads the game from the log, or starts a new game if there is no log.
func (n *node) open(l *log) {
	g, header, err := n.start(l)
	w := n.w
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case l.process.dead:
		if err == nil {
			w.group.Go(func() { _ = g.Close(context.Background()) })
		}
		return
	case err != nil:
		w.note("not opened", n.i, []byte(err.Error()))
		if errors.Is(err, table.ErrDamaged) {
			w.fail("node %d: %w", n.i, err)
		}
		w.after(w.between(100*time.Millisecond, time.Second), func() { n.opening = n.opening && n.process != l.process })
		return
	}
	w.note("opened", n.i, nil)
	n.game, n.log, n.opening = g, l, false
	for i, seat := range header.Seats {
		if seat.Kind == protocol.SeatBot {
			w.after(0, func() { n.seatBot(g, l, state.Seat(i)) })
		}
	}
}

// start loads or creates the game. Like a hub in a cluster, it first appends an epoch record to the log of an
// unfinished game, which fences off stale owners.
func (n *node) start(l *log) (*game.Game, *table.Header, error) {
	w, ctx, id := n.w, context.Background(), n.w.header.Game
	opened := w.open(l)
	records, err := opened.Read(ctx, id)
	w.mu.Lock()
	l.gameRecords = uint64(len(records))
	w.mu.Unlock()
	c := game.Config{Log: opened, Timers: l.process.timers, Pause: game.Pause}
	header := w.header
	if errors.Is(err, store.ErrNotFound) {
		c.Header = &header
		c.Table, err = table.New(&header, table.SameRules(w.rules))
	} else if err == nil {
		var loaded *game.LoadedGame
		if loaded, err = game.Load(records, table.SameRules(w.rules)); err == nil && !loaded.Table.Closed() {
			err = game.AppendEpoch(ctx, opened, loaded, n.name())
		}
		if err == nil {
			c.Table, c.Chain = loaded.Table, loaded.Chain
		}
	}
	if err != nil {
		return nil, nil, err
	}
	w.mu.Lock()
	w.oracle.checkRecovered(c.Table, int(l.gameRecords))
	w.mu.Unlock()
	c.Substitute = func(g *game.Game, seat state.Seat) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.after(0, func() { n.seatBot(g, l, seat) })
	}
	c.Observe = func(o game.Observation) { // called by the game's goroutine, which owns the table
		w.mu.Lock()
		defer w.mu.Unlock()
		switch o.Outcome {
		case game.Faulted:
			w.fail("the rules panicked: %v\n%s", o.Fault, o.Stack)
		case game.Accepted, game.Expired, game.Ended:
			w.oracle.checkFold(c.Table)
		}
	}
	g, err := game.Start(context.Background(), c)
	return g, &header, err
}
