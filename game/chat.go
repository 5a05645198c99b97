package game

import (
	"errors"
	"time"

	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A seat, or a spectator, may send six chat messages at once, and then one every two
// seconds. Package server applies the same limits to a client across tables and reconnects.
const (
	ChatRate  = rate.Limit(0.5)
	ChatBurst = 6
)

// ErrChatRate is returned for a chat message above the rate.
var ErrChatRate = &protocol.Error{Code: protocol.TooFast, Text: "too many chat messages: try again in two seconds", Retry: 2000}

// chat sends a message to the table, except to seats that have muted the sender.
func (a *actor) chat(seat state.Seat, text string, from agent.JSONWriter) {
	limiter := a.chatLimiter(seat, from)
	if limiter == nil {
		return // the sender has left
	}
	if *limiter == nil {
		*limiter = rate.NewLimiter(ChatRate, ChatBurst)
	}
	if !(*limiter).Allow() {
		a.refuse(from, ErrChatRate)
		return
	}
	said, who := &protocol.ChatMessage{Game: a.g.id, Seat: -1, Text: text}, table.Audience
	if int(seat) < len(a.seats) {
		said.Seat, said.Name, who = int(seat), a.name(int(seat)), seat
	}
	a.addChat(said, time.Now().UnixMilli())
	for seat, to := range a.promptAgents {
		if !a.mutes(seat, who) {
			tell(to.to, said)
		}
	}
	a.tellLate(said)
}

// mutes reports whether a seat has muted a sender.
func (a *actor) mutes(seat, who state.Seat) bool {
	return int(seat) < len(a.seats) && a.muted(seat)>>who&1 != 0
}

// muted returns the senders that a seat has muted, as bits: see [table.Settings].
func (a *actor) muted(seat state.Seat) uint8 {
	if late := a.seats[seat].muted; late != nil {
		return *late
	}
	return a.Table.Muted(seat)
}

// mute changes whose messages a seat receives. After the end of the log no record can hold the
// change, so the change is lost when the game leaves memory.
func (a *actor) mute(seat state.Seat, m *protocol.Mute, from agent.JSONWriter) {
	if !a.Table.Closed() || int(seat) >= len(a.seats) {
		a.changeSettings(&table.SettingsChange{Seat: seat, Mute: m}, from)
		return
	}
	muted, err := a.Table.Mute(seat, a.muted(seat), m)
	if refusal := (*protocol.Error)(nil); errors.As(err, &refusal) {
		a.refuse(from, refusal)
		return
	}
	a.seats[seat].muted = &muted
	a.tellSettings(seat)
}

// chatLimiter returns a pointer to the rate limiter of a sender, or nil if the sender has left.
func (a *actor) chatLimiter(seat state.Seat, from agent.JSONWriter) **rate.Limiter {
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
