package statecheck

import (
	"bytes"
	"fmt"

	"gamed/state"
)

// A Play is a game for a check to play.
type Play struct {
	Rules state.Dealer
	Setup state.Setup
	// Requests is more than the game may take.
	Requests int
	// Salts returns where the salts of a game's requests come from, in order. Nil
	// means that there are none, so that all chance comes from the deal.
	Salts func() func() uint64
	// Choose draws one of the options. Nil means that all are equally likely.
	Choose func(m state.Machine, seat state.Seat, options []state.Option, r *state.Rand) state.Option
	// Sound returns an error unless m is as every position of a game dealt as
	// dealt must be. Nil means that nothing is known of positions.
	Sound func(dealt, m state.Machine) error
	// Measures are those to be held to what each seat may know.
	Measures []state.Measure
	// Differ names the difference of two positions. Nil means by bytes.
	Differ func(a, b state.Machine) string
}

// A game is one that a check plays, by options drawn at random.
type game struct {
	Play
	rand     state.Rand // of the check: the game has its own
	dealt, m state.Machine
	requests []state.Request
	salt     func() uint64 // nil for none

	// What is about to be done: next sets it, apply does it.
	options []state.Option // of the seat
	q       state.Request
}

// start deals.
func (g *game) start() {
	m, err := g.Rules.Deal(g.Setup)
	if err != nil {
		g.fail("it cannot be dealt: %v", err)
	}
	g.dealt, g.m, g.requests = m, m.Fork(), nil
	if g.Salts != nil {
		g.salt = g.Salts()
	}
	g.sound(m)
}

// next chooses what is done next, by any of the seats that are asked. It returns
// false once the game is over.
func (g *game) next() bool {
	asked := g.m.Awaiting()
	over, _ := g.m.Result()
	switch {
	case over && asked != 0:
		g.fail("the game is over and seats %b are asked", asked)
	case over:
		return false
	case asked == 0:
		g.fail("nobody is asked and the game is not over")
	case !asked.Has(g.m.Next()):
		g.fail("seat %d is said to be next, and seats %b are asked", g.m.Next(), asked)
	case len(g.requests) >= g.Requests:
		g.fail("the game has not ended after %d requests", g.Requests)
	}
	seat := asked.From(state.Seat(g.rand.N(g.m.Seats())))
	g.options = g.m.Options(seat, g.options[:0])
	g.q = state.Request{Seat: seat, Decision: g.m.Decision(seat)}
	if len(g.options) == 0 {
		g.fail("seat %d is asked and has no option", seat)
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

// apply does what next chose and checks what came of it.
func (g *game) apply(log *state.Log) {
	if err := g.m.Check(g.q); err != nil {
		g.fail("an option on the list is refused: %v", err)
	}
	g.requests = append(g.requests, g.q)
	g.m.Apply(g.q, log)
	g.sound(g.m)
}

// play plays to the end, and does something before each request, and at the end.
func (g *game) play(do func(over bool)) {
	for g.next() {
		do(false)
		g.apply(nil)
	}
	do(true)
}

// playOut plays m, which has come from the game, to its end.
func (g *game) playOut(m state.Machine, r *state.Rand) {
	var options []state.Option
	for n := 0; m.Awaiting() != 0; n++ {
		if n > g.Requests {
			g.fail("a game that goes on from here does not end")
		}
		seat := m.Next()
		if options = m.Options(seat, options[:0]); len(options) == 0 {
			g.fail("a game that goes on from here asks seat %d, which has no option\n%s", seat, m.Draw(state.Everything))
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

// viewers returns everybody who watches the game or plays in it.
func (g *game) viewers() []state.Seat {
	vs := []state.Seat{state.Watcher}
	for seat := range state.Seat(g.m.Seats()) {
		vs = append(vs, seat)
	}
	return vs
}

// branch draws a generator that leaves the one of g to play on with.
func (g *game) branch() state.Rand { return state.Rand(g.rand.Uint64()) }

func same(a, b state.Machine) bool { return bytes.Equal(a.AppendState(nil), b.AppendState(nil)) }

// difference says where two positions differ.
func (g *game) difference(a, b state.Machine) string {
	if g.Differ != nil {
		return g.Differ(a, b)
	}
	x, y := a.AppendState(nil), b.AppendState(nil)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("their states differ from byte %d on:\n%s\nand\n%s", i, a.Draw(state.Everything), b.Draw(state.Everything))
		}
	}
	return fmt.Sprintf("one state has %d bytes and the other %d", len(x), len(y))
}

// fail ends the check with where the game stands.
func (g *game) fail(format string, args ...any) { panic(g.failure(fmt.Sprintf(format, args...))) }

func (g *game) failure(text string) (f *Failure) {
	f = &Failure{Text: text, Setup: g.Setup, Requests: g.requests, Seat: g.q.Seat, Decision: g.q.Decision}
	if g.m == nil {
		return f
	}
	defer func() { // the rules may not be able to show what they have done
		if v := recover(); v != nil {
			f.Position = fmt.Sprintf("the position cannot be shown: %v", v)
		}
	}()
	f.Turn = g.m.Turn()
	f.Position = g.m.Draw(state.Everything)
	return f
}
