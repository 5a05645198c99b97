package statecheck

import "gamed/state"

// finishEvery is the interval, in requests, at which checkResign plays games to the end after a
// resignation.
const finishEvery = 8

// checkResign checks that every seat can resign at every step. The game may refuse the resignation
// of a seat only if it never awaits that seat again.
func checkResign(g *Game) {
	var done state.Seats
	m := g.Machine.Fork()
	for g.Next() {
		if done&g.Machine.Awaiting() != 0 {
			g.Fail("seats %b could not resign and are awaited again", done&g.Machine.Awaiting())
		}
		for ss := g.Machine.Playing(); ss != 0; ss &= ss - 1 {
			seat := ss.First()
			m.Set(g.Machine)
			var log state.Log
			q := state.Request{Seat: seat, Option: state.Option{Do: state.Resign}}
			if err := m.Check(q); err != nil {
				if g.Machine.Awaiting().Has(seat) {
					g.Fail("seat %d resigns: %v", seat, err)
				}
				done = done.With(seat)
				continue
			}
			m.Apply(q, &log)
			_, won := m.Result()
			if m.Playing().Has(seat) || m.Awaiting().Has(seat) || won.Has(seat) || len(log.Events) == 0 {
				g.Fail("after seat %d resigned: playing %b, awaited %b, won %b, events %+v", seat, m.Playing(), m.Awaiting(), won, log.Events)
			}
			g.CheckPosition(m)
			if len(g.requests)%finishEvery != 0 {
				continue
			}
			r := g.Branch()
			g.playOut(m, &r)
			g.CheckPosition(m)
			if _, won := m.Result(); won.Has(seat) {
				g.Fail("seat %d has resigned and won", seat)
			}
		}
		g.Apply(nil)
	}
}

func checkValue(g *Game) {
	g.play(func(over bool) {
		for seat := range state.Seat(g.Machine.Seats()) {
			value := g.Machine.Value(seat)
			if value < 0 || value > 1000 || !over && value > 0 && !g.Machine.Playing().Has(seat) {
				g.Fail("the value of seat %d is %d", seat, value)
			}
		}
	})
}

// checkEnd checks that the game ends. It plays one game with random options, one with default
// options, as after timeouts, and one with last options.
func checkEnd(g *Game) {
	for _, choose := range []func([]state.Option) state.Option{
		nil,
		func(options []state.Option) state.Option { return options[0] },
		func(options []state.Option) state.Option { return options[len(options)-1] },
	} {
		g.start()
		turn := 0
		for g.Next() {
			if choose != nil {
				g.Pending.Option = choose(g.Options)
			}
			seq := g.Machine.Seq()
			g.Apply(nil)
			if g.Machine.Turn() < turn {
				g.Fail("turn %d comes after turn %d", g.Machine.Turn(), turn)
			}
			if g.Machine.Seq() != seq+1 {
				g.Fail("request %d has the successor %d", seq, g.Machine.Seq())
			}
			turn = g.Machine.Turn()
		}
		if _, won := g.Machine.Result(); won&^state.AllSeats(g.Machine.Seats()) != 0 {
			g.Fail("seats %b have won, but there are only %d", won, g.Machine.Seats())
		}
	}
}
