package game

import (
	"slices"
	"time"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
)

// publish tells everybody what has happened.
func (a *actor) publish(events []state.Event) {
	a.publishTold(func(seat state.Seat) []protocol.Event { return a.told(events, seat) })
}

// publishTold tells everybody how the game stands, with events as each is told them.
// Each audience is written for once; one that fails is not told any more.
func (a *actor) publishTold(told func(state.Seat) []protocol.Event) {
	var gone []agent.JSONWriter
	send := func(seat state.Seat, all []audience) {
		var plain *protocol.Update
		for _, to := range all {
			var err error
			if to.bot != nil {
				err = to.bot.Ask(a.question(seat))
			} else {
				if plain == nil {
					plain = a.update(seat, told(seat), false)
				}
				err = to.to.WriteJSON(plain)
			}
			if err != nil {
				gone = append(gone, to.to)
			}
		}
	}
	for i := range a.seats {
		send(state.Seat(i), a.seats[i].agents)
	}
	if a.delay == 0 {
		send(state.Watcher, a.watchers)
	}
	if gone != nil {
		a.drop(func(to audience) bool { return slices.Contains(gone, to.to) })
	}
}

// update is what seat is told: what has happened and all that it may see. gap
// says that some of what has happened is left out.
func (a *actor) update(seat state.Seat, told []protocol.Event, gap bool) *protocol.Update {
	u := &protocol.Update{
		Game: a.g.id, N: a.events, Turn: a.m.Turn(), Awaiting: a.awaiting(), Events: told, Gap: gap, Decision: a.decision(seat),
	}
	if a.clock != nil {
		for seat := range a.clock.seats {
			u.Left = append(u.Left, a.clock.left(state.Seat(seat), time.Now()).Milliseconds())
		}
	}
	u.Encode(func(dst []byte) []byte { return a.m.AppendView(dst, seat) })
	return u
}

// told puts the latest events into words for seat.
func (a *actor) told(events []state.Event, seat state.Seat) []protocol.Event {
	list := make([]protocol.Event, len(events))
	n := a.events - uint64(len(events))
	for i, e := range events {
		n++
		list[i] = protocol.EventOf(n, a.m.Tell(e, seat))
	}
	return list
}

// awaiting lists who is asked, in turn order.
func (a *actor) awaiting() []int { return Awaited(a.m) }

// Awaited lists the seats that m asks, in turn order.
func Awaited(m state.Machine) []int {
	asked := m.Awaiting()
	list := make([]int, 0, asked.Len())
	if asked == 0 {
		return list
	}
	for seat := m.Next(); asked != 0; asked = asked.Without(seat) {
		seat = asked.From(seat)
		list = append(list, int(seat))
	}
	return list
}

// question asks a bot in this process, if it is its turn to answer. Of the bots' seats that
// are awaited together only the first is asked, attached or not: bots among themselves
// always answer in the same order. A bot does not wait for a person, whose answer may come
// at any time; the log records the order.
func (a *actor) question(seat state.Seat) agent.Question {
	q := agent.Question{N: a.events, Seq: a.m.Seq(), Turn: a.m.Turn(), Awaiting: a.awaiting()}
	first := slices.IndexFunc(q.Awaiting, func(i int) bool { return i == int(seat) || a.seats[i].kind == protocol.SeatBot })
	if first >= 0 && q.Awaiting[first] == int(seat) {
		// The bot sees the copy through the Ask alone, which redraws what is hidden.
		q.Decision, q.Ask = a.m.Decision(seat), ai.NewAsk(a.m.Fork(), seat, a.m.Options(seat, nil))
	}
	return q
}

// decision is what seat is asked, nil for nothing.
func (a *actor) decision(seat state.Seat) *protocol.Decision {
	id := a.m.Decision(seat)
	if id == 0 {
		return nil
	}
	var options [32]state.Option
	list := a.m.Options(seat, options[:0])
	d := &protocol.Decision{ID: id, Options: make([]protocol.Option, len(list))}
	for i, o := range list {
		d.Options[i] = protocol.OptionOf(i, a.m.Label(seat, o))
	}
	if a.clock != nil && !a.clock.seats[seat].absent {
		left := max(time.Until(a.clock.ends(seat)).Milliseconds(), 0)
		d.Ends = &left
	}
	return d
}

// maxMissed is how many events somebody who comes back is told at most.
const maxMissed = 200

// since returns what has happened after event number after, as seat was told
// it, and whether some of it is left out. It plays the log again: clients seldom
// come back, so events are not kept for them.
func (a *actor) since(seat state.Seat, after uint64) (missed []protocol.Event, gap bool) {
	if after == a.events {
		return []protocol.Event{}, false
	}
	if after > a.events || a.dealer == nil {
		return []protocol.Event{}, true
	}
	first := after
	if a.events-after > maxMissed {
		first = a.events - maxMissed
	}
	missed = make([]protocol.Event, 0, a.events-first)
	replay, err := a.replay()
	for err == nil && replay.Events < a.events {
		var log state.Log
		var q *Request
		q, err = replay.Peek()
		for _, e := range replay.Notes {
			if e.N > first && e.N <= a.events {
				missed = append(missed, e)
			}
		}
		if q == nil || err != nil || replay.Events >= a.events {
			break // the log may have more, which this actor has not found out yet
		}
		n := replay.Events
		if _, err = replay.Next(&log); err != nil {
			break
		}
		for _, e := range log.Events {
			if n++; n > first {
				missed = append(missed, protocol.EventOf(n, replay.Machine.Tell(e, seat)))
			}
		}
	}
	return missed, uint64(len(missed)) < a.events-after
}

func (a *actor) replay() (*Replay, error) {
	records, err := a.past()
	if err != nil {
		return nil, err
	}
	return Open(records, func(string) (state.Dealer, error) { return a.dealer, nil })
}
