package statetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// testLeaks deals again, at every step and for everybody who watches or plays,
// what that seat cannot know. Whatever the seat is ever sent must stay the same
// to the byte, and the world that came out must be a position like any other.
func (k Kit[S]) testLeaks(t *testing.T) {
	var a, b []byte
	for g := range k.games(t, 2) {
		for more := true; more; {
			more = g.next()
			for _, v := range g.viewers() {
				r := g.fork()
				world := g.s
				k.Rules.Sample(&world, v, &r)
				a, b = g.appendKnown(a[:0], &g.s, v), g.appendKnown(b[:0], &world, v)
				if !bytes.Equal(a, b) {
					require.Equal(t, string(a), string(b), "seat %d can tell the worlds apart: %s\n%s", v, difference(&g.s, &world), g.where())
				}
				g.check(&world)
				if asked := g.asks(&world); asked != g.core().Awaiting {
					g.fatal("seats %b are asked, and in a world that seat %d cannot tell apart %b: %s", g.core().Awaiting, v, asked, difference(&g.s, &world))
				}
				if g.requests%32 == 0 {
					g.playOut(&world, &r)
				}
			}
			if more {
				g.apply(nil)
			}
		}
	}
}

// asks returns the seats that the phase on top would ask if s were a game of its
// own. To ask or not to ask tells something, so it must not follow from what is
// hidden.
func (g *game[S]) asks(s *S) state.Seats {
	c := g.kit.Rules.Core(s)
	if c.Over {
		return 0
	}
	f := *c.Stack.Top()
	return g.kit.Rules.Phases[f.Phase].Awaits(s, &f)
}

// appendKnown appends everything that seat v may be told of s, readable enough
// to see a difference.
func (g *game[S]) appendKnown(dst []byte, s *S, v state.Seat) []byte {
	rules := g.kit.Rules
	c := rules.Core(s)
	dst = rules.View(dst, s, v)
	dst = append(dst, '\n')
	dst = append(dst, rules.Draw(s, v)...)
	dst = fmt.Append(dst, "\n", c.Seq, c.Window, c.Answered, c.Turn, c.Seats, c.Playing, c.Awaiting, c.Active, c.Over, c.Won, c.Stack.N)
	if c.Awaiting != 0 {
		dst = fmt.Append(dst, " next ", c.Next())
	}
	for _, o := range rules.Options(s, v, nil) {
		dst = fmt.Appendf(dst, "\n%+v %+v", o, rules.Label(s, v, o))
	}
	if v < state.MaxSeats {
		for _, m := range g.kit.Measures {
			dst = strconv.AppendInt(append(dst, " m"...), int64(m), 10)
			dst = strconv.AppendInt(append(dst, '='), int64(rules.Measure(s, v, m)), 10)
		}
	}
	// What the seat at hand may say is tried on behalf of the viewer.
	for i, o := range append(g.options, state.Option{Do: state.Take, Card: 1}) {
		q := state.Request{Seat: v, Decision: c.Decision(v), Option: o}
		if _, err := rules.Check(s, q, nil); err != nil {
			dst = fmt.Append(dst, "\n", i, " ", err)
		}
	}
	return dst
}

// testEvents plays on in two ways: by the same request in a world that looks the
// same to a viewer; and, where an answer is only noted, by another answer in the
// true world. As long as the viewer cannot tell the outcome apart, it must have
// been told the same events.
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
					return // something was revealed
				}
				compared++
				if told, want := g.told(&world, &there, v), g.told(&g.s, &log, v); told != want {
					require.Equal(t, want, told, "seat %d is told what its view does not show\n%s", v, g.where())
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

// revealed returns what seat v is told of the events that reveal something.
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

// told writes the events as seat v gets them, in an order of its own: in which
// order v drew two cards, say, is no secret of others.
func (g *game[S]) told(s *S, log *state.Log, v state.Seat) string {
	var lines []string
	for _, e := range log.Events {
		e = e.For(v)
		told := g.kit.Rules.Tell(s, e)
		if told.What == "" || told.Text == "" {
			g.fatal("event %+v is told as %+v", e, told)
		}
		lines = append(lines, fmt.Sprintf("%+v %+v\n", e, told))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// testHidden checks that resampling forgets what was there before, changes
// something most of the time that something is hidden, and never keeps the
// future of the random source; and that views are JSON.
func (k Kit[S]) testHidden(t *testing.T) {
	worlds, same := 0, 0
	for g := range k.games(t, 2) {
		for g.next() {
			for _, v := range g.viewers() {
				if view := k.Rules.View([]byte("x"), &g.s, v); !json.Valid(view[1:]) || view[0] != 'x' {
					g.fatal("the view of seat %d is not JSON: %s", v, view)
				}
				first, second := g.fork(), g.fork()
				again := second
				once, twice := g.s, g.s
				k.Rules.Sample(&once, v, &second)
				k.Rules.Sample(&twice, v, &first)
				k.Rules.Sample(&twice, v, &again)
				if once != twice {
					g.fatal("for seat %d the world resampled depends on the world before: %s", v, difference(&once, &twice))
				}
				future := &k.Rules.Core(&once).Rand
				if *future == g.core().Rand {
					g.fatal("for seat %d the random source stays as it is", v)
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
	// Some of the time there is nothing left to hide.
	assert.Less(t, same, worlds*4/5, "resampling hardly ever changes anything")
	t.Logf("%d of %d worlds came out the same", same, worlds)
}
