package statecheck

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"gamed/state"
)

func checkViews(g *Game) {
	look := func(log *state.Log) {
		for _, v := range g.Viewers() {
			view := g.Machine.AppendView([]byte("x"), v)
			if view[0] != 'x' || !json.Valid(view[1:]) || view[1] != '{' {
				g.Fail("the view of seat %d is not a JSON object: %s", v, view)
			}
			for _, e := range log.Events {
				if told := g.Machine.Tell(e, v); told.What == "" || told.Text == "" {
					g.Fail("event %+v shows seat %d the text %+v", e, v, told)
				}
			}
		}
	}
	look(&state.Log{})
	for g.Next() {
		var log state.Log
		g.Apply(&log)
		look(&log)
	}
}

// playOutEvery is the interval, in requests, at which sampled worlds are played to the end.
const playOutEvery = 32

// At every step, checkLeaks resamples the game for every viewer. Everything that the viewer may
// learn must be the same, byte for byte, in the sampled world. The sampled world must also be a
// valid position.
func checkLeaks(g *Game) {
	var a, b []byte
	world := g.Machine.Fork()
	g.play(func(over bool) {
		for _, v := range g.Viewers() {
			r := g.Branch()
			world.Set(g.Machine)
			world.Resample(v, &r)
			a, b = AppendKnown(a[:0], g.Machine, v, g.Measures, g.Options), AppendKnown(b[:0], world, v, g.Measures, g.Options)
			if !bytes.Equal(a, b) {
				g.Fail("seat %d can distinguish the worlds: %s\n%s", v, g.Difference(g.Machine, world), firstDifference(a, b))
			}
			g.CheckPosition(world)
			if !over && len(g.requests)%playOutEvery == 0 {
				g.playOut(world, &r)
			}
		}
	})
}

// firstDifference describes the first pair of lines that differ.
func firstDifference(a, b []byte) string {
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(x), len(y)) {
		if !bytes.Equal(x[i], y[i]) {
			return fmt.Sprintf("one world sends: %s\nthe other one: %s", x[i], y[i])
		}
	}
	return fmt.Sprintf("one world sends %d lines, the other one %d", len(x), len(y))
}

// AppendKnown appends everything that seat v may learn about m, as readable text. This includes
// the refusals that v receives for the options tried.
func AppendKnown(dst []byte, m state.Machine, v state.Seat, measures []state.Measure, tried []state.Option) []byte {
	dst = m.AppendView(dst, v)
	dst = append(dst, '\n')
	dst = append(dst, m.Draw(v)...)
	over, won := m.Result()
	dst = fmt.Append(dst, "\n", m.Seq(), m.Turn(), m.Seats(), m.Playing(), m.Awaiting(), over, won)
	if m.Awaiting() != 0 {
		dst = fmt.Append(dst, " next ", m.Next())
	}
	for seat := range state.Seat(m.Seats()) {
		dst = fmt.Append(dst, " decision ", m.Decision(seat))
	}
	for _, o := range m.Options(v, nil) {
		dst = fmt.Appendf(dst, "\n%+v %+v", o, m.Label(v, o))
	}
	dst = fmt.Append(dst, "\nmoves ", len(m.Moves(v, nil)))
	if p := m.Selection(v); p != nil {
		dst = fmt.Appendf(dst, "\n%+v", *p)
	}
	if v < state.MaxSeats {
		for _, measure := range measures {
			dst = strconv.AppendInt(append(dst, " m"...), int64(measure), 10)
			dst = strconv.AppendInt(append(dst, '='), int64(m.Measure(v, measure)), 10)
		}
	}
	for i, o := range append(tried, state.Option{Do: state.Take, Card: 1}) {
		q := state.Request{Seat: v, Decision: m.Decision(v), Option: o}
		if err := m.Check(q); err != nil {
			dst = fmt.Append(dst, "\n", i, " ", err)
		}
	}
	return dst
}

// checkWorlds checks that a resampled world depends only on what the seat knows and on the random
// source of the sampler. It also checks that resampling changes the random source of the game, and
// that a world is the same after a call of Presort.
func checkWorlds(g *Game) {
	once, twice, sorted := g.Machine.Fork(), g.Machine.Fork(), g.Machine.Fork()
	g.play(func(over bool) {
		for _, v := range g.Viewers() {
			first, second := g.Branch(), g.Branch()
			again, third := second, second
			once.Set(g.Machine)
			twice.Set(g.Machine)
			once.Resample(v, &second)
			twice.Resample(v, &first)
			twice.Resample(v, &again)
			if !same(once, twice) {
				g.Fail("the world resampled for seat %d depends on the world before: %s", v, g.Difference(once, twice))
			}
			if !over && same(once, g.Machine) {
				g.Fail("resampling for seat %d does not change future chance", v)
			}
			sorted.Set(g.Machine)
			sorted.Presort(v)
			sorted.Resample(v, &third)
			if !same(once, sorted) {
				g.Fail("Presort changes the world resampled for seat %d: %s", v, g.Difference(once, sorted))
			}
		}
	})
}
