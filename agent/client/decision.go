package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"gamed/protocol"
)

// ErrNoModel is a game in which there is no forward model.
var ErrNoModel = errors.New("there is no forward model in this game: its joined has no budget")

// A Decision is what a bot is asked, for as long as it thinks about it.
type Decision struct {
	protocol.Decision                  // its number and the options
	Update            *protocol.Update // the view, and what has happened
	Game              *protocol.Joined // the rules, the bot's seat, its budget
	// Rand is where a bot's chance comes from: a match that is played again gives
	// the same. At a server it is another one for each game.
	Rand *rand.Rand

	run *run
}

// Fork draws a world that looks to the seat as the game does, or with a From copies
// one. A refusal is a [*protocol.Error]: over the budget, or the decision has
// changed meanwhile.
func (d *Decision) Fork(ctx context.Context, f protocol.Fork) (*protocol.World, error) {
	return d.world(ctx, &f)
}

// Apply takes an option in a world for whoever is asked there. Refusals are those of
// Fork, and that there is no such option.
func (d *Decision) Apply(ctx context.Context, a protocol.Apply) (*protocol.World, error) {
	return d.world(ctx, &a)
}

// Release forgets a world.
func (d *Decision) Release(ctx context.Context, fork uint32) error {
	return d.run.send(ctx, &protocol.Release{Fork: fork})
}

// world waits for the answer to a message. What else comes is kept for later, but
// for pings.
func (d *Decision) world(ctx context.Context, m protocol.ClientMessage) (*protocol.World, error) {
	if d.Game.Budget == nil {
		return nil, ErrNoModel
	}
	if err := d.run.send(ctx, m); err != nil {
		return nil, err
	}
	for {
		data, err := d.run.conn.Receive(ctx)
		if err != nil {
			return nil, err
		}
		switch typeOf(data) {
		case "world":
			w := new(protocol.World)
			if err := json.Unmarshal(data, w); err != nil {
				return nil, fmt.Errorf("world: %w", err)
			}
			return w, nil
		case "error":
			e := new(protocol.Error)
			if err := json.Unmarshal(data, e); err != nil {
				return nil, fmt.Errorf("error: %w", err)
			}
			if e.Code == protocol.Stale {
				continue // it is about an answer to an older decision
			}
			return nil, e
		case "ping":
			if err := d.run.pong(ctx, data); err != nil {
				return nil, err
			}
		default:
			d.run.waiting = append(d.run.waiting, data)
		}
	}
}
