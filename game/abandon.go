package game

import (
	"context"
	"slices"
	"time"

	"gamed/protocol"
)

// Abandon ends a game without a winner that everybody has left: no person is connected, no
// clock runs, and nothing was recorded for as long as quiet. It reports whether the game is
// over. It may also be called before all seats are taken. The error is of a game that
// is closed, or that could not store its end.
func (g *Game) Abandon(ctx context.Context, quiet time.Duration) (over bool, err error) {
	type abandoned struct {
		over bool
		err  error
	}
	done, err := ask(ctx, g, func(a *actor) abandoned {
		if over, _ := a.m.Result(); over || a.fault != "" {
			return abandoned{over: true}
		}
		if !a.deserted() || time.Since(time.UnixMilli(a.newest)) < quiet {
			return abandoned{}
		}
		err := a.drawn(protocol.ReasonAbandoned, 0)
		return abandoned{err == nil, err}
	})
	if err == nil {
		err = done.err
	}
	return done.over, err
}

// deserted reports whether nobody is there for whom the game could go on.
func (a *actor) deserted() bool {
	running := a.clock != nil && a.started() && !a.expires.IsZero()
	return !running && !slices.ContainsFunc(a.seats, func(p place) bool {
		return p.kind == protocol.SeatPerson && p.present()
	})
}
