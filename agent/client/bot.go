package client

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"gamed/protocol"
)

// Resign is chosen instead of an option to leave the game.
const Resign = -1

// again is how long a message waits that could not be taken.
const again = 100 * time.Millisecond

// A Choose chooses one of the options of d, by its number, or [Resign]. An error
// ends the bot.
type Choose func(ctx context.Context, d *Decision) (int, error)

// A Bot is a program that plays.
type Bot struct {
	Hello  protocol.Hello // who it is; the version is filled in
	Choose Choose
	// Join is the game to play at a server. A match needs none: it says which
	// game it is that begins. Without a key it gets a claim, with which a Bot that
	// runs again, on another connection, comes back to its seat.
	Join *protocol.Join
}

// Run plays until the other side says bye, or, with a Join, until that game is
// over.
func (b Bot) Run(ctx context.Context, conn Conn) error {
	r := &run{bot: b, conn: conn}
	b.Hello.Protocol = protocol.Version
	if err := r.send(ctx, &b.Hello); err != nil {
		return err
	}
	for {
		data, err := r.next(ctx)
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("the connection has ended without a bye: %w", err)
		}
		if err != nil {
			return err
		}
		if done, err := r.handle(ctx, data); done || err != nil {
			return err
		}
	}
}

// A run is a bot at work.
type run struct {
	bot      Bot
	conn     Conn
	waiting  [][]byte // came while a world was waited for
	game     *protocol.Joined
	rand     *rand.Rand
	answered uint32                 // the decision that was answered last
	answer   protocol.ClientMessage // and how
}

// next returns the next message.
func (r *run) next(ctx context.Context) ([]byte, error) {
	if len(r.waiting) > 0 {
		data := r.waiting[0]
		r.waiting = r.waiting[1:]
		return data, nil
	}
	return r.conn.Receive(ctx)
}

func (r *run) send(ctx context.Context, m protocol.ClientMessage) error {
	data := protocol.Append(nil, m)
	return r.conn.Send(ctx, data)
}

// handle does what a message asks for. Messages of other types are new ones.
func (r *run) handle(ctx context.Context, data []byte) (done bool, err error) {
	switch typeOf(data) {
	case "welcome":
		if r.bot.Join != nil {
			if r.bot.Join.Key == "" && r.bot.Join.Claim == "" {
				r.bot.Join.Claim = crand.Text()
			}
			return false, r.send(ctx, r.bot.Join)
		}
	case "joined":
		return false, r.join(data)
	case "ping":
		return false, r.pong(ctx, data)
	case "update":
		return false, r.update(ctx, data)
	case "error":
		return false, r.refused(ctx, data)
	case "over":
		return r.bot.Join != nil, nil
	case "bye":
		return true, nil
	}
	return false, nil
}

// join begins a game. Nothing is left of the one before.
func (r *run) join(data []byte) error {
	r.game, r.answered, r.answer = new(protocol.Joined), 0, nil
	if err := json.Unmarshal(data, r.game); err != nil {
		return fmt.Errorf("joined: %w", err)
	}
	seed := rand.Uint64()
	if r.game.Seed != nil {
		seed = *r.game.Seed
	}
	r.rand = rand.New(rand.NewPCG(seed, 0))
	return nil
}

func (r *run) pong(ctx context.Context, data []byte) error {
	var ping protocol.Ping
	if err := json.Unmarshal(data, &ping); err != nil {
		return fmt.Errorf("ping: %w", err)
	}
	return r.send(ctx, &protocol.Pong{T: ping.T})
}

// update answers the decision of an update, if there is one that has not been
// answered.
func (r *run) update(ctx context.Context, data []byte) error {
	u := new(protocol.Update)
	if err := json.Unmarshal(data, u); err != nil {
		return fmt.Errorf("update: %w", err)
	}
	if r.game == nil || u.Decision == nil || u.Decision.ID == r.answered {
		return nil
	}
	option, err := r.bot.Choose(ctx, &Decision{Decision: *u.Decision, Update: u, Game: r.game, Rand: r.rand, run: r})
	if err != nil {
		return err
	}
	r.answered, r.answer = u.Decision.ID, &protocol.Choose{Decision: u.Decision.ID, Option: option}
	if option == Resign {
		r.answer = &protocol.Resign{}
	}
	return r.send(ctx, r.answer)
}

// refused sends an answer again that could not be taken, and ends the bot when there
// is nothing that it could play. After other errors, which may be new ones, it waits
// for the next update: an answer to an older decision than the open one is no fault.
func (r *run) refused(ctx context.Context, data []byte) error {
	e := new(protocol.Error)
	if err := json.Unmarshal(data, e); err != nil {
		return fmt.Errorf("error: %w", err)
	}
	switch e.Code {
	case protocol.Busy, protocol.TooFast, protocol.Unavailable:
		select {
		case <-time.After(again):
		case <-ctx.Done():
			return ctx.Err()
		}
		if r.answer != nil {
			return r.send(ctx, r.answer)
		}
		if r.bot.Join != nil && r.game == nil {
			return r.send(ctx, r.bot.Join)
		}
	case protocol.BadVersion, protocol.NoGame, protocol.NoSeat, protocol.BadKey, protocol.Illegal, protocol.BadField,
		protocol.Malformed, protocol.TooBig, protocol.UnknownType, protocol.Internal:
		return e
	}
	if r.bot.Join != nil && r.game == nil {
		return e // there will be no update: it was the join that was refused
	}
	return nil
}

// typeOf returns the type of a message, "" if it has none. It is the first field
// of all that gamed sends.
func typeOf(data []byte) string {
	if rest, ok := bytes.CutPrefix(data, []byte(`{"type":"`)); ok {
		name, _, _ := bytes.Cut(rest, []byte{'"'})
		return string(name)
	}
	var m struct{ Type string }
	_ = json.Unmarshal(data, &m)
	return m.Type
}
