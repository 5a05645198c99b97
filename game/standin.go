package game

import (
	"slices"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// A bot stands in when it plays the seat of a person, who may be connected or
// not. It plays, untimed, until the person says something or connects again.

// standsIn reports whether to is a bot that stands in at seat.
func (a *actor) standsIn(seat state.Seat, to agent.JSONWriter) bool {
	if int(seat) >= len(a.seats) || a.seats[seat].kind != protocol.SeatPerson {
		return false
	}
	return slices.ContainsFunc(a.seats[seat].agents, func(a audience) bool { return a.bot != nil && a.to == to })
}

// back notes that seat's player is there: it plays for itself again, and has
// its time again.
func (a *actor) back(seat state.Seat) {
	if int(seat) >= len(a.seats) {
		return
	}
	a.relieve(seat)
	a.dismissBot(seat)
	if a.clock != nil {
		now := time.Now()
		a.clock.back(seat, now)
		a.followClock(now)
	}
}

// relieve sends a bot away that stands in at seat.
func (a *actor) relieve(seat state.Seat) {
	if int(seat) >= len(a.seats) || a.seats[seat].kind != protocol.SeatPerson {
		return
	}
	p := &a.seats[seat]
	p.agents = slices.DeleteFunc(p.agents, func(to audience) bool {
		if to.bot != nil {
			p.relieved = to.to
			tell(to.to, &protocol.Bye{Reason: "the seat is played by its player again"})
		}
		return to.bot != nil
	})
}
