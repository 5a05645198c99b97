package game

import (
	"context"
	"time"

	"gamed/protocol"
	"gamed/state"
)

// A Rest is what is known of a game that is not in memory.
type Rest struct {
	Status
	// Values are how the seats stand, by seat: first the machine's own value, then
	// the measures that were asked for.
	Values [][]int
}

// use notes that somebody wants something of the game.
func (g *Game) use() { g.used.Store(time.Now().UnixNano()) }

// Still reports since when nobody has wanted anything of the game, and whether it
// needs nobody: no person or spectator is connected, no clock runs, and no bot is
// asked. It costs two loads and does not wake the game.
func (g *Game) Still() (since time.Time, still bool) {
	return time.Unix(0, g.used.Load()), g.still.Load() && !g.running.Load()
}

// Sleep closes the game if it needs nobody, and returns what is to be known of it
// until it goes on from its log; else it returns nil and the game stays. measures is
// how many measures the ruleset has.
func (g *Game) Sleep(ctx context.Context, measures int) (*Rest, error) {
	return ask(ctx, g, func(a *actor) *Rest {
		if !a.still() || len(g.in) > 0 {
			return nil
		}
		r := &Rest{Status: a.status(), Values: make([][]int, 1+measures)}
		for seat := range state.Seat(a.m.Seats()) {
			if a.hides() {
				break
			}
			r.Values[0] = append(r.Values[0], a.m.Value(seat))
			for i := range measures {
				r.Values[1+i] = append(r.Values[1+i], a.m.Measure(seat, state.Measure(i)))
			}
		}
		a.close()
		return r
	})
}

// still reports whether nothing is to happen unless somebody comes.
func (a *actor) still() bool {
	if a.closed || a.fault != "" || a.timed || len(a.watchers) > 0 {
		return false
	}
	asked := a.m.Awaiting()
	for i := range a.seats {
		p := &a.seats[i]
		bot := p.kind == protocol.SeatBot
		for _, to := range p.agents {
			if to.bot == nil && p.kind != protocol.SeatBot {
				return false
			}
			bot = true
		}
		if bot && asked.Has(state.Seat(i)) {
			return false
		}
	}
	return true
}
