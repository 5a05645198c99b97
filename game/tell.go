package game

import (
	"slices"
	"time"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// publish updates the clock after a change, and notifies all agents except delayed spectators.
func (a *actor) publish(c *table.Change) {
	r := c.Record
	for seats := c.Settings; seats != 0; seats &= seats - 1 {
		a.tellSettings(seats.First())
	}
	switch {
	case r.Step():
		for i := range a.seats {
			if seat := state.Seat(i); a.clock != nil && (r.Undo != nil || r.Request != nil && r.Request.Seat == seat) {
				a.clock.stop(seat)
			}
		}
		a.updateClock()
		if a.Table.Started() { // the deal is secret until the game starts
			a.publishUpdate(c)
		}
	case r.Sit != nil:
		a.noteAway(state.Seat(r.Sit.Seat))
		a.g.openSeats.Store(int32(a.Table.OpenSeats()))
		now, late := a.tableFor(0), a.tableFor(state.Watcher)
		if c.Dealt {
			now.Decks = a.Table.Decks()
			late.Decks = now.Decks
		}
		a.tellClients(now, nil)
		a.tellLate(late)
		if c.Dealt {
			a.begin()
			a.publishUpdate(c)
		}
	case r.StandIn != nil && r.StandIn.On:
		a.Substitute(a.g, r.StandIn.Seat)
	case r.End != nil:
		a.tellOver()
	}
	if c.Offers {
		a.tellTable(nil)
	}
}

// tellOver tells every agent except delayed spectators, once, that the game is over.
func (a *actor) tellOver() {
	if a.overSent {
		return
	}
	a.overSent = true
	a.tellAll(a.Table.OverMessage())
	a.observe(Observation{Outcome: Ended})
}

// publishUpdate sends every agent except delayed spectators the view of its seat and the events of a
// change. It drops an agent whose connection fails.
func (a *actor) publishUpdate(c *table.Change) {
	a.timesChanged = false
	var gone []agent.JSONWriter
	var update *protocol.Update // encoded once for all agents of a seat
	var of state.Seat
	for seat, to := range a.promptAgents {
		var err error
		if to.bot != nil {
			err = to.bot.Ask(a.question(seat))
		} else {
			if update == nil || of != seat {
				update, of = a.update(seat, a.Table.Told(c, seat), false), seat
			}
			err = to.to.WriteJSON(update)
		}
		if err != nil {
			gone = append(gone, to.to)
		}
	}
	if gone != nil {
		a.drop(func(to recipient) bool { return slices.Contains(gone, to.to) })
	}
}

// tellTimes sends all clients except delayed spectators the times of the clock, which have changed
// without a record.
func (a *actor) tellTimes() {
	a.timesChanged = false
	if a.closed || a.overSent || a.Table.Fault != "" || !a.Table.Started() || !a.Table.HasPosition() {
		return
	}
	var update *protocol.Update // encoded once for all agents of a seat
	var of state.Seat
	for seat, to := range a.promptAgents {
		if to.bot != nil {
			continue
		}
		if update == nil || of != seat {
			update, of = a.update(seat, []protocol.Event{}, false), seat
		}
		tell(to.to, update)
	}
}

// tellDecision repeats the open decision of a seat.
func (a *actor) tellDecision(seat state.Seat) {
	a.tellSeat(seat, a.update(seat, []protocol.Event{}, false))
}

// update returns the current update of a seat, with the times of the clock and of an
// automatic answer.
func (a *actor) update(seat state.Seat, told []protocol.Event, gap bool) *protocol.Update {
	t, now := a.visibleTable(seat), time.Now()
	u := t.Update(seat, told, gap)
	a.setTimes(u, t, seat, now)
	if u.Decision != nil && a.waitsForPerson(seat) {
		u.Decision = nil
	}
	if u.Decision != nil {
		facts := a.nowWithoutBanks(now)
		if due := t.Due(seat, &facts); due != 0 {
			left := max(due-facts.At, 0)
			u.Decision.Auto = &left
		}
	}
	t.Encode(u, seat)
	return u
}

// question returns the question for a bot in this process. The question has a decision only if it
// is the bot's turn to answer. If the game awaits several bots, only the first gets a decision, so
// bots always answer in the same order. A bot waits for a person only if waitsForPerson returns
// true.
func (a *actor) question(seat state.Seat) agent.Question {
	m := a.Table.Machine
	q := agent.Question{N: a.Table.Events, Seq: m.Seq(), Turn: m.Turn(), Awaiting: table.Awaiting(m)}
	first := slices.IndexFunc(q.Awaiting, func(i int) bool { return i == int(seat) || a.Table.Seats[i].Kind == protocol.SeatBot })
	if first >= 0 && q.Awaiting[first] == int(seat) && !a.waitsForPerson(seat) {
		// The bot sees the forked game only through its [ai.Ask], which redraws hidden information.
		q.Decision, q.Ask = m.Decision(seat), ai.NewAsk(m.Fork(), seat, m.Options(seat, nil))
	}
	return q
}

// waitsForPerson reports whether a bot must wait because a person is next. Bots wait only in
// rulesets in which each seat plays its own game. Without the wait, a bot would finish its game
// before the person's first choice.
func (a *actor) waitsForPerson(seat state.Seat) bool {
	if a.Table.Seats[seat].Kind != protocol.SeatBot || !a.Table.Rules.Abilities().Simultaneous {
		return false
	}
	next := a.Table.Machine.Next()
	return next != seat && a.Table.Seats[next].Kind == protocol.SeatPerson
}

// seatList lists the seats and their players. A late list, for delayed spectators, does not show which seats
// are asked or away now. Once the game has begun, a late list shows no connections, stand-ins or stopped
// clocks either, because these depend on the latest events of the game.
func (a *actor) seatList(late bool) []protocol.Seat {
	seats, now := make([]protocol.Seat, len(a.seats)), a.nowWithoutBanks(time.Now())
	for i := range a.seats {
		p := &a.Table.Seats[i]
		seats[i] = protocol.Seat{Seat: i, Kind: p.Kind, Name: a.name(i), Face: a.face(i)}
		if p.Kind == protocol.SeatOpen && a.notebook != nil && i < len(a.notebook.Expected) {
			seats[i].Name, seats[i].Face = a.notebook.Expected[i].Name, a.notebook.Expected[i].Face
		}
		if late && a.Table.Started() {
			continue
		}
		seats[i].Here = a.playerConnected(state.Seat(i))
		seats[i].StandIn = a.standInBot(state.Seat(i)) != nil
		seats[i].Stopped = a.clock != nil && a.clock.absent(state.Seat(i)) && !a.Table.Over()
		if !late && !a.Table.Over() && a.Table.Started() {
			a.setWaiting(&seats[i], &now)
		}
	}
	return seats
}

// setWaiting sets how long a seat has been asked and away, and when the other players may leave the
// game because of that seat.
func (a *actor) setWaiting(s *protocol.Seat, now *table.Now) {
	p := &a.Table.Seats[s.Seat]
	if p.Decision != 0 {
		s.Asked = seconds(now.At - p.Asked)
	}
	away := now.Away[s.Seat]
	if away != 0 {
		s.Away = seconds(now.At - away)
	}
	if in, ok := a.Table.ExitIn(state.Seat(s.Seat), now); ok && (away != 0 || s.Asked >= time.Minute.Milliseconds()) {
		in = seconds(in + 999)
		s.Exit = &in
	}
}

// seconds rounds milliseconds down to whole seconds, because fractions would differ from run to run.
func seconds(ms int64) int64 { return max(ms, 0) / 1000 * 1000 }

// isDelayed reports whether the seat stands for delayed spectators.
func (a *actor) isDelayed(seat state.Seat) bool { return seat == state.Watcher && a.Table.Delay() > 0 }

// tableFor returns the table message that a seat, or a spectator, may receive.
func (a *actor) tableFor(seat state.Seat) *protocol.Table {
	if a.isDelayed(seat) {
		return &protocol.Table{Game: a.g.id, Seats: a.seatList(true)}
	}
	return &protocol.Table{Game: a.g.id, Seats: a.seatList(false), Held: a.held, Offers: a.Table.Offered()}
}

// tellTable sends the table message to every client except delayed spectators and the given agent.
// The message has the players, the offers, and whether the game waits for its log.
func (a *actor) tellTable(skip agent.JSONWriter) {
	for _, to := range a.promptAgents {
		if to.to != skip && to.bot == nil {
			a.tellClients(a.tableFor(0), skip)
			return
		}
	}
}

// tellClients sends a message to every client except delayed spectators and the given agent.
func (a *actor) tellClients(m protocol.ServerMessage, skip agent.JSONWriter) {
	for _, to := range a.promptAgents {
		if to.to != skip && to.bot == nil {
			tell(to.to, m)
		}
	}
}

// tellSettings tells a seat its settings.
func (a *actor) tellSettings(seat state.Seat) {
	a.tellSeat(seat, a.Table.SeatSettings(seat, a.muted(seat)))
}

// tellSeat sends a message to every client of a seat.
func (a *actor) tellSeat(seat state.Seat, m protocol.ServerMessage) {
	for _, to := range a.seats[seat].agents {
		if to.bot == nil {
			tell(to.to, m)
		}
	}
}

// tellAll sends a message to every agent except delayed spectators.
func (a *actor) tellAll(m protocol.ServerMessage) {
	for _, to := range a.promptAgents {
		tell(to.to, m)
	}
}

// promptAgents yields every agent except delayed spectators.
func (a *actor) promptAgents(yield func(state.Seat, recipient) bool) {
	for seat, to := range a.allAgents {
		if a.isDelayed(seat) || !yield(seat, to) {
			return
		}
	}
}

// allAgents yields every agent, first the seats' agents, then the spectators.
func (a *actor) allAgents(yield func(state.Seat, recipient) bool) {
	for i := range a.seats {
		for _, to := range a.seats[i].agents {
			if !yield(state.Seat(i), to) {
				return
			}
		}
	}
	for _, to := range a.watchers {
		if !yield(state.Watcher, to) {
			return
		}
	}
}

func tell(to agent.JSONWriter, m protocol.ServerMessage) {
	if to != nil {
		_ = to.WriteJSON(m) // publishUpdate drops the agent if the connection is lost
	}
}
