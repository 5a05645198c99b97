package game

import (
	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// What one seat, or one spectator, may say to the table: a few lines at once, and one
// every two seconds for long.
const (
	chatRate  = rate.Limit(0.5)
	chatBurst = 6
)

// spectators is the bit of all spectators in a set of those that a seat does not hear.
const spectators = state.Seat(7)

// chat tells the table what somebody says, but for the seats that have muted it.
func (a *actor) chat(seat state.Seat, text string, from agent.JSONWriter) {
	limiter := a.talker(seat, from)
	if limiter == nil {
		return // it has left
	}
	if *limiter == nil {
		*limiter = rate.NewLimiter(chatRate, chatBurst)
	}
	if !(*limiter).Allow() {
		tell(from, &protocol.Error{Code: protocol.TooFast, Text: "the table can be told one thing every two seconds: say it again in a moment"})
		return
	}
	said, who := &protocol.Said{Game: a.g.id, Seat: -1, Text: text}, spectators
	if int(seat) < len(a.seats) {
		said.Seat, said.Name, who = int(seat), a.seats[seat].name, seat
	}
	for i := range a.seats {
		p := &a.seats[i]
		if p.settings != nil && p.settings.Muted>>who&1 != 0 {
			continue
		}
		for _, to := range p.agents {
			tell(to.to, said)
		}
	}
	if a.delay > 0 {
		a.tellLate(said)
		return
	}
	for _, to := range a.watchers {
		tell(to.to, said)
	}
}

// talker returns where the limit of what somebody says is kept, nil if it is not here.
func (a *actor) talker(seat state.Seat, from agent.JSONWriter) **rate.Limiter {
	if int(seat) < len(a.seats) {
		return &a.seats[seat].chat
	}
	for i := range a.watchers {
		if a.watchers[i].to == from {
			return &a.watchers[i].chat
		}
	}
	return nil
}

// mute hides from a seat what another one says, however often it connects.
func (a *actor) mute(seat state.Seat, m *protocol.Mute, from agent.JSONWriter) {
	who := spectators
	if m.Seat >= 0 {
		who = state.Seat(m.Seat)
	}
	if int(seat) >= len(a.seats) || who != spectators && (int(who) >= len(a.seats) || who == seat) {
		tell(from, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "a seat may mute another seat of this game, or -1 for all spectators"})
		return
	}
	s := a.seats[seat].wants(seat)
	if s.Muted &^= 1 << who; m.On {
		s.Muted |= 1 << who
	}
	a.keep(s, from)
}
