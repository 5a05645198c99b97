package game

import (
	"context"
	"errors"
	"fmt"

	"gamed/agent"
	"gamed/protocol"
	"gamed/state"
)

// Submit returns how an agent of seat, or a spectator as [state.Watcher], hands
// in what it has to say. Choices, chat, resignations and what the players agree on are
// for a game; other messages are an error. A full queue gives [ErrBusy] at once. A refusal comes
// to from as a [*protocol.Error].
func (g *Game) Submit(seat state.Seat, from agent.JSONWriter) agent.Submit {
	return func(m protocol.ClientMessage) error {
		g.use()
		switch m := m.(type) {
		case *protocol.Choose:
			return g.offer(func(a *actor) { a.choose(seat, m, from) })
		case *protocol.Resign:
			return g.offer(func(a *actor) { a.resign(seat, from) })
		case *protocol.Chat:
			return g.offer(func(a *actor) { a.chat(seat, m.Text, from) })
		case *protocol.Offer:
			return g.offer(func(a *actor) { a.propose(seat, m.Kind, from) })
		case *protocol.Respond:
			return g.offer(func(a *actor) { a.respond(seat, m, from) })
		case *protocol.Exit:
			return g.offer(func(a *actor) { a.exit(seat, m, from) })
		case *protocol.Mute:
			return g.offer(func(a *actor) { a.mute(seat, m, from) })
		case *protocol.Settings:
			return g.offer(func(a *actor) { a.set(seat, m, from) })
		case *protocol.Always:
			return g.offer(func(a *actor) { a.always(seat, m, from) })
		case *protocol.Who:
			return g.offer(func(a *actor) { tell(from, a.tableFor(seat)) })
		}
		return fmt.Errorf("game %s: %T is not for a game", g.id, m)
	}
}

// An Attachment describes an agent that follows a game: To or, for a bot in this process, Bot.
type Attachment struct {
	Seat state.Seat       // [state.Watcher] for a spectator
	To   agent.JSONWriter // must be comparable, as pointers are
	// Bot receives questions instead of updates, whose views and texts cost more than the
	// rest of a request. It must be comparable, too.
	Bot agent.Thinker
	// After is the number of the last event that it has seen, nil if it knows
	// nothing.
	After *uint64
	// Joined, if there is one, is sent first, with the table as it is.
	Joined *protocol.Joined
}

// Attach starts to tell somebody, first of all the table and the present view.
// A seat may have several agents; each of them may answer for it. A bot that
// stands in for a person is told bye when the person is back. The error is a
// [*protocol.Error] if there is no such seat or there are too many spectators,
// or that of To, which then is not told anything more.
func (g *Game) Attach(ctx context.Context, at Attachment) error {
	g.use()
	refused, err := ask(ctx, g, func(a *actor) error { return a.attach(at) })
	return errors.Join(err, refused)
}

// Detach stops telling somebody. The seat stays taken.
func (g *Game) Detach(ctx context.Context, to agent.JSONWriter) error {
	g.use()
	_, err := ask(ctx, g, func(a *actor) struct{} {
		a.drop(func(au audience) bool { return au.to == to })
		return struct{}{}
	})
	return err
}

// Sit seats somebody in an open seat, any one for a negative number, and
// returns the seat: the one that a person with the same KeyHash has already, if there
// is one. The error is a [*protocol.Error] if there is no such seat, or if the game
// cannot be dealt with what s brings.
func (g *Game) Sit(ctx context.Context, s Sit) (state.Seat, error) {
	type seated struct {
		seat state.Seat
		err  error
	}
	g.use()
	at, err := ask(ctx, g, func(a *actor) seated {
		seat, err := a.sit(s)
		return seated{seat, err}
	})
	return at.seat, errors.Join(err, at.err)
}

// Holder returns the seat whose key has that SHA-256, false for none. If nobody here has
// it because the game goes on elsewhere, the error is [ErrClosed].
func (g *Game) Holder(ctx context.Context, keyHash string) (seat state.Seat, ok bool, err error) {
	g.use()
	type held struct {
		seat   int
		behind bool
	}
	h, err := ask(ctx, g, func(a *actor) held {
		seat := a.holder(keyHash)
		return held{seat, seat < 0 && a.behind()}
	})
	if err == nil && h.behind {
		err = fmt.Errorf("game %s: %w", g.id, ErrClosed)
	}
	return state.Seat(max(h.seat, 0)), err == nil && h.seat >= 0, err
}

// Open returns how many seats anybody may take. It does not wake the game.
func (g *Game) Open() int { return int(g.open.Load()) }

// A Status is what anybody may know of a game.
type Status struct {
	Game    string
	Rules   string
	Seats   []protocol.Seat
	Turn    int
	Over    bool
	Fault   bool // it was set aside
	Won     []int
	Started bool   // every seat is taken
	Watched int    // by how many spectators
	Commit  string // the [Commitment] to its key, "" for none
}

// Status returns the game's status.
func (g *Game) Status(ctx context.Context) (Status, error) {
	return ask(ctx, g, (*actor).status)
}

// A Standing is how the seats of a game stand.
type Standing struct {
	Status
	Values []int // by seat, of a measure or the machine's own; none after a fault, or while spectators are not to know
}

// Standing returns the status with a measure of each seat, or with the value of the
// seats if there is no measure.
func (g *Game) Standing(ctx context.Context, of *state.Measure) (Standing, error) {
	return ask(ctx, g, func(a *actor) Standing {
		s := Standing{Status: a.status()}
		for seat := range state.Seat(a.m.Seats()) {
			switch {
			case a.fault != "" || a.hides():
			case of == nil:
				s.Values = append(s.Values, a.m.Value(seat))
			default:
				s.Values = append(s.Values, a.m.Measure(seat, *of))
			}
		}
		return s
	})
}
