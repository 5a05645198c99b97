package game

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// Submit returns the function that an agent at a seat, or a spectator as [state.Watcher],
// calls to send messages. The function returns [ErrBusy] at once if the queue is full, and
// an error for messages that are not for a game. The sender receives refusals as a
// [*protocol.Error].
func (g *Game) Submit(seat state.Seat, from agent.JSONWriter) agent.Submit {
	return func(m protocol.ClientMessage) error {
		g.noteUse()
		var in input
		switch m := m.(type) {
		case *protocol.Choose:
			in = func(a *actor) {
				a.choose(&table.Choice{Seat: seat, Decision: m.Decision, Option: m.Option}, m.Info, from)
			}
		case *protocol.Pick:
			in = func(a *actor) {
				a.choose(&table.Choice{Seat: seat, Decision: m.Decision, Cards: m.Cards}, m.Info, from)
			}
		case *protocol.Always:
			in = func(a *actor) { a.always(seat, m, from) }
		case *protocol.Resign:
			in = inputFor(&table.Resignation{Seat: seat}, from)
		case *protocol.Offer:
			in = inputFor(&table.Proposal{Seat: seat, Kind: m.Kind}, from)
		case *protocol.Respond:
			in = func(a *actor) { a.respond(&table.Response{Seat: seat, Kind: m.Kind, Accept: m.Accept}, from) }
		case *protocol.Exit:
			in = inputFor(&table.Exit{Seat: seat, Delayer: state.Seat(m.Seat), Way: m.Way}, from)
		case *protocol.Settings:
			in = func(a *actor) {
				a.playerBack(seat)
				a.changeSettings(&table.SettingsChange{Seat: seat, Stops: m.Stops, Alone: m.Alone, Forget: m.Forget}, from)
			}
		case *protocol.Mute:
			in = func(a *actor) { a.mute(seat, m, from) }
		case *protocol.Chat:
			in = func(a *actor) { a.chat(seat, m.Text, from) }
		case *protocol.Who:
			in = func(a *actor) {
				tell(from, protocol.Answer(a.tableFor(seat), m))
				a.unanswered = nil
			}
		default:
			return fmt.Errorf("game %s: a game does not handle messages of type %T", g.id, m)
		}
		return g.offer(func(a *actor) {
			a.unanswered = m
			in(a)
			a.acknowledge(from)
		})
	}
}

// inputFor turns an input of the table into an input of the actor.
func inputFor(in table.Input, from agent.JSONWriter) input {
	return func(a *actor) { _, _ = a.handle(in, from) } // handle reports errors to the sender
}

// respond answers or withdraws an offer. If the seat declines or withdraws the offer, respond tells
// every client which seat did so.
func (a *actor) respond(in *table.Response, from agent.JSONWriter) {
	if in.Kind == protocol.Invitation {
		a.declineInvitation(in, from)
		return
	}
	offers := a.Table.Offered()
	r, err := a.handle(in, from)
	if err != nil || r == nil || in.Accept {
		return
	}
	i := slices.IndexFunc(offers, func(o protocol.Offered) bool { return o.Kind == in.Kind })
	m := a.tableFor(0)
	m.Declined = &protocol.Declined{Kind: in.Kind, Seat: offers[i].Seat, By: int(in.Seat)}
	a.tellClients(m, nil)
}

// declineInvitation tells every client of a game with open seats that a spectator will not join.
func (a *actor) declineInvitation(in *table.Response, from agent.JSONWriter) {
	if in.Seat != state.Watcher || in.Accept || a.Table.OpenSeats() == 0 {
		a.refuse(from, &protocol.Error{Code: protocol.NotNow, Field: "kind", Text: "only a spectator declines an invitation, while a seat is open; to accept it, join"})
		return
	}
	m := a.tableFor(0)
	m.Declined = &protocol.Declined{Kind: in.Kind, Seat: -1, By: -1}
	a.tellClients(m, nil)
}

// acknowledge acknowledges the handled message, unless it already has an answer.
func (a *actor) acknowledge(from agent.JSONWriter) {
	if a.unanswered != nil {
		if done := protocol.DoneFor(a.unanswered); done != nil {
			tell(from, done)
		}
		a.unanswered = nil
	}
}

// choose answers a decision, and reports whether the game accepted the answer. info is a bot's
// note.
func (a *actor) choose(c *table.Choice, info string, from agent.JSONWriter) bool {
	switch {
	case from != nil && a.standInBot(c.Seat) == from:
		c.By = table.ByBot
	case from != nil && int(c.Seat) < len(a.seats) && a.seats[c.Seat].dismissed == from:
		a.unanswered = nil
		return false // the substitute bot has been dismissed
	default:
		a.playerBack(c.Seat)
	}
	_, err := a.handle(c, from)
	a.report(c, info, err)
	return err == nil
}

// always answers a decision, and makes the game repeat the answer at later decisions with the same
// options.
func (a *actor) always(seat state.Seat, m *protocol.Always, from agent.JSONWriter) {
	var answer table.Answer
	if m.Decision != 0 && m.Decision == a.Table.Machine.Decision(seat) && m.Option >= 0 && m.Option < len(a.Table.Options(seat)) {
		answer = a.Table.AnswerTo(seat, m.Option)
	}
	if a.choose(&table.Choice{Seat: seat, Decision: m.Decision, Option: m.Option}, "", from) {
		a.changeSettings(&table.SettingsChange{Seat: seat, Always: &answer}, from)
	}
}

// changeSettings changes the settings of a seat and sends the new settings to the seat. If the new
// settings change whether the server answers the open decision, changeSettings starts or stops the
// seat's clock.
func (a *actor) changeSettings(w *table.SettingsChange, from agent.JSONWriter) {
	var due int64
	now, seated := a.nowWithoutBanks(time.Now()), int(w.Seat) < len(a.seats)
	if seated {
		due = a.Table.Due(w.Seat, &now)
	}
	r, err := a.handle(w, from)
	switch {
	case err != nil:
	case r == nil: // nothing changed
		a.tellSettings(w.Seat)
	case seated && a.Table.Due(w.Seat, &now) != due:
		a.updateClock()
		a.tellDecision(w.Seat)
	}
}

// Sit takes an open seat and returns it. A negative s.Seat stands for any open seat. A
// person with the KeyHash of a taken seat gets that seat. The error is a [*protocol.Error]
// if the seat is not open, or if no deal is possible with the deck or nonce in s.
func (g *Game) Sit(ctx context.Context, s table.Sit) (state.Seat, error) {
	g.noteUse()
	return ask(ctx, g, func(a *actor) (state.Seat, error) { return a.sit(s, false) })
}

func (a *actor) sit(s table.Sit, distinct bool) (state.Seat, error) {
	if seat, ok := a.seatByKey(s.Who.KeyHash); ok {
		if s.Seat >= 0 && s.Seat != int(seat) {
			return 0, &protocol.Error{Code: protocol.NoSeat, Field: "seat", Text: "that claim has taken another seat of this game"}
		}
		return seat, nil
	}
	r, err := a.Table.Decide(&s, a.now())
	if err != nil {
		return 0, err
	}
	if a.Table.Format >= table.Sealed {
		name := r.Sit.Who.Name
		if distinct {
			name = a.distinctName(name)
		}
		face := r.Sit.Who.Face
		r.Sit.Who.Name, r.Sit.Who.Face = "", ""
		if err := a.storePerson(r.Sit.Seat, name, face); err != nil {
			return 0, notStored(err, "the seat")
		}
	}
	if err := a.carryOut(r, nil); err != nil {
		if a.closesSoon() {
			return 0, fmt.Errorf("game %s: %w", a.g.id, ErrClosed)
		}
		return 0, notStored(err, "the seat")
	}
	a.followUp()
	return state.Seat(r.Sit.Seat), nil
}

// distinctName returns a name that no player at the table has: the given name, alone or with a number.
func (a *actor) distinctName(name string) string {
	free := name
	for n := 2; name != "" && a.isNamed(free); n++ {
		free = fmt.Sprintf("%s (%d)", strings.TrimSpace(name), n)
	}
	return free
}

// isNamed reports whether a player at the table has the given name. Letter case and the number of spaces
// do not count.
func (a *actor) isNamed(name string) bool {
	a.notes()
	words := strings.Fields(name)
	for i := range a.seats {
		if slices.EqualFunc(strings.Fields(a.name(i)), words, strings.EqualFold) {
			return true
		}
	}
	return false
}

// Abandon ends a game without a winner if all players have left it: no person is connected,
// no clock runs, and the latest record is older than the duration quiet. Seats may be open. Abandon
// reports whether the game is over. The error is [ErrClosed] or comes from the log.
func (g *Game) Abandon(ctx context.Context, quiet time.Duration) (over bool, err error) {
	return ask(ctx, g, func(a *actor) (bool, error) {
		now := a.now()
		if a.Table.Over() || !a.deserted() || milliseconds(now.At-a.Table.LastAt) < quiet {
			return a.Table.Over(), nil
		}
		r, err := a.Table.Decide(table.Abandon{}, now)
		if err == nil {
			err = a.carryOut(r, nil)
		}
		a.followUp() // so that the log has the end record when Abandon returns
		return err == nil, err
	})
}

// deserted reports whether no person is connected and no clock runs.
func (a *actor) deserted() bool {
	if a.clock != nil && a.Table.Started() && !a.wakeTime.IsZero() {
		return false
	}
	for i := range a.seats {
		if a.Table.Seats[i].Kind == protocol.SeatPerson && a.playerConnected(state.Seat(i)) {
			return false
		}
	}
	return true
}
