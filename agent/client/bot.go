// Package client runs bots written in Go. A bot is a function that chooses an option of a
// decision, or cards if the decision asks for some. The same bot can run as a child process of gamed, over stdin and stdout, or
// connect by WebSocket.
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

// Resign is the choice that resigns the game.
const Resign = -1

// picked is the choice of [Decision.Cards].
const picked = -2

// again is the wait before a refused message is sent again.
const again = 100 * time.Millisecond

// A Choose returns the index of an option of d, the results of [Decision.Cards], or [Resign]. An
// error ends the bot.
type Choose func(ctx context.Context, d *Decision) (int, error)

// A Bot is a program that plays.
type Bot struct {
	Hello  protocol.Hello // Run sets the version
	Choose Choose
	// Join selects the game at a server. A match needs none. If Join has no key, Run adds
	// a claim. With that claim a later Run reconnects to the same seat.
	Join *protocol.Join
}

// Run plays until the server sends bye. With a Join it also returns at the end of the
// game.
func (b Bot) Run(ctx context.Context, conn Conn) error {
	r := &run{bot: b, conn: conn}
	b.Hello.Protocol = protocol.Version
	if err := r.send(ctx, &b.Hello); err != nil {
		return err
	}
	for {
		data, err := r.next(ctx)
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("the connection ended without a bye: %w", err)
		}
		if err != nil {
			return err
		}
		if done, err := r.handle(ctx, data); done || err != nil {
			return err
		}
	}
}

// A run is the state of a call of [Bot.Run].
type run struct {
	bot      Bot
	conn     Conn
	waiting  [][]byte // received while a Decision waited for a world
	game     *protocol.Joined
	rand     *rand.Rand
	answered uint32                 // the latest decision with an answer
	answer   protocol.ClientMessage // the latest answer
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

// handle processes a message. It ignores unknown types, which later versions may add.
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

// join resets the state for a new game.
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

// update answers the decision of an update, unless it has been answered.
func (r *run) update(ctx context.Context, data []byte) error {
	u := new(protocol.Update)
	if err := json.Unmarshal(data, u); err != nil {
		return fmt.Errorf("update: %w", err)
	}
	if r.game == nil || u.Decision == nil || u.Decision.ID == r.answered {
		return nil
	}
	d := &Decision{Decision: *u.Decision, Update: u, Game: r.game, Rand: r.rand, run: r}
	option, err := r.bot.Choose(ctx, d)
	if err != nil {
		return err
	}
	r.answered = d.ID
	switch option {
	case Resign:
		r.answer = &protocol.Resign{}
	case picked:
		r.answer = &protocol.Pick{Decision: d.ID, Cards: d.cards}
	default:
		r.answer = &protocol.Choose{Decision: d.ID, Option: option}
	}
	return r.send(ctx, r.answer)
}

// refused sends the answer again after a temporary error, and returns an error that ends
// the bot after a permanent one. After any other error, such as a stale or unknown one,
// the bot waits for the next update.
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
		return e // the server refused the join, so no update follows
	}
	return nil
}

// typeOf returns the type of a message, "" if it has none. gamed always sends the type
// first.
func typeOf(data []byte) string {
	if rest, ok := bytes.CutPrefix(data, []byte(`{"type":"`)); ok {
		name, _, _ := bytes.Cut(rest, []byte{'"'})
		return string(name)
	}
	var m struct{ Type string }
	_ = json.Unmarshal(data, &m)
	return m.Type
}
