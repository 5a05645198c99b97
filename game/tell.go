package game

import (
	"time"

	"gamed/agent"
	"gamed/protocol"
)

// table lists who sits where.
func (a *actor) table() []protocol.Seat {
	seats, now := make([]protocol.Seat, len(a.seats)), time.Now().UnixMilli()
	for i := range a.seats {
		p := &a.seats[i]
		seats[i] = protocol.Seat{Seat: i, Kind: p.kind, Name: p.name, Here: len(p.agents) > 0}
		a.owes(&seats[i], now)
	}
	return seats
}

// tellTable tells everybody but one who sits where, and whether the game waits for
// its log.
func (a *actor) tellTable(but agent.JSONWriter) {
	table := a.tableNow()
	a.eachNow(func(to audience) {
		if to.to != but && to.bot == nil {
			tell(to.to, table)
		}
	})
}

func (a *actor) tableNow() *protocol.Table {
	return &protocol.Table{Game: a.g.id, Seats: a.table(), Held: a.writing.held, Offers: a.offered()}
}

// tellAll tells everybody but those spectators who are told later.
func (a *actor) tellAll(m protocol.ServerMessage) {
	a.eachNow(func(to audience) { tell(to.to, m) })
}

// each calls do for everybody who is told, the seats first.
func (a *actor) each(do func(audience)) {
	a.eachSeated(do)
	for _, to := range a.watchers {
		do(to)
	}
}

// eachNow leaves out spectators who see the game with a delay.
func (a *actor) eachNow(do func(audience)) {
	if a.delay > 0 {
		a.eachSeated(do)
	} else {
		a.each(do)
	}
}

func (a *actor) eachSeated(do func(audience)) {
	for i := range a.seats {
		for _, to := range a.seats[i].agents {
			do(to)
		}
	}
}

func (a *actor) status() Status {
	over, won := a.m.Result()
	s := Status{
		Game: a.g.id, Rules: a.rules, Seats: a.table(), Turn: a.m.Turn(), Over: over, Fault: a.fault != "",
		Won: numbers(won), Started: a.started(), Watched: len(a.watchers), Commit: Commitment(a.key, a.hide),
	}
	if a.hides() {
		s.Seats, s.Turn, s.Over, s.Won = a.bare(), 0, false, nil
	}
	return s
}
