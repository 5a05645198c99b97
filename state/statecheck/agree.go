package statecheck

import (
	"encoding/json"
	"fmt"

	"gamed/state"
)

// agreedEvery is the number of requests between the positions that checkAgreed tests.
const agreedEvery = 8

// checkAgreed undoes requests and ends games by agreement.
func checkAgreed(g *game) {
	for g.next() {
		if len(g.requests)%agreedEvery == 0 {
			g.takeBack()
			g.endNow()
		}
		g.apply(nil)
	}
}

// takeBack plays on a little and undoes it.
func (g *game) takeBack() {
	r := g.branch()
	m := g.m.Fork()
	m.Apply(g.q, nil)
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
		last = max(last, m.Decision(seat), g.m.Decision(seat))
	}
	m.Undo(g.m)
	if m.Seq() != seq+1 {
		g.fail("request %d: an undo continues with number %d", seq, m.Seq())
	}
	for _, seat := range g.viewers() {
		if before, now := g.seen(g.m, seat), g.seen(m, seat); before != now {
			g.fail("an undo shows seat %d\n%s\ninstead of\n%s", seat, now, before)
		}
		if id := m.Decision(seat); id != 0 && id <= last || (id == 0) != (g.m.Decision(seat) == 0) {
			g.fail("an undo turns decision %d of seat %d into %d, after decision %d", g.m.Decision(seat), seat, id, last)
		}
	}
	g.playOut(m, &r)
}

// seen returns what a seat sees and may do.
func (g *game) seen(m state.Machine, seat state.Seat) string {
	seen := string(m.AppendView(nil, seat))
	for _, o := range m.Options(seat, nil) {
		seen += fmt.Sprintf("\n%+v", m.Label(seat, o))
	}
	return seen
}

// endNow ends a game by agreement.
func (g *game) endNow() {
	m := g.m.Fork()
	m.End(0)
	if over, won := m.Result(); !over || won != 0 || m.Awaiting() != 0 {
		g.fail("after an agreed draw: over %v, won %b, awaited %b", over, won, m.Awaiting())
	}
	for _, seat := range g.viewers() {
		if view := m.AppendView(nil, seat); m.Decision(seat) != 0 || !json.Valid(view) {
			g.fail("after an agreed draw seat %d has decision %d and sees %s", seat, m.Decision(seat), view)
		}
	}
}
