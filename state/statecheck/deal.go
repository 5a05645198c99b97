package statecheck

import "gamed/state"

func checkDeal(g *game) {
	again, err := g.Rules.Deal(g.Setup)
	if err != nil {
		g.fail("the second deal of the setup fails: %v", err)
	}
	if !same(again, g.m) {
		g.fail("two deals of one setup differ: %s", g.difference(g.m, again))
	}
	if g.m.Seats() != g.Setup.Seats {
		g.fail("the setup has %d seats and the game %d", g.Setup.Seats, g.m.Seats())
	}
	setup := g.Setup
	setup.Seed++
	if err := again.Redeal(setup); err != nil {
		g.fail("seed %d cannot be dealt: %v", setup.Seed, err)
	}
	if same(again, g.m) {
		g.fail("seed %d deals the same game", setup.Seed)
	}
	if err := again.Redeal(g.Setup); err != nil || !same(again, g.m) {
		g.fail("Redeal (error %v) deals another game than Deal: %s", err, g.difference(g.m, again))
	}
	info := g.Rules.Info()
	for _, n := range []int{-1, 0, info.MinSeats - 1, info.MaxSeats + 1, 1 << 40} {
		if _, err := g.Rules.Deal(state.Setup{Seats: n}); err == nil {
			g.fail("a game of %d seats is dealt; the rules allow %d to %d", n, info.MinSeats, info.MaxSeats)
		}
	}
}
