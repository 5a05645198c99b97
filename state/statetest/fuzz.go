package statetest

import (
	"bytes"
	"testing"

	"gamed/state"
	"gamed/state/statecheck"
)

// Fuzz drives games of k by bytes: two per request, six per illegal one. After every request the
// position must be valid, and a seat is awaited or the game is over. A refusal must change
// nothing. Run it with -fuzzminimizetime 10x, or most time goes into shrinking harmless inputs.
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
		chosen.Seed = seed
		g := k.game(t, chosen)
		script = script[:min(len(script), 2000)]
		for len(script) >= 2 && !g.core().Over {
			script = g.fuzz(script)
		}
	})
}

// The first byte of a request: below illegalFrom it chooses a seat, and the next byte an option.
const (
	illegalFrom = 0xE0
	resignFrom  = 0xFC
)

// fuzz applies the first request of script and returns the rest.
func (g *game[S]) fuzz(script []byte) []byte {
	if !g.next() {
		return nil
	}
	c := g.core()
	how, which := script[0], script[1]
	script = script[2:]
	switch {
	case how < illegalFrom:
		g.seat = c.Awaiting.From(state.Seat(how % c.Seats))
		g.options = g.kit.Rules.Options(&g.s, g.seat, g.options[:0])
		g.choice = g.options[int(which)%len(g.options)]
		if err := statecheck.List(g.kit.Rules.At(g.s), g.seat, g.options); err != nil {
			g.fatal("%v", err)
		}
		g.apply(nil)
	case how < resignFrom && len(script) >= 4:
		g.fuzzIllegal(state.Request{
			Seat:     state.Seat(which),
			Decision: c.Decision(state.Seat(which)) + uint32(how&3),
			Option:   state.Option{Do: state.Do(script[0]), Card: state.Card(script[1]), On: state.Card(script[2]), Also: state.Card(script[3])},
			Salt:     uint64(how >> 2),
		})
		script = script[4:]
	case how >= resignFrom:
		g.choice = state.Option{Do: state.Resign}
		g.apply(nil)
	}
	g.fuzzWorld(state.Seat(which))
	return script
}

// fuzzIllegal sends q, which may happen to be legal.
func (g *game[S]) fuzzIllegal(q state.Request) {
	before := g.s
	var log state.Log
	_, refusal := g.kit.Rules.Check(&g.s, q, nil)
	err := g.kit.Rules.Request(&g.s, q, &log)
	switch {
	case (err == nil) != (refusal == nil):
		g.fatal("%+v: checked: %v; requested: %v", q, refusal, err)
	case err == nil:
		g.check(&g.s)
	case g.s != before:
		g.fatal("%+v: refused, but it changed the position: %s", q, difference(&before, &g.s))
	case len(log.Events) > 0:
		g.fatal("%+v: refused, but it logged %+v", q, log.Events)
	}
}

// fuzzWorld compares a resampled world with the game as a viewer sees them.
func (g *game[S]) fuzzWorld(n state.Seat) {
	viewers := g.viewers()
	v := viewers[int(n)%len(viewers)]
	r := g.fork()
	world := g.s
	g.kit.Rules.Sample(&world, v, &r)
	g.check(&world)
	g.options = g.options[:0] // of the request before
	if a, b := g.appendKnown(nil, &g.s, v), g.appendKnown(nil, &world, v); !bytes.Equal(a, b) {
		g.fatal("seat %d can distinguish the worlds: %s\n%s\n%s", v, difference(&g.s, &world), a, b)
	}
}
