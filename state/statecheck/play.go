package statecheck

import "gamed/state"

// resignedOut is the number of requests between the games that are played to the end after a
// resignation.
const resignedOut = 8

// checkResign makes every seat resign at every step. A seat whose part of the game is over may be
// refused.
func checkResign(g *game) {
	var done state.Seats
	m := g.m.Fork()
	for g.next() {
		if done&g.m.Awaiting() != 0 {
			g.fail("seats %b could not resign and are awaited again", done&g.m.Awaiting())
		}
		for ss := g.m.Playing(); ss != 0; ss &= ss - 1 {
			seat := ss.First()
			m.Set(g.m)
			var log state.Log
			q := state.Request{Seat: seat, Option: state.Option{Do: state.Resign}}
			if err := m.Check(q); err != nil {
				if g.m.Awaiting().Has(seat) {
					g.fail("seat %d resigns: %v", seat, err)
				}
				done = done.With(seat)
				continue
			}
			m.Apply(q, &log)
			_, won := m.Result()
			if m.Playing().Has(seat) || m.Awaiting().Has(seat) || won.Has(seat) || len(log.Events) == 0 {
				g.fail("after seat %d resigned: playing %b, awaited %b, won %b, events %+v", seat, m.Playing(), m.Awaiting(), won, log.Events)
			}
			g.sound(m)
			if len(g.requests)%resignedOut != 0 {
				continue
			}
			r := g.branch()
			g.playOut(m, &r)
			g.sound(m)
			if _, won := m.Result(); won.Has(seat) {
				g.fail("seat %d has resigned and won", seat)
			}
		}
		g.apply(nil)
	}
}

func checkValue(g *game) {
	g.play(func(over bool) {
		for seat := range state.Seat(g.m.Seats()) {
			value := g.m.Value(seat)
			if value < 0 || value > 1000 || !over && value > 0 && !g.m.Playing().Has(seat) {
				g.fail("the value of seat %d is %d", seat, value)
			}
		}
	})
}

// checkEnd plays the game at random, then always by the default option, as a clock does, and then
// always by the last option.
func checkEnd(g *game) {
	for _, choose := range []func([]state.Option) state.Option{
		nil,
		func(options []state.Option) state.Option { return options[0] },
		func(options []state.Option) state.Option { return options[len(options)-1] },
	} {
		g.start()
		turn := 0
		for g.next() {
			if choose != nil {
				g.q.Option = choose(g.options)
			}
			seq := g.m.Seq()
			g.apply(nil)
			if g.m.Turn() < turn {
				g.fail("turn %d comes after turn %d", g.m.Turn(), turn)
			}
			if g.m.Seq() != seq+1 {
				g.fail("request %d has the successor %d", seq, g.m.Seq())
			}
			turn = g.m.Turn()
		}
		if _, won := g.m.Result(); won&^state.AllSeats(g.m.Seats()) != 0 {
			g.fail("seats %b have won, but there are only %d", won, g.m.Seats())
		}
	}
}
