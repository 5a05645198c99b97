package statecheck

import "gamed/state"

func checkDeal(g *Game) {
	again, err := g.Rules.Deal(g.Setup)
	if err != nil {
		g.Fail("the second deal of the setup fails: %v", err)
	}
	if !same(again, g.Machine) {
		g.Fail("two deals of one setup differ: %s", g.Difference(g.Machine, again))
	}
	if g.Machine.Seats() != g.Setup.Seats {
		g.Fail("the setup has %d seats and the game %d", g.Setup.Seats, g.Machine.Seats())
	}
	setup := g.Setup
	setup.Seed++
	if err := again.Redeal(setup); err != nil {
		g.Fail("seed %d cannot be dealt: %v", setup.Seed, err)
	}
	if same(again, g.Machine) {
		g.Fail("seed %d deals the same game", setup.Seed)
	}
	if err := again.Redeal(g.Setup); err != nil || !same(again, g.Machine) {
		g.Fail("Redeal (error %v) deals another game than Deal: %s", err, g.Difference(g.Machine, again))
	}
	info := g.Rules.Info()
	for _, n := range []int{-1, 0, info.MinSeats - 1, info.MaxSeats + 1, 1 << 40} {
		if _, err := g.Rules.Deal(state.Setup{Seats: n}); err == nil {
			g.Fail("a game of %d seats is dealt; the rules allow %d to %d", n, info.MinSeats, info.MaxSeats)
		}
	}
}
