package game

import (
	"fmt"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// exit lets a seat out of a game that another one holds up.
func (a *actor) exit(seat state.Seat, m *protocol.Exit, from agent.JSONWriter) {
	if wrong := a.say(seat); wrong != nil {
		tell(from, wrong)
		return
	}
	held := state.Seat(m.Seat)
	if held == seat || int(held) >= len(a.seats) {
		tell(from, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "name another seat of this game: the one that holds it up"})
		return
	}
	in, ok := a.exitIn(held, time.Now().UnixMilli())
	switch {
	case !ok:
		tell(from, notNow("seat", "the game does not wait for a person in that seat, or a clock runs for it"))
	case in > 0:
		wait := (time.Duration(in) * time.Millisecond).Round(time.Second)
		tell(from, notNow("seat", fmt.Sprintf("that seat may still answer: ask again in %s", wait)))
	case m.Way == protocol.ExitWin:
		a.submit(state.Request{Seat: held, Option: state.Option{Do: state.Resign}}, byExit, from)
	case m.Way == protocol.ExitDraw:
		a.propose(seat, protocol.OfferDraw, from)
	default:
		a.callBot(held, from)
	}
}

// callBot lets a bot play for a person until it is back, also after a restart.
func (a *actor) callBot(seat state.Seat, from agent.JSONWriter) {
	if a.substitute == nil {
		tell(from, notNow("way", "there are no bots here"))
		return
	}
	if err := a.append(&Record{T: "standin", StandIn: &StandIn{Seat: seat, On: true}}); err != nil {
		a.regret(from, notStored(err, "the wish"))
		return
	}
	a.called = a.called.With(seat)
	a.substitute(a.g, seat)
}

// dismissBot notes that a person is back for whom the others have called a bot.
func (a *actor) dismissBot(seat state.Seat) {
	if !a.called.Has(seat) {
		return
	}
	a.called = a.called.Without(seat)
	if over, _ := a.m.Result(); over {
		return
	}
	// Without the record a restart seats the bot again until its player comes back.
	_ = a.append(&Record{T: "standin", StandIn: &StandIn{Seat: seat}})
}

// say returns why a seat has no say in what becomes of the game, nil if it has.
func (a *actor) say(seat state.Seat) *protocol.Error {
	over := a.fault != ""
	if !over {
		over, _ = a.m.Result()
	}
	switch {
	case over:
		return &protocol.Error{Code: protocol.GameOver, Text: "the game is over"}
	case !a.started():
		return &protocol.Error{Code: protocol.NotAsked, Text: "the game waits for its seats to be taken"}
	case int(seat) >= len(a.seats) || !a.m.Playing().Has(seat):
		return &protocol.Error{Code: protocol.NoSeat, Text: "only seats that are still in the game can do that"}
	}
	return nil
}

func notNow(field, text string) *protocol.Error {
	return &protocol.Error{Code: protocol.NotNow, Field: field, Text: text}
}
