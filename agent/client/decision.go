package client

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"gamed/protocol"
)

// ErrNoModel is returned by Fork, Apply and Rollouts in a game without a forward model.
var ErrNoModel = errors.New("the game has no forward model: its joined message has no budget")

// A Decision is an open decision for a bot. It is valid until Choose returns.
type Decision struct {
	protocol.Decision                  // id, options and pick
	Update            *protocol.Update // view and events
	Game              *protocol.Joined // rules, seat and budget
	// Rand is the bot's random source. Its seed comes from the joined message: a repeated match sends
	// the same seeds. On a server each game has a different seed.
	Rand *rand.Rand

	run   *run
	cards []int // the cards chosen with Cards
}

// Cards answers with cards from the Pick instead of an option. ids are the ids of the cards,
// in any order unless the pick is ordered. Choose must return the results of Cards:
//
//	return d.Cards(2, 0)
//
// The error says why the decision does not accept the cards.
func (d *Decision) Cards(ids ...int) (int, error) {
	p := d.Pick
	if p == nil {
		return 0, errors.New("the decision asks for no cards: choose an option")
	}
	if n := len(ids); n < p.Min || n > p.Max {
		return 0, fmt.Errorf("%d cards: pick %d to %d", n, p.Min, p.Max)
	}
	for i, id := range ids {
		if id < 0 || id >= len(p.Cards) {
			return 0, fmt.Errorf("there is no card %d: the cards are numbered from 0 to %d", id, len(p.Cards)-1)
		}
		if slices.Contains(ids[:i], id) {
			return 0, fmt.Errorf("card %d is picked twice", id)
		}
	}
	d.cards = append([]int{}, ids...)
	return picked, nil
}

// Fork samples a determinization of the game for the seat, or copies the world f.From if that is
// set. The error is a [*protocol.Error] if the budget is exhausted, the world f.From does not exist, or the
// decision has closed.
func (d *Decision) Fork(ctx context.Context, f protocol.Fork) (*protocol.World, error) {
	return d.world(ctx, &f)
}

// Apply chooses an option for the seat that must decide in a world. It returns the same
// errors as Fork, and a [*protocol.Error] for an unknown option.
func (d *Decision) Apply(ctx context.Context, a protocol.Apply) (*protocol.World, error) {
	return d.world(ctx, &a)
}

// Rollouts plays ahead in several worlds with one message. It returns the same errors as Apply.
func (d *Decision) Rollouts(ctx context.Context, r protocol.Rollouts) (*protocol.Values, error) {
	answer, err := d.ask(ctx, &r)
	if err != nil {
		return nil, err
	}
	values, ok := answer.(*protocol.Values)
	if !ok {
		return nil, fmt.Errorf("the answer to rollouts is a %T", answer)
	}
	return values, nil
}

// Release discards a world.
func (d *Decision) Release(ctx context.Context, fork uint32) error {
	return d.run.send(ctx, &protocol.Release{WorldID: fork})
}

// world sends m and waits for the resulting world.
func (d *Decision) world(ctx context.Context, m protocol.ClientMessage) (*protocol.World, error) {
	answer, err := d.ask(ctx, m)
	if err != nil {
		return nil, err
	}
	world, ok := answer.(*protocol.World)
	if !ok {
		return nil, fmt.Errorf("the answer to %T is a %T", m, answer)
	}
	return world, nil
}

// ask sends m and waits for its answer, a World or Values. After a temporary error it sends m again.
// It ignores the error of a stale decision and returns any other error. Meanwhile it answers pings
// and queues all other messages.
func (d *Decision) ask(ctx context.Context, m protocol.ClientMessage) (protocol.ServerMessage, error) {
	if d.Game.Budget == nil {
		return nil, ErrNoModel
	}
	if err := d.run.send(ctx, m); err != nil {
		return nil, err
	}
	for {
		answer, err := Receive(ctx, d.run.conn)
		if err != nil {
			return nil, err
		}
		switch a := answer.(type) {
		case *protocol.World, *protocol.Values:
			return a, nil
		case *protocol.Error:
			if a.Code == protocol.Stale { // the error belongs to an answer to an earlier decision
				continue
			}
			if !temporary(a) {
				return nil, a
			}
			if err := d.run.resend(ctx, a, m); err != nil {
				return nil, err
			}
		case *protocol.Ping:
			if err := d.run.send(ctx, &protocol.Pong{T: a.T}); err != nil {
				return nil, err
			}
		default:
			d.run.queue = append(d.run.queue, a)
		}
	}
}
