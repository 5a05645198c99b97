package statecheck

import (
	"encoding/json"
	"fmt"

	"gamed/state"
)

// undoEvery is the interval, in requests, at which checkUndoAndDraw tests an undo and a draw.
const undoEvery = 8

// checkUndoAndDraw checks that a game can undo requests, and that it can end by agreement.
func checkUndoAndDraw(g *Game) {
	for g.Next() {
		if len(g.requests)%undoEvery == 0 {
			g.checkUndo()
			g.checkDraw()
		}
		g.Apply(nil)
	}
}

// checkUndo plays a few requests on a fork, undoes them, and compares the fork with the game.
func (g *Game) checkUndo() {
	r := g.Branch()
	m := g.Machine.Fork()
	m.Apply(g.Pending, nil)
	for range r.N(3) {
		if m.Awaiting() != 0 {
			options := m.Options(m.Next(), nil)
			m.Apply(state.Request{Seat: m.Next(), Decision: m.Decision(m.Next()), Option: options[r.N(len(options))]}, nil)
		}
	}
	if m.Awaiting() == 0 {
		return // a finished game allows no undo
	}
	seq, last := m.Seq(), uint32(0)
	for seat := range state.Seat(m.Seats()) {
		last = max(last, m.Decision(seat), g.Machine.Decision(seat))
	}
	m.Undo(g.Machine)
	if m.Seq() != seq+1 {
		g.Fail("request %d: an undo continues with number %d", seq, m.Seq())
	}
	for _, seat := range g.Viewers() {
		if before, now := g.seen(g.Machine, seat), g.seen(m, seat); before != now {
			g.Fail("an undo shows seat %d\n%s\ninstead of\n%s", seat, now, before)
		}
		if id := m.Decision(seat); id != 0 && id <= last || (id == 0) != (g.Machine.Decision(seat) == 0) {
			g.Fail("an undo turns decision %d of seat %d into %d, after decision %d", g.Machine.Decision(seat), seat, id, last)
		}
	}
	g.playOut(m, &r)
}

// seen returns the seat's view and the labels of its options.
func (g *Game) seen(m state.Machine, seat state.Seat) string {
	seen := string(m.AppendView(nil, seat))
	for _, o := range m.Options(seat, nil) {
		seen += fmt.Sprintf("\n%+v", m.Label(seat, o))
	}
	return seen
}

// checkDraw ends a fork of the game by agreement and checks the result.
func (g *Game) checkDraw() {
	m := g.Machine.Fork()
	m.End(0)
	if over, won := m.Result(); !over || won != 0 || m.Awaiting() != 0 {
		g.Fail("after an agreed draw: over %v, won %b, awaited %b", over, won, m.Awaiting())
	}
	for _, seat := range g.Viewers() {
		if view := m.AppendView(nil, seat); m.Decision(seat) != 0 || !json.Valid(view) {
			g.Fail("after an agreed draw seat %d has decision %d and sees %s", seat, m.Decision(seat), view)
		}
	}
}
