package statetest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
	"gamed/state/statecheck"
)

// testAsked checks that Awaits depends on public facts only: asking or not asking a seat reveals
// something.
func (k Kit[S]) testAsked(t *testing.T) {
	for g := range k.games(t, 2) {
		for g.next() {
			for _, v := range g.viewers() {
				r := g.fork()
				world := g.s
				k.Rules.Sample(&world, v, &r)
				f := *k.Rules.Core(&world).Stack.Top()
				if asked := k.Rules.Phases[f.Phase].Awaits(&world, &f); asked != g.core().Awaiting {
					g.fatal("seats %b are awaited, but %[3]b in a world that looks the same to seat %[2]d: %[4]s", g.core().Awaiting, v, asked, difference(&g.s, &world))
				}
			}
			g.apply(nil)
		}
	}
}

// appendKnown appends everything that seat v may learn of s.
func (g *game[S]) appendKnown(dst []byte, s *S, v state.Seat) []byte {
	return statecheck.AppendKnown(dst, g.kit.Rules.At(*s), v, g.kit.Measures, g.options)
}

// testEvents continues in two ways: with the same request in a sampled world and, where an answer
// is only noted, with another answer in the true world. A viewer to whom the outcomes look equal
// must have seen equal events.
func (k Kit[S]) testEvents(t *testing.T) {
	compared := 0
	for g := range k.games(t, 2) {
		for g.next() {
			before := g.s
			var log state.Log
			g.apply(&log)
			compare := func(v state.Seat, world S, o state.Option) {
				var there state.Log
				k.Rules.Apply(&world, g.seat, o, &there)
				if !slices.Equal(g.revealed(&log, v), g.revealed(&there, v)) ||
					!bytes.Equal(g.appendKnown(nil, &g.s, v), g.appendKnown(nil, &world, v)) {
					return // the request revealed something
				}
				compared++
				if told, want := g.told(&world, &there, v), g.told(&g.s, &log, v); told != want {
					require.Equal(t, want, told, "events tell seat %d more than its view\n%s", v, g.where())
				}
			}
			noted := k.Rules.Core(&before).Window == g.core().Window
			other := g.options[g.rand.N(len(g.options))]
			for _, v := range g.viewers() {
				r := g.fork()
				world := before
				k.Rules.Sample(&world, v, &r)
				k.Rules.Core(&world).Rand = k.Rules.Core(&before).Rand
				if slices.Contains(k.Rules.Options(&world, g.seat, nil), g.choice) {
					compare(v, world, g.choice)
				}
				if noted && v != g.seat {
					compare(v, before, other)
				}
			}
		}
	}
	t.Logf("%d lists of events compared", compared)
}

// revealed returns the revealing events as seat v sees them.
func (g *game[S]) revealed(log *state.Log, v state.Seat) (told []state.Event) {
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

// told formats the events that seat v sees, sorted: the order of two draws, say, is no secret of
// others.
func (g *game[S]) told(s *S, log *state.Log, v state.Seat) string {
	var lines []string
	for _, e := range log.Events {
		e = e.For(v)
		told := g.kit.Rules.Tell(s, e)
		if told.What == "" || told.Text == "" {
			g.fatal("event %+v has the text %+v", e, told)
		}
		lines = append(lines, fmt.Sprintf("%+v %+v\n", e, told))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// testHidden checks that resampling usually changes something and always redraws future chance.
func (k Kit[S]) testHidden(t *testing.T) {
	worlds, same := 0, 0
	for g := range k.games(t, 2) {
		for g.next() {
			for _, v := range g.viewers() {
				r := g.fork()
				once := g.s
				k.Rules.Sample(&once, v, &r)
				future := &k.Rules.Core(&once).Rand
				if *future == g.core().Rand {
					g.fatal("sampling for seat %d keeps the random source", v)
				}
				*future = g.core().Rand
				worlds++
				if once == g.s {
					same++
				}
			}
			g.apply(nil)
		}
	}
	// A few positions hide nothing.
	assert.Less(t, same, worlds*4/5, "resampling hardly ever changes anything")
	t.Logf("%d of %d worlds came out the same", same, worlds)
}
