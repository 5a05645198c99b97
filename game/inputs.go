package game

import (
	"slices"
	"strconv"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// A choice answers a decision by the number of an option.
type choice struct {
	seat     state.Seat
	decision uint32
	option   int
	from     agent.JSONWriter
}

func (in choice) handle(a *actor) {
	q := state.Request{Seat: in.seat, Decision: in.decision}
	if in.decision == a.m.Decision(in.seat) {
		a.opts = a.m.Options(in.seat, a.opts[:0])
		if in.option < len(a.opts) {
			q.Option = a.opts[in.option]
		}
	}
	a.submit(q, "", in.from)
}

type resignation struct {
	seat state.Seat
	from agent.JSONWriter
}

func (in resignation) handle(a *actor) {
	a.submit(state.Request{Seat: in.seat, Option: state.Option{Do: state.Resign}}, "", in.from)
}

// A chat does nothing to the game.
type chat struct {
	seat state.Seat
	text string
}

func (in chat) handle(a *actor) {
	said := &protocol.Said{Game: a.g.id, Seat: -1, Text: in.text}
	if int(in.seat) < len(a.seats) {
		said.Seat, said.Name = int(in.seat), a.seats[in.seat].Name
	}
	a.tellAll(said)
}

type attach struct {
	Attachment
	answer chan<- struct{}
}

func (in attach) handle(a *actor) {
	to := audience{in.To, in.World}
	if int(in.Seat) < len(a.seats) {
		p := &a.seats[in.Seat]
		p.agents = append(p.agents, to)
		p.expired, p.absent = 0, false
	} else {
		a.watchers = append(a.watchers, to)
	}
	in.answer <- struct{}{}
	if in.Joined != nil {
		in.Joined.Seats, in.Joined.Clock = a.table(), a.c.Header.Clock
		tell(in.To, in.Joined)
	}
	a.tellTable(in.To)
	if !a.started() {
		return
	}
	u := a.update(in.Seat, a.since(in.After), in.World)
	u.Gap = in.After != nil && *in.After+uint64(len(u.Events)) < a.n
	tell(in.To, u)
	if over, won := a.m.Result(); over {
		tell(in.To, &protocol.Over{Game: a.g.id, N: a.n, Won: numbers(won), Draw: won == 0, Reason: "end"})
	} else if a.fault != "" {
		tell(in.To, &protocol.Over{Game: a.g.id, N: a.n, Won: []int{}, Reason: "fault"})
	}
}

type detach struct {
	to     agent.JSONWriter
	answer chan<- struct{}
}

func (in detach) handle(a *actor) {
	in.answer <- struct{}{}
	a.drop(func(to audience) bool { return to.to == in.to })
}

// drop takes out those who are not to be told any more.
func (a *actor) drop(gone func(audience) bool) {
	a.watchers = slices.DeleteFunc(a.watchers, gone)
	some := false
	for i := range a.seats {
		before := len(a.seats[i].agents)
		a.seats[i].agents = slices.DeleteFunc(a.seats[i].agents, gone)
		some = some || len(a.seats[i].agents) < before
	}
	if some {
		a.tellTable(nil)
	}
}

type seated struct {
	seat state.Seat
	err  error
}

type sit struct {
	seat   int
	who    Seat
	answer chan<- seated
}

func (in sit) handle(a *actor) {
	seat := in.seat
	if seat < 0 {
		seat = slices.IndexFunc(a.seats, func(p place) bool { return p.Kind == "open" })
	}
	if seat < 0 || seat >= len(a.seats) || a.seats[seat].Kind != "open" {
		text := "every seat is taken"
		if in.seat >= 0 {
			text = "seat " + strconv.Itoa(in.seat) + " is not open"
		}
		in.answer <- seated{err: &protocol.Error{Code: protocol.NoSeat, Text: text}}
		return
	}
	if err := a.append(Record{T: "seat", Sit: &Sit{seat, in.who}}); err != nil {
		in.answer <- seated{err: &protocol.Error{Code: protocol.Unavailable, Text: "the seat could not be stored: try again"}}
		return
	}
	a.seats[seat].Seat = in.who
	in.answer <- seated{seat: state.Seat(seat)}
	a.tellTable(nil)
	if a.started() {
		a.begin()
		a.log.Events = a.log.Events[:0]
		a.publish()
	}
}

type inquiry struct{ answer chan<- Status }

func (in inquiry) handle(a *actor) {
	over, won := a.m.Result()
	in.answer <- Status{
		Game: a.g.id, Rules: a.c.Header.Rules, Seats: a.table(), Turn: a.m.Turn(), Over: over,
		Fault: a.fault != "", Won: numbers(won), Started: a.started(), Watched: len(a.watchers),
	}
}

type closing struct{}

func (closing) handle(a *actor) { a.closed = true }
