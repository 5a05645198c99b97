package statetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// testAsked checks that Awaits and the stops depend only on public facts. Otherwise asking a seat,
// or passing for it, would reveal hidden facts.
func (k *Kit[S]) testAsked(t *testing.T) {
	k.eachRequest(t, func(g game[S]) {
		for _, v := range g.Viewers() {
			world := g.world(v)
			f := *k.Rules.Core(&world).Stack.Top()
			if asked := k.Rules.Phases[f.Phase].Awaits(&world, &f); asked != g.core().Awaiting {
				g.Fail("seats %b are awaited, but %[3]b in a world that looks the same to seat %[2]d: %[4]s", g.core().Awaiting, v, asked, difference(g.s(), &world))
			}
			if mine, other := k.stops(g.Machine), k.stops(k.Rules.At(world)); mine != other {
				g.Fail("the stops are %d, but %d in a world that looks the same to seat %d", mine, other, v)
			}
			if mine, other := k.mustPass(g.Machine), k.mustPass(k.Rules.At(world)); mine != other {
				g.Fail("the seats that must pass are %b, but %b in a world that looks the same to seat %d", mine, other, v)
			}
		}
		g.Apply(nil)
	})
}

// stops returns, by seat, the index of the seat's stop if the seat is awaited and its default is a
// pass. For any other seat it returns -1.
func (k *Kit[S]) stops(m state.Machine) (all [state.MaxSeats]int) {
	can := k.Rules.Abilities()
	for seat := range all {
		all[seat] = -1
		options := m.Options(state.Seat(seat), nil)
		if can.Passing != nil && len(options) > 0 && m.Label(state.Seat(seat), options[0]).Do == can.Passing.Pass {
			all[seat] = can.Stop(m, state.Seat(seat))
		}
	}
	return all
}

// mustPass returns the awaited seats that, by public facts, have no option but a pass.
func (k *Kit[S]) mustPass(m state.Machine) (all state.Seats) {
	can := k.Rules.Abilities()
	for asked := m.Awaiting(); can.MustPass != nil && asked != 0; asked &= asked - 1 {
		if seat := asked.First(); can.MustPass(m, seat) {
			all = all.With(seat)
		}
	}
	return all
}

// eachRequest plays games, two per setup with the flag -full and one without. It calls the function
// do for each pending request, and do must apply the request.
func (k *Kit[S]) eachRequest(t *testing.T, do func(game[S])) {
	for p := range k.plays(2) {
		k.run(t, p, func(g game[S]) {
			for g.Next() {
				do(g)
			}
		})
	}
}

// testEvents checks that events reveal no more than views. It applies each request in the game and in
// a sampled world. If the request leaves the stack unchanged, testEvents also applies another option
// to the position before the request. If the results look equal to a viewer, the viewer must have
// seen equal events.
func (k *Kit[S]) testEvents(t *testing.T) {
	compared := 0
	k.eachRequest(t, func(g game[S]) {
		before := *g.s()
		var log state.Log
		g.Apply(&log)
		compare := func(v state.Seat, world S, o state.Option) {
			var there state.Log
			k.Rules.Apply(&world, g.Pending.Seat, o, &there)
			if !slices.Equal(g.revealed(&log, v), g.revealed(&there, v)) {
				return // the request revealed something
			}
			compared++
			// Compare the events first, because to compare the positions takes far longer.
			if told, want := g.told(&world, &there, v), g.told(g.s(), &log, v); told != want && g.looksEqual(&world, v) {
				g.Fail("events tell seat %d more than its view:\n%s\nin the other world:\n%s", v, want, told)
			}
		}
		sameStack := k.Rules.Core(&before).StackSeq == g.core().StackSeq
		other := g.Options[g.Rand.N(len(g.Options))]
		for _, v := range g.Viewers() {
			r := g.Branch()
			world := before
			k.Rules.Sample(&world, v, &r)
			k.Rules.Core(&world).Rand = k.Rules.Core(&before).Rand
			if slices.Contains(k.Rules.Options(&world, g.Pending.Seat, nil), g.Pending.Option) {
				compare(v, world, g.Pending.Option)
			}
			if sameStack && v != g.Pending.Seat {
				compare(v, before, other)
			}
		}
	})
	t.Logf("%d lists of events compared", compared)
}

// revealed returns the events that Kit.Reveals selects, as seat v sees them.
func (g game[S]) revealed(log *state.Log, v state.Seat) (told []state.Event) {
	if g.kit.Reveals == nil {
		return nil
	}
	for _, e := range log.Events {
		if e = e.For(v); g.kit.Reveals(e) {
			told = append(told, e)
		}
	}
	return told
}

// told formats the events that seat v sees, one per line. It sorts the lines, so that two lists with
// the same events in another order are equal.
func (g game[S]) told(s *S, log *state.Log, v state.Seat) string {
	var lines []string
	for _, e := range log.Events {
		e = e.For(v)
		told := g.kit.Rules.Tell(s, e)
		if told.What == "" || told.Text == "" {
			g.Fail("event %+v has the text %+v", e, told)
		}
		lines = append(lines, fmt.Sprintf("%+v %+v\n", e, told))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// testHidden checks that resampling usually changes something and always changes the random source.
func (k *Kit[S]) testHidden(t *testing.T) {
	worlds, same := 0, 0
	k.eachRequest(t, func(g game[S]) {
		for _, v := range g.Viewers() {
			world := g.world(v)
			future := &k.Rules.Core(&world).Rand
			if *future == g.core().Rand {
				g.Fail("sampling for seat %d keeps the random source", v)
			}
			*future = g.core().Rand
			worlds++
			if world == *g.s() {
				same++
			}
		}
		g.Apply(nil)
	})
	// Some positions have no hidden facts.
	assert.Less(t, same, worlds*4/5, "resampling hardly ever changes anything")
	t.Logf("%d of %d worlds came out the same", same, worlds)
}
