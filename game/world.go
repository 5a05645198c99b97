package game

import (
	"context"
	"slices"

	"gamed/protocol"
	"gamed/state"
)

// World returns a game that looks to seat as this one does and tells nothing
// more: what seat cannot know has been drawn, and from nothing that is hidden.
// It is the caller's own. decision is what seat is asked. The error is a
// [*protocol.Error] if seat is not asked.
func (g *Game) World(ctx context.Context, seat state.Seat) (m state.Machine, decision uint32, err error) {
	type world struct {
		m        state.Machine
		decision uint32
		err      error
	}
	g.use()
	w, err := ask(ctx, g, func(a *actor) (w world) {
		w.m, w.decision, w.err = draw(a.m, seat, a.fault != "", a.started())
		return w
	})
	if err == nil {
		err = w.err
	}
	return w.m, w.decision, err
}

// World returns a world as [Game.World] does, of the game as the log has led to it so
// far.
func (r *Replay) World(seat state.Seat) (m state.Machine, decision uint32, err error) {
	open := slices.ContainsFunc(r.Seats, func(s Seat) bool { return s.Kind == protocol.SeatOpen })
	return draw(r.Machine, seat, r.Fault != "", !open)
}

func draw(of state.Machine, seat state.Seat, fault, started bool) (state.Machine, uint32, error) {
	if fault {
		return nil, 0, &protocol.Error{Code: protocol.GameOver, Text: "the game was set aside after a fault"}
	}
	id := of.Decision(seat)
	if !started || id == 0 {
		return nil, 0, &protocol.Error{Code: protocol.NotAsked, Text: "worlds are drawn for a decision, and this seat has none now"}
	}
	m := of.Fork()
	m.Resample(seat, new(state.Rand)) // it is drawn again for whoever looks at it
	return m, id, nil
}
