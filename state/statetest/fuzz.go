package statetest

import (
	"testing"

	"gamed/state"
	"gamed/state/statecheck"
)

// Fuzz plays games of the kit with requests that it decodes from bytes. A legal request takes two
// bytes, and an illegal request takes six. After every request the position must be valid, and
// either a seat is awaited or the game is over. Calls of Check must not change the game.
//
// Run it with -fuzzminimizetime 10x. Otherwise the fuzzer spends most of its time on minimizing
// inputs that do not fail.
func Fuzz[S comparable](f *testing.F, k Kit[S]) {
	for i := range k.Setups {
		script := make([]byte, 400)
		r := state.Rand(i)
		for j := range script {
			script[j] = byte(r.Uint64())
		}
		f.Add(uint16(i), uint64(i), script)
	}
	f.Fuzz(func(t *testing.T, setup uint16, seed uint64, script []byte) {
		chosen := k.Setups[int(setup)%len(k.Setups)]
		chosen.Seed = state.Seed(seed)
		k.run(t, k.play(chosen), func(g game[S]) {
			for script = script[:min(len(script), 2000)]; len(script) >= 2 && g.Next(); {
				script = g.fuzz(script)
			}
		})
	})
}

// These constants split the values of the first byte of a request. A value below illegalFrom
// chooses a seat, and the next byte then chooses an option.
const (
	illegalFrom = 0xE0
	resignFrom  = 0xFC
)

// fuzz applies the first request of script and returns the bytes after the request.
func (g game[S]) fuzz(script []byte) []byte {
	action, argument := script[0], script[1]
	script = script[2:]
	switch {
	case action < illegalFrom:
		seat := g.Machine.Awaiting().From(state.Seat(action) % state.Seat(g.Machine.Seats()))
		g.Options = g.Machine.Options(seat, g.Options[:0])
		g.Pending = state.Request{Seat: seat, Decision: g.Machine.Decision(seat), Option: g.Options[int(argument)%len(g.Options)]}
		if err := statecheck.CheckOptions(g.Machine, seat, g.Options); err != nil {
			g.Fail("%v", err)
		}
		g.Apply(nil)
	case action < resignFrom && len(script) >= 4:
		g.fuzzIllegal(state.Request{
			Seat:     state.Seat(argument),
			Decision: g.Machine.Decision(state.Seat(argument)) + uint32(action&3),
			Option:   state.Option{Do: state.Do(script[0]), Card: state.Card(script[1]), Target: state.Card(script[2]), SecondTarget: state.Card(script[3])},
			Salt:     uint64(action >> 2),
		})
		script = script[4:]
	case action >= resignFrom:
		g.Pending.Option = state.Option{Do: state.Resign}
		g.Apply(nil)
	}
	g.fuzzWorld(state.Seat(argument))
	return script
}

// fuzzIllegal sends q, which is usually illegal. If it is legal, fuzzIllegal applies it.
func (g game[S]) fuzzIllegal(q state.Request) {
	before := *g.s()
	refusal := g.Machine.Check(q)
	if *g.s() != before {
		g.Fail("%+v: checking it changed the position: %s", q, difference(&before, g.s()))
	}
	if refusal == nil {
		g.Pending = q
		g.Apply(nil)
	}
}

// fuzzWorld checks that a viewer cannot distinguish a resampled world from the game.
func (g game[S]) fuzzWorld(n state.Seat) {
	viewers := g.Viewers()
	v := viewers[int(n)%len(viewers)]
	world := g.world(v)
	g.CheckPosition(g.kit.Rules.At(world))
	g.Options = g.Options[:0] // drop the options of the previous request
	if a, b := g.known(g.s(), v), g.known(&world, v); a != b {
		g.Fail("seat %d can distinguish the worlds: %s\n%s\n%s", v, difference(g.s(), &world), a, b)
	}
}
