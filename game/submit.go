package game

import (
	"context"
	"fmt"
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
		g.use()
		var in input
		switch m := m.(type) {
		case *protocol.Choose:
			in = func(a *actor) {
				a.about = m
				a.choose(&table.Choice{Seat: seat, Decision: m.Decision, Option: m.Option}, m.Info, from)
			}
		case *protocol.Pick:
			in = func(a *actor) {
				a.about = m
				a.choose(&table.Choice{Seat: seat, Decision: m.Decision, Cards: m.Cards}, m.Info, from)
			}
		case *protocol.Always:
			in = func(a *actor) {
				a.about = m
				a.always(seat, m, from)
			}
		case *protocol.Resign:
			in = handled(&table.Resignation{Seat: seat}, m, from)
		case *protocol.Offer:
			in = handled(&table.Proposal{Seat: seat, Kind: m.Kind}, m, from)
		case *protocol.Respond:
			in = handled(&table.Response{Seat: seat, Kind: m.Kind, Accept: m.Accept}, m, from)
		case *protocol.Exit:
			in = handled(&table.Exit{Seat: seat, Held: state.Seat(m.Seat), Way: m.Way}, m, from)
		case *protocol.Settings:
			in = func(a *actor) {
				a.about = m
				a.back(seat)
				a.wish(&table.Wish{Seat: seat, Stops: m.Stops, Alone: m.Alone, Forget: m.Forget}, from)
			}
		case *protocol.Mute:
			in = func(a *actor) {
				a.about = m
				a.mute(seat, m, from)
			}
		case *protocol.Chat:
			in = func(a *actor) {
				a.about = m
				a.chat(seat, m.Text, from)
			}
		case *protocol.Who:
			in = func(a *actor) { tell(from, a.tableFor(seat)) }
		default:
			return fmt.Errorf("game %s: %T is not for a game", g.id, m)
		}
		return g.offer(in)
	}
}

// handled returns an input that the table decides.
func handled(in table.Input, m protocol.ClientMessage, from agent.JSONWriter) input {
	return func(a *actor) {
		a.about = m
		_, _ = a.handle(in, from) // handle reports errors to the sender
	}
}

// choose answers a decision, and reports whether the game accepted it. info is a bot's note.
func (a *actor) choose(c *table.Choice, info string, from agent.JSONWriter) bool {
	switch {
	case from != nil && a.standIn(c.Seat) == from:
		c.By = table.ByBot
	case from != nil && int(c.Seat) < len(a.seats) && a.seats[c.Seat].relieved == from:
		return false // a bot that was sent away
	default:
		a.back(c.Seat)
	}
	_, err := a.handle(c, from)
	a.report(c, info, err)
	return err == nil
}

// always answers a decision, and later decisions with the same options.
func (a *actor) always(seat state.Seat, m *protocol.Always, from agent.JSONWriter) {
	var answer table.Answer
	if m.Decision != 0 && m.Decision == a.Table.Machine.Decision(seat) && m.Option >= 0 && m.Option < len(a.Table.Options(seat)) {
		answer = a.Table.AnswerTo(seat, m.Option)
	}
	if a.choose(&table.Choice{Seat: seat, Decision: m.Decision, Option: m.Option}, "", from) {
		a.wish(&table.Wish{Seat: seat, Always: &answer}, from)
	}
}

// wish changes the settings of a seat and tells the seat. If they change whether the server
// answers the open decision, the seat's clock starts or stops.
func (a *actor) wish(w *table.Wish, from agent.JSONWriter) {
	var due int64
	now, seated := a.presence(time.Now()), int(w.Seat) < len(a.seats)
	if seated {
		due = a.Table.Due(w.Seat, &now)
	}
	r, err := a.handle(w, from)
	switch {
	case err != nil:
	case r == nil: // nothing changed
		a.tellSettings(w.Seat)
	case seated && a.Table.Due(w.Seat, &now) != due:
		a.followClock()
		a.tellDecision(w.Seat)
	}
}

// Sit takes an open seat and returns it. A negative number stands for any open seat. A
// person with the KeyHash of a taken seat gets that seat. The error is a [*protocol.Error]
// if the seat is not open, or if no deal is possible with the deck or nonce in s.
func (g *Game) Sit(ctx context.Context, s table.Sit) (state.Seat, error) {
	g.use()
	return ask(ctx, g, func(a *actor) (state.Seat, error) { return a.sit(s) })
}

func (a *actor) sit(s table.Sit) (state.Seat, error) {
	if seat, ok := a.holder(s.Who.KeyHash); ok {
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
		r.Sit.Who.Name = ""
		if err := a.rename(r.Sit.Seat, name); err != nil {
			return 0, notStored(err, "the seat")
		}
	}
	if err := a.carryOut(r, nil); err != nil {
		if a.leaves() {
			return 0, fmt.Errorf("game %s: %w", a.g.id, ErrClosed)
		}
		return 0, notStored(err, "the seat")
	}
	a.followUp()
	return state.Seat(r.Sit.Seat), nil
}

// Abandon ends a game without a winner if everyone has left it: no person is connected,
// no clock runs, and the latest record is older than quiet. Seats may be open. Abandon
// reports whether the game is over. The error is [ErrClosed] or the log's.
func (g *Game) Abandon(ctx context.Context, quiet time.Duration) (over bool, err error) {
	return ask(ctx, g, func(a *actor) (bool, error) {
		now := a.now()
		if a.Table.Over() || !a.deserted() || milliseconds(now.At-a.Table.Last) < quiet {
			return a.Table.Over(), nil
		}
		r, err := a.Table.Decide(table.Abandon{}, now)
		if err == nil {
			err = a.carryOut(r, nil)
		}
		a.followUp() // the end is recorded when Abandon returns
		return err == nil, err
	})
}

// deserted reports whether no person is connected and no clock runs.
func (a *actor) deserted() bool {
	if a.clock != nil && a.Table.Started() && !a.wakes.IsZero() {
		return false
	}
	for i := range a.seats {
		if a.Table.Seats[i].Kind == protocol.SeatPerson && a.present(state.Seat(i)) {
			return false
		}
	}
	return true
}
