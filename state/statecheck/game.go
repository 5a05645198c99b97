package statecheck

import (
	"bytes"
	"fmt"

	"gamed/state"
)

// A Play describes the game that a check plays.
type Play struct {
	Rules state.Dealer
	Setup state.Setup
	// Requests is more than the game may take.
	Requests int
	// Salts returns a source of salts for one game. Nil means no salts: all chance comes from the
	// deal.
	Salts func() func() uint64
	// Choose draws an option. Nil means that all are equally likely.
	Choose func(m state.Machine, seat state.Seat, options []state.Option, r *state.Rand) state.Option
	// Sound returns an error if m is no valid position of a game that was dealt as dealt. Nil
	// checks nothing.
	Sound func(dealt, m state.Machine) error
	// Measures are checked for hidden facts.
	Measures []state.Measure
	// Differ describes the difference of two positions. Nil means by bytes.
	Differ func(a, b state.Machine) string
}

// A game is one that a check plays with random options.
type game struct {
	Play
	rand     state.Rand // the check's own
	dealt, m state.Machine
	requests []state.Request
	salt     func() uint64 // nil for none

	// next sets the pending request, apply applies it.
	options []state.Option // of the seat
	q       state.Request
}

// start deals the game.
func (g *game) start() {
	m, err := g.Rules.Deal(g.Setup)
	if err != nil {
		g.fail("Deal fails: %v", err)
	}
	g.dealt, g.m, g.requests = m, m.Fork(), nil
	if g.Salts != nil {
		g.salt = g.Salts()
	}
	g.sound(m)
}

// next chooses the request of a random awaited seat. It returns false once the game is over.
func (g *game) next() bool {
	asked := g.m.Awaiting()
	over, _ := g.m.Result()
	switch {
	case over && asked != 0:
		g.fail("the game is over and seats %b are awaited", asked)
	case over:
		return false
	case asked == 0:
		g.fail("no seat is awaited and the game is not over")
	case !asked.Has(g.m.Next()):
		g.fail("Next is seat %d, but seats %b are awaited", g.m.Next(), asked)
	case len(g.requests) >= g.Requests:
		g.fail("the game has not ended after %d requests", g.Requests)
	}
	seat := asked.From(state.Seat(g.rand.N(g.m.Seats())))
	g.options = g.m.Options(seat, g.options[:0])
	g.q = state.Request{Seat: seat, Decision: g.m.Decision(seat)}
	if len(g.options) == 0 {
		g.fail("seat %d is awaited and has no option", seat)
	}
	if g.Choose != nil {
		g.q.Option = g.Choose(g.m, seat, g.options, &g.rand)
	} else {
		g.q.Option = g.options[g.rand.N(len(g.options))]
	}
	if g.salt != nil {
		g.q.Salt = g.salt()
	}
	return true
}

// apply applies the request of next and checks the result.
func (g *game) apply(log *state.Log) {
	if err := g.m.Check(g.q); err != nil {
		g.fail("a listed option is refused: %v", err)
	}
	g.requests = append(g.requests, g.q)
	g.m.Apply(g.q, log)
	g.sound(g.m)
}

// play plays to the end and calls do before each request and at the end.
func (g *game) play(do func(over bool)) {
	for g.next() {
		do(false)
		g.apply(nil)
	}
	do(true)
}

// playOut plays m, a fork of the game, to its end.
func (g *game) playOut(m state.Machine, r *state.Rand) {
	var options []state.Option
	for n := 0; m.Awaiting() != 0; n++ {
		if n > g.Requests {
			g.fail("a playout from here does not end")
		}
		seat := m.Next()
		if options = m.Options(seat, options[:0]); len(options) == 0 {
			g.fail("a playout from here awaits seat %d, which has no option\n%s", seat, m.Draw(state.Everything))
		}
		m.Apply(state.Request{Seat: seat, Decision: m.Decision(seat), Option: options[r.N(len(options))]}, nil)
	}
}

func (g *game) sound(m state.Machine) {
	if g.Sound == nil {
		return
	}
	if err := g.Sound(g.dealt, m); err != nil {
		g.fail("%v", err)
	}
}

// viewers returns the spectator and all seats.
func (g *game) viewers() []state.Seat {
	vs := []state.Seat{state.Watcher}
	for seat := range state.Seat(g.m.Seats()) {
		vs = append(vs, seat)
	}
	return vs
}

// branch returns a generator that does not affect the rest of the game.
func (g *game) branch() state.Rand { return state.Rand(g.rand.Uint64()) }

func same(a, b state.Machine) bool { return bytes.Equal(a.AppendState(nil), b.AppendState(nil)) }

// difference describes where two positions differ.
func (g *game) difference(a, b state.Machine) string {
	if g.Differ != nil {
		return g.Differ(a, b)
	}
	x, y := a.AppendState(nil), b.AppendState(nil)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("the states differ from byte %d on:\n%s\nand\n%s", i, a.Draw(state.Everything), b.Draw(state.Everything))
		}
	}
	return fmt.Sprintf("one state has %d bytes and the other %d", len(x), len(y))
}

// fail ends the check at the current position.
func (g *game) fail(format string, args ...any) { panic(g.failure(fmt.Sprintf(format, args...))) }

func (g *game) failure(text string) (f *Failure) {
	f = &Failure{Text: text, Setup: g.Setup, Requests: g.requests, Seat: g.q.Seat, Decision: g.q.Decision}
	if g.m == nil {
		return f
	}
	defer func() { // a faulty position may not be drawable
		if v := recover(); v != nil {
			f.Position = fmt.Sprintf("Draw fails: %v", v)
		}
	}()
	f.Turn = g.m.Turn()
	f.Position = g.m.Draw(state.Everything)
	return f
}
