package game

import (
	"context"

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
	w, err := ask(ctx, g, func(a *actor) world {
		switch id := a.m.Decision(seat); {
		case a.fault != "":
			return world{err: &protocol.Error{Code: protocol.GameOver, Text: "the game was set aside after a fault"}}
		case !a.started() || id == 0:
			return world{err: &protocol.Error{Code: protocol.NotAsked, Text: "worlds are drawn for a decision, and this seat has none now"}}
		default:
			m := a.m.Fork()
			m.Resample(seat, new(state.Rand)) // it is drawn again for whoever looks at it
			return world{m, id, nil}
		}
	})
	if err == nil {
		err = w.err
	}
	return w.m, w.decision, err
}
