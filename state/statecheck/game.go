package statecheck

import (
	"bytes"
	"fmt"

	"gamed/state"
)

// A GameSpec describes the game that a check plays.
type GameSpec struct {
	Rules state.Dealer
	Setup state.Setup
	// Requests is an upper limit on the number of requests in the game.
	Requests int
	// Salts returns a source of salts for one game. If it is nil, the requests have no salts, and
	// all random numbers depend on the deal alone.
	Salts func() func() uint64
	// Choose draws an option. Nil means that all options are equally likely.
	Choose func(m state.Machine, seat state.Seat, options []state.Option, r *state.Rand) state.Option
	// Validate returns an error if m is not in a valid position. The machine dealt is the same
	// game after the deal. If Validate is nil, every position counts as valid.
	Validate func(dealt, m state.Machine) error
	// Measures lists the measures that must not reveal hidden facts.
	Measures []state.Measure
	// Diff describes the difference between two positions. If it is nil, Difference compares the
	// encoded states.
	Diff func(a, b state.Machine) string
}

// A Game is the game that a check plays, with random options unless Choose is set.
type Game struct {
	GameSpec
	Machine state.Machine
	Rand    state.Rand // the random source of the check, not of the game

	// Pending is the next request, and Options holds the options of its seat. Next sets both,
	// and Apply applies Pending.
	Pending state.Request
	Options []state.Option

	dealt    state.Machine
	requests []state.Request
	salt     func() uint64 // nil for none
}

// start deals the game.
func (g *Game) start() {
	m, err := g.Rules.Deal(g.Setup)
	if err != nil {
		g.Fail("Deal fails: %v", err)
	}
	g.dealt, g.Machine, g.requests = m, m.Fork(), nil
	if g.Salts != nil {
		g.salt = g.Salts()
	}
	g.CheckPosition(m)
}

// Next chooses a random awaited seat and a request for it. It returns false once the game is over.
func (g *Game) Next() bool {
	asked := g.Machine.Awaiting()
	over, _ := g.Machine.Result()
	switch {
	case over && asked != 0:
		g.Fail("the game is over and seats %b are awaited", asked)
	case over:
		return false
	case asked == 0:
		g.Fail("no seat is awaited and the game is not over")
	case !asked.Has(g.Machine.Next()):
		g.Fail("Next is seat %d, but seats %b are awaited", g.Machine.Next(), asked)
	case len(g.requests) >= g.Requests:
		g.Fail("the game has not ended after %d requests", g.Requests)
	}
	seat := asked.From(state.Seat(g.Rand.N(g.Machine.Seats())))
	g.Options = g.Machine.Options(seat, g.Options[:0])
	g.Pending = state.Request{Seat: seat, Decision: g.Machine.Decision(seat)}
	if len(g.Options) == 0 {
		g.Fail("seat %d is awaited and has no option", seat)
	}
	if g.Choose != nil {
		g.Pending.Option = g.Choose(g.Machine, seat, g.Options, &g.Rand)
	} else {
		g.Pending.Option = g.Options[g.Rand.N(len(g.Options))]
	}
	if g.salt != nil {
		g.Pending.Salt = g.salt()
	}
	return true
}

// Apply applies the pending request and checks the result.
func (g *Game) Apply(log *state.Log) {
	if err := g.Machine.Check(g.Pending); err != nil {
		g.Fail("a listed option is refused: %v", err)
	}
	g.requests = append(g.requests, g.Pending)
	g.Machine.Apply(g.Pending, log)
	g.CheckPosition(g.Machine)
}

// play plays the game to the end. It calls the function do before each request and at the end.
func (g *Game) play(do func(over bool)) {
	for g.Next() {
		do(false)
		g.Apply(nil)
	}
	do(true)
}

// playOut plays m, a fork of the game, to the end with random options.
func (g *Game) playOut(m state.Machine, r *state.Rand) {
	var options []state.Option
	for n := 0; m.Awaiting() != 0; n++ {
		if n > g.Requests {
			g.Fail("a playout from here does not end")
		}
		seat := m.Next()
		if options = m.Options(seat, options[:0]); len(options) == 0 {
			g.Fail("a playout from here awaits seat %d, which has no option\n%s", seat, m.Draw(state.Everything))
		}
		m.Apply(state.Request{Seat: seat, Decision: m.Decision(seat), Option: options[r.N(len(options))]}, nil)
	}
}

// CheckPosition ends the check with a failure unless m is in a valid position.
func (g *Game) CheckPosition(m state.Machine) {
	if g.Validate == nil {
		return
	}
	if err := g.Validate(g.dealt, m); err != nil {
		g.Fail("%v", err)
	}
}

// Viewers returns [state.Watcher] and all seats.
func (g *Game) Viewers() []state.Seat {
	vs := []state.Seat{state.Watcher}
	for seat := range state.Seat(g.Machine.Seats()) {
		vs = append(vs, seat)
	}
	return vs
}

// Branch returns a random source for a part of a check. The number of draws in this part does not
// affect the rest of the check.
func (g *Game) Branch() state.Rand { return state.Rand(g.Rand.Uint64()) }

func same(a, b state.Machine) bool { return bytes.Equal(a.AppendState(nil), b.AppendState(nil)) }

// Difference describes where two positions differ.
func (g *Game) Difference(a, b state.Machine) string {
	if g.Diff != nil {
		return g.Diff(a, b)
	}
	x, y := a.AppendState(nil), b.AppendState(nil)
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("the states differ from byte %d on:\n%s\nand\n%s", i, a.Draw(state.Everything), b.Draw(state.Everything))
		}
	}
	return fmt.Sprintf("one state has %d bytes and the other %d", len(x), len(y))
}

// Fail ends the check with a failure at the current position.
func (g *Game) Fail(format string, args ...any) { panic(g.failure(fmt.Sprintf(format, args...))) }

func (g *Game) failure(text string) (f *Failure) {
	f = &Failure{Text: text, Setup: g.Setup, Requests: g.requests, Seat: g.Pending.Seat, Decision: g.Pending.Decision}
	if g.Machine == nil {
		return f
	}
	defer func() { // Draw may panic on a faulty position
		if v := recover(); v != nil {
			f.Position = fmt.Sprintf("Draw fails: %v", v)
		}
	}()
	f.Turn = g.Machine.Turn()
	f.Position = g.Machine.Draw(state.Everything)
	return f
}
